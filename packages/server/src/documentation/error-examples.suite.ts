import type { JsonObject, KnownErrorType } from '@latchkey/contract'

/** A request that gets an error, and the parts of the response that are not the same for all errors. */
export interface ErrorExample {
  /** Method and path. Paths below `/sdk/v1` and `/v1` are endpoints of the contract. */
  request: string
  body?: JsonObject
  /** Why the request gets the error. */
  note?: string
  /** Replaces the message of the error table. */
  message?: string
  /** `error_details`. */
  details?: JsonObject
  /** Further fields of the response. */
  issues?: JsonObject
  /** The body does not match the schema: that is the error. */
  isMalformed?: true
  /** The end of the body is missing. */
  isCutOff?: true
  retryAfterSeconds?: number
}

const session_duration_minutes = 60
const email = 'ada@example.com'
const phone_number = '+12025550123'
const sms: ErrorExample = { request: 'POST /sdk/v1/otps/sms/login_or_create', body: { phone_number } }
const emailCode: ErrorExample = { request: 'POST /sdk/v1/otps/email/login_or_create', body: { email } }
const link = (body: JsonObject): ErrorExample => ({
  request: 'POST /sdk/v1/magic_links/email/login_or_create',
  body: { email, ...body },
})
const password = 'correct horse battery staple'
const passwordSignIn: ErrorExample = {
  request: 'POST /sdk/v1/passwords/authenticate',
  body: { email, password, session_duration_minutes },
}
const newPassword = (value: string): ErrorExample => ({
  request: 'POST /sdk/v1/passwords',
  body: { email, password: value, session_duration_minutes },
})
const code = (token: string): ErrorExample => ({
  request: 'POST /sdk/v1/otps/authenticate',
  body: { token, method_id: 'email-test-0199…', session_duration_minutes },
})
const oauthToken: ErrorExample = {
  request: 'POST /sdk/v1/oauth/authenticate',
  body: { token: 'b2F1dGg…', code_verifier: 'dmVyaWZpZXI…', session_duration_minutes },
}
const wallet = {
  crypto_wallet_address: '0x6887246668a3b87F54DeB3b94Ba47a6f63F32985',
  crypto_wallet_type: 'ethereum',
}
const consent = (change: JsonObject): ErrorExample => ({
  request: 'POST /sdk/v1/oauth/authorize/start',
  body: {
    ...{ client_id: 'connected-app-test-0199…', redirect_uri: 'https://notes.example/callback' },
    ...{ response_type: 'code', scope: 'openid notes:read', ...change },
  },
})
const organization_id = 'organization-test-0199…'
const exchange: ErrorExample = {
  request: 'POST /sdk/v1/b2b/discovery/intermediate_sessions/exchange',
  body: { organization_id, session_duration_minutes },
}
const connectionPath = '/sdk/v1/b2b/sso/saml-connection-test-0199…'
const samlPath = '/sdk/v1/b2b/sso/saml/saml-connection-test-0199…'
const certificatePath = `${samlPath}/verification_certificates/sso-certificate-test-0199…`
const ssoToken: ErrorExample = {
  request: 'POST /sdk/v1/b2b/sso/authenticate',
  body: { sso_token: 'c3Nv…', pkce_code_verifier: 'dmVyaWZpZXI…', session_duration_minutes },
}
const userPath = '/v1/users/user-test-0199…'

export const errorExamples: Record<KnownErrorType, ErrorExample> = {
  invalid_email: { ...emailCode, body: { email: 'ada@example' } },
  invalid_phone_number: { ...sms, body: { phone_number: '202-555-0123' } },
  unsubscribed_phone_number: sms,
  inactive_email: emailCode,
  unauthorized_credentials: passwordSignIn,
  user_unauthenticated: { request: 'GET /sdk/v1/users/me' },
  email_not_found: { request: 'POST /sdk/v1/otps/email/send/primary', body: { email } },
  unable_to_auth_magic_link: {
    request: 'POST /sdk/v1/magic_links/authenticate',
    body: { token: 'bGluaw…', code_verifier: 'dmVyaWZpZXI…', session_duration_minutes },
  },
  no_user_password: passwordSignIn,
  breached_password: newPassword('password123'),
  weak_password: newPassword('ada'),
  reset_password: {
    ...passwordSignIn,
    note: 'The address was verified by a code or link after the password was set, so the password must be set again.',
  },
  invalid_code: code('12 34'),
  user_lock_limit_reached: { ...passwordSignIn, retryAfterSeconds: 3600 },
  otp_code_not_found: {
    ...code('000000'),
    note: '`attempts_remaining` is 0 after the last of five guesses. Before, the response has no `error_details`.',
    details: { attempts_remaining: 0 },
  },
  recovery_code_not_found: {
    request: 'POST /sdk/v1/totps/recover',
    body: { recovery_code: 'abcde-fgh23', session_duration_minutes },
  },
  webauthn_registration_not_found: {
    request: 'PUT /sdk/v1/webauthn/update/webauthn-registration-test-0199…',
    body: { name: 'Laptop' },
  },
  oauth_token_not_found: oauthToken,
  member_password_not_found: {
    request: 'DELETE /sdk/v1/b2b/organizations/members/passwords/member-password-test-0199…',
  },
  member_phone_number_not_found: {
    request: 'DELETE /sdk/v1/b2b/organizations/members/mfa_phone_numbers/member-test-0199…',
  },
  oauth_flow_callback_error: {
    request: 'GET https://app.example.com/login?latchkey_token_type=oauth&latchkey_error=oauth_flow_callback_error',
    note: 'The provider redirects to your page with the type in the URL. `client.authenticateByUrl` rejects with it.',
  },
  oauth_access_denied: {
    request: 'GET https://app.example.com/login?latchkey_token_type=oauth&latchkey_error=oauth_access_denied',
    note: 'The provider redirects to your page with the type in the URL. `client.authenticateByUrl` rejects with it.',
  },
  unauthorized_action: {
    request: 'DELETE /sdk/v1/users/emails/email-test-0199…',
    note: 'For example in a session that an operator started by impersonation.',
  },
  invalid_session_token: {
    request: 'POST /sdk/v1/sessions/attest',
    body: { profile_id: 'partner', token: 'eyJhbGciOiJFUzI1NiJ9…', session_token: 'c2Vzc2lvbg…' },
  },
  session_not_found: { request: 'POST /sdk/v1/sessions/authenticate', body: {} },
  invalid_phone_number_country_code: { ...sms, body: { phone_number: '+447400123456' } },
  duplicate_member_phone_number: {
    request: 'POST /sdk/v1/b2b/otps/sms/send',
    body: { organization_id, member_id: 'member-test-0199…', mfa_phone_number: '+15005550006' },
  },
  duplicate_email: { request: 'POST /v1/users', body: { email, email_verified: true } },
  duplicate_phone_number: { request: 'POST /v1/users', body: { phone_number, phone_number_verified: true } },
  duplicate_crypto_wallet: {
    request: 'POST /sdk/v1/crypto_wallets/authenticate',
    body: { ...wallet, signature: '0x8a3f…', session_duration_minutes },
    note: 'Another user is signed in.',
  },
  duplicate_oauth_registration: { ...oauthToken, note: 'The sign-in was started with an `oauth_attach_token`.' },
  duplicate_webauthn_registration: {
    request: 'POST /sdk/v1/webauthn/register',
    body: { public_key_credential: '{"id":"…","response":{…}}' },
  },
  invalid_signature: {
    request: 'POST /sdk/v1/crypto_wallets/authenticate',
    body: { ...wallet, signature: '0x00', session_duration_minutes },
  },
  invalid_webauthn_credential: {
    request: 'POST /sdk/v1/webauthn/authenticate',
    body: { public_key_credential: '{"id":"…","response":{…}}', session_duration_minutes },
  },
  invalid_secret_authentication: { request: 'GET /v1/users?query=ada' },
  pkce_mismatch: oauthToken,
  pkce_required: { ...link({}), note: 'The request has no `code_challenge`.' },
  step_up_required: { request: 'DELETE /sdk/v1/users/emails/email-test-0199…' },
  too_many_requests: { ...emailCode, retryAfterSeconds: 240 },
  captcha_required: {
    ...emailCode,
    note: 'Callers whose `Accept` header does not name JSON get the message as plain text.',
  },
  invalid_public_token: { request: 'GET /sdk/v1/projects/bootstrap/public-token-test-0199…' },
  invalid_authorization_header: {
    request: 'GET /sdk/v1/users/me',
    note: 'The request has no `Authorization` header.',
  },
  unauthorized_origin: {
    ...emailCode,
    note: 'The page is on `https://app.example.com`. Only test projects send the command.',
    message:
      'The origin https://app.example.com is not authorized for this project. Run: latchkey origins add https://app.example.com --project project-test-0199…',
    details: {
      origin: 'https://app.example.com',
      command: 'latchkey origins add https://app.example.com --project project-test-0199…',
    },
  },
  wrong_vertical: {
    ...emailCode,
    note: 'The public token belongs to a business project.',
  },
  method_not_enabled: {
    ...sms,
    message: 'This provider cannot send messages by sms: no carrier is configured for it.',
    details: { channel: 'sms' },
  },
  oauth_config_not_found: {
    request: 'GET /v1/public/oauth/github/start?public_token=public-token-test-0199…',
    note: 'A navigation of the browser: the user sees a page with the message.',
  },
  invalid_redirect_url: {
    ...link({ login_magic_link_url: 'https://app.example.com/in' }),
    message:
      "The URL https://app.example.com/in is not on the project's list of login redirect URLs. Run: latchkey redirects add --type login 'https://app.example.com/in' --project project-test-0199…",
    details: {
      redirect_url: 'https://app.example.com/in',
      type: 'login',
      command: "latchkey redirects add --type login 'https://app.example.com/in' --project project-test-0199…",
    },
  },
  no_redirect_url: link({}),
  template_not_found: { ...emailCode, body: { email, login_template_id: 'welcome' } },
  connected_app_not_allowed: { ...consent({}), request: 'POST /sdk/v1/b2b/oauth/authorize/start' },
  connected_app_not_found: { request: 'POST /sdk/v1/users/connected_apps/connected-app-test-0199…/revoke' },
  oauth_client_not_found: consent({}),
  oauth_invalid_redirect_uri: consent({ redirect_uri: 'https://notes.example/other' }),
  oauth_invalid_request: consent({ prompt: 'none login' }),
  oauth_unsupported_response_type: consent({ response_type: 'token' }),
  oauth_invalid_scope: consent({ scope: 'notes:delete' }),
  oauth_request_expired: consent({}),
  no_consent_page: {
    request:
      'GET /v1/public/project-test-0199…/oauth2/authorize?client_id=connected-app-test-0199…&response_type=code&redirect_uri=https%3A%2F%2Fnotes.example%2Fcallback',
    note: 'A navigation of the browser: the user sees a page with the message.',
  },
  invalid_access_token: {
    request: 'POST /sdk/v1/sessions/exchange_access_token',
    body: { access_token: 'eyJhbGciOiJFUzI1NiJ9…', session_duration_minutes },
  },
  attestation_profile_not_found: {
    request: 'POST /sdk/v1/sessions/attest',
    body: { profile_id: 'unknown', token: 'eyJhbGciOiJFUzI1NiJ9…', session_duration_minutes },
  },
  user_not_found: { request: `GET ${userPath}` },
  registration_not_found: { request: 'DELETE /sdk/v1/users/emails/email-test-0199…' },
  registration_limit_reached: { request: 'POST /sdk/v1/otps/email/send/secondary', body: { email } },
  invalid_crypto_wallet_address: {
    request: 'POST /sdk/v1/crypto_wallets/authenticate/start/primary',
    body: { ...wallet, crypto_wallet_address: '0x68872' },
  },
  invalid_domain: {
    request: 'POST /sdk/v1/webauthn/authenticate/start/primary',
    body: { domain: '127.0.0.1' },
    note: 'An IP address is not a domain: open the page on `localhost`.',
  },
  last_factor: { request: 'DELETE /sdk/v1/users/emails/email-test-0199…' },
  phone_number_not_found: {
    request: 'POST /sdk/v1/otps/sms/send/primary',
    body: { phone_number },
  },
  duplicate_external_id: { request: `PUT ${userPath}`, body: { external_id: 'customer-17' } },
  unsupported_password_hash: {
    request: 'POST /v1/users',
    body: { email, password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
  },
  settings_conflict: {
    request: 'PUT /v1/settings',
    body: { settings: { step_up_minutes: 10 }, revision: 3 },
  },
  organization_not_found: { request: 'GET /v1/organizations/organization-test-0199…/members' },
  organization_slug_already_used: {
    request: 'POST /v1/organizations',
    body: { organization_name: 'Acme', organization_slug: 'acme' },
  },
  duplicate_member_email: {
    request: 'POST /v1/organizations/organization-test-0199…/members',
    body: { email_address: email },
  },
  organization_domain_not_found: {
    request: 'POST /v1/organizations/organization-test-0199…/domains/acme.example/check',
  },
  member_not_found: {
    request: 'PUT /sdk/v1/b2b/organizations/members/member-test-0199…',
    body: { name: 'Ada Lovelace' },
  },
  intermediate_session_not_found: exchange,
  invalid_intermediate_session_token_for_organization: exchange,
  operation_restricted_by_organization_auth_methods: {
    request: 'POST /sdk/v1/b2b/passwords/authenticate',
    body: { organization_id, email_address: email, password, session_duration_minutes },
    note: 'The organization allows SSO only.',
  },
  operation_restricted_by_organization_mfa_methods: {
    request: 'POST /sdk/v1/b2b/totp',
    body: { organization_id, member_id: 'member-test-0199…' },
    note: 'The organization allows SMS only.',
  },
  organization_suspended: { ...exchange, request: 'POST /sdk/v1/b2b/sessions/exchange' },
  sso_token_not_found: ssoToken,
  sso_authentication_failed: {
    ...ssoToken,
    details: { code: 'audience', connection_id: 'saml-connection-test-0199…', attempt_id: 'sso-attempt-test-0199…' },
  },
  no_sso_connection_exists_for_organization: ssoToken,
  sso_connection_not_found: { request: `DELETE ${connectionPath}` },
  sso_certificate_not_found: { request: `DELETE ${certificatePath}` },
  invalid_idp_sso_url: {
    request: `PUT ${samlPath}/url`,
    body: { metadata_url: 'https://intranet.acme.example/metadata' },
    details: { reason: 'address_refused' },
  },
  too_many_sso_connections: { request: 'POST /sdk/v1/b2b/sso/saml', body: { display_name: 'Okta' } },
  too_many_sso_verification_certificates: { request: `PUT ${samlPath}`, body: { x509_certificate: 'MIIC…' } },
  cannot_delete_last_sso_verification_key: { request: `DELETE ${certificatePath}` },
  cannot_delete_default_sso_connection: { request: `DELETE ${connectionPath}` },
  sso_only_conditions_not_met: { request: `DELETE ${connectionPath}`, details: { reason: 'connection_test' } },
  requires_active_sso_connection: {
    request: 'PUT /sdk/v1/b2b/organizations/me',
    body: { sso_default_connection_id: 'saml-connection-test-0199…' },
  },
  action_available_only_for_active_members: {
    request: 'POST /sdk/v1/b2b/organizations/members/member-test-0199…/start_email_update',
    body: { email_address: email },
  },
  member_impersonation_not_allowed: {
    request: 'POST /sdk/v1/b2b/impersonation/authenticate',
    body: { impersonation_token: 'Zq3…' },
  },
  invitation_not_found: {
    request: 'DELETE /v1/organizations/organization-test-0199…/invitations/member-test-0199…',
  },
  no_deleted_member_found_for_reactivation: {
    request: 'PUT /sdk/v1/b2b/organizations/members/member-test-0199…/reactivate',
  },
  retired_member_email: { request: 'POST /sdk/v1/b2b/organizations/members', body: { email_address: email } },
  member_reset_password: {
    request: 'POST /sdk/v1/b2b/passwords/authenticate',
    body: { organization_id, email_address: email, password, session_duration_minutes },
  },
  organization_settings_domain_too_common: {
    request: 'POST /v1/organizations/organization-test-0199…/domains',
    body: { domain: 'gmail.com' },
  },
  organization_settings_disposable_domain: {
    request: 'POST /v1/organizations/organization-test-0199…/domains',
    body: { domain: 'disposable.example' },
  },
  organization_settings_duplicate_domain: {
    request: 'POST /v1/organizations/organization-test-0199…/domains',
    body: { domain: 'acme.example' },
  },
  no_discovery_redirect_url: {
    request: 'POST /sdk/v1/b2b/magic_links/email/discovery/send',
    body: { email_address: email },
  },
  invalid_discovery_redirect_url: {
    request: 'POST /sdk/v1/b2b/magic_links/email/discovery/send',
    body: { email_address: email, discovery_redirect_url: 'https://app.example.org/discovery' },
  },
  secret_key_not_found: { request: 'DELETE /v1/secret_keys/secret-key-test-0199…' },
  signing_key_too_young: { request: 'POST /v1/signing_keys/rotate', body: {} },
  invalid_session_duration: {
    ...code('042137'),
    body: { token: '042137', method_id: 'email-test-0199…', session_duration_minutes: 2 },
    isMalformed: true,
  },
  invalid_expiration: { ...emailCode, body: { email, expiration_minutes: 30 }, isMalformed: true },
  schema_error: {
    request: 'POST /sdk/v1/otps/authenticate',
    body: { code: '042137', method_id: 'email-test-0199…', session_duration_minutes },
    issues: {
      body: [
        {
          ...{ dataPath: '.token', message: 'is required', keyword: 'required' },
          ...{ schemaPath: '#/properties/token/required', params: { type: 'string' } },
        },
      ],
    },
    isMalformed: true,
  },
  malformed_json: { ...emailCode, note: 'The body ends before the last brace.', isCutOff: true },
  unsupported_media_type: { ...emailCode, note: 'The request has `Content-Type: text/plain`.' },
  payload_too_large: {
    request: 'POST /sdk/v1/events',
    note: 'The body is larger than the call accepts.',
    isMalformed: true,
  },
  endpoint_not_found: { request: 'GET /sdk/v1/otp', isMalformed: true },
  endpoint_not_available: {
    ...emailCode,
    note: 'This version of the provider implements every endpoint. An older one may not.',
  },
  method_not_allowed: { request: 'GET /sdk/v1/otps/authenticate', isMalformed: true },
  service_unavailable: { ...emailCode, retryAfterSeconds: 2 },
  internal_error: emailCode,
  unknown_error: {
    ...emailCode,
    note: 'The client creates this error if the response has no `error_type`, for example a page of a proxy.',
  },
}

const pkce = [
  'A link says that it belongs to another browser',
  'troubleshooting.md#a-link-says-that-it-belongs-to-another-browser',
] as const
const redirects = ['Redirect URLs', 'settings.md#redirect-urls'] as const
const identityProvider = ['Identity provider', 'identity-provider.md'] as const
const linking = ['Account linking', 'oauth.md#account-linking'] as const
const passwords = ['password_policy in the project settings', 'settings.md'] as const

/** Where to read more: title and target, from the folder `docs`. */
export const errorLinks: Partial<Record<KnownErrorType, readonly [title: string, target: string]>> = {
  unsubscribed_phone_number: ['Suppression list', 'delivery.md#suppression-list'],
  inactive_email: ['Suppression list', 'delivery.md#suppression-list'],
  email_not_found: ['enumeration in the project settings', 'settings.md'],
  unable_to_auth_magic_link: [
    'Links that this browser did not request',
    'client.md#links-that-this-browser-did-not-request',
  ],
  breached_password: passwords,
  weak_password: passwords,
  user_lock_limit_reached: ['Wrong passwords and codes', 'rate-limits.md#wrong-passwords-and-codes'],
  otp_code_not_found: ['Wrong passwords and codes', 'rate-limits.md#wrong-passwords-and-codes'],
  recovery_code_not_found: ['Recovery codes', 'mfa.md#recovery-codes'],
  oauth_token_not_found: ['OAuth with your own screens', 'oauth.md#with-your-own-screens'],
  oauth_flow_callback_error: ['Set up an identity provider', 'oauth.md#set-up-an-identity-provider'],
  oauth_access_denied: ['OAuth with your own screens', 'oauth.md#with-your-own-screens'],
  unauthorized_action: ['Device checks', 'bot-protection.md#device-checks'],
  session_not_found: ['Session lifetime', 'client.md#session-lifetime'],
  invalid_phone_number_country_code: ['sms_country_codes in the project settings', 'settings.md'],
  duplicate_email: linking,
  duplicate_oauth_registration: linking,
  invalid_webauthn_credential: ['Domains of passkeys', 'provider.md#passkeys'],
  invalid_secret_authentication: ['Secret keys', 'administration.md#secret-keys'],
  pkce_mismatch: pkce,
  pkce_required: pkce,
  step_up_required: ['Step-up', 'mfa.md#step-up-ask-again-before-a-sensitive-change'],
  too_many_requests: ['All limits', 'rate-limits.md#all-limits'],
  captcha_required: ['Captcha', 'bot-protection.md#captcha'],
  invalid_public_token: ['The public token is not known', 'troubleshooting.md#the-public-token-is-not-known'],
  unauthorized_origin: ['Authorized origins', 'cors.md#authorized-origins'],
  method_not_enabled: ['Email, SMS and WhatsApp delivery', 'delivery.md'],
  oauth_config_not_found: ['Set up an identity provider', 'oauth.md#set-up-an-identity-provider'],
  invalid_redirect_url: redirects,
  no_redirect_url: redirects,
  template_not_found: ['Message templates', 'messages.md#message-templates'],
  oauth_client_not_found: identityProvider,
  oauth_invalid_redirect_uri: identityProvider,
  oauth_invalid_request: identityProvider,
  oauth_unsupported_response_type: identityProvider,
  oauth_invalid_scope: ['Scopes for other applications', 'rbac.md#scopes-for-other-applications'],
  oauth_request_expired: identityProvider,
  no_consent_page: ['Consent screen', 'widgets.md#consent-screen-for-other-applications'],
  attestation_profile_not_found: ['Attestation', 'provider.md#attestation'],
  invalid_domain: ['Domains of passkeys', 'provider.md#passkeys'],
  unsupported_password_hash: ['Password hashes', 'migration.md#other-products'],
  settings_conflict: ['The HTTP API', 'administration.md#the-http-api'],
  secret_key_not_found: ['Secret keys', 'administration.md#secret-keys'],
  signing_key_too_young: ['Signing keys', 'scaling.md#signing-keys'],
  invalid_session_duration: ['Session lifetime', 'client.md#session-lifetime'],
  invalid_expiration: ['Lifetime of links and codes', 'delivery.md#lifetime-of-links-and-codes'],
  service_unavailable: ['Monitoring', 'provider.md#monitoring'],
  internal_error: ['Log', 'observability.md#log'],
  unknown_error: ['No response from the provider', 'troubleshooting.md#no-response-from-the-provider'],
}
