import type { KnownErrorType } from '@latchkey/contract'
import { organizationErrorDocs } from './organization-error-docs.ts'

/** The content of an error's page below its message. */
export interface ErrorDoc {
  cause: string
  fix: string
}

const retry = 'Wait for the number of seconds in the `Retry-After` header, then try again.'

/** Every type of the contract's table, for `/docs/errors/<type>`. Backticks mark code. */
export const errorDocs: Record<KnownErrorType, ErrorDoc> = {
  invalid_email: {
    cause: 'The value is not an email address that a mail server accepts.',
    fix: 'Correct the address. Validate it with an `<input type="email">` before the call.',
  },
  invalid_phone_number: {
    cause: 'The value is not a phone number in the E.164 format, or the number cannot exist in its country.',
    fix: 'Send plus sign, country code and number, such as `+12025550123`.',
  },
  unsubscribed_phone_number: {
    cause: 'The owner of the number has answered STOP to a text message.',
    fix: 'Ask the user to text START to the sender, or to sign in by another method.',
  },
  inactive_email: {
    cause: 'Messages to this address bounced, or its owner reported one as spam.',
    fix: 'Use another address. An operator can remove the address from the suppression list.',
  },
  unauthorized_credentials: {
    cause: 'The password is wrong, or the session is not valid for this call.',
    fix: 'Try again, or reset the password.',
  },
  user_unauthenticated: {
    cause: 'The call needs a session, and the request has no valid one.',
    fix: 'Sign the user in first. A session ends when it expires or is revoked.',
  },
  email_not_found: {
    cause: 'The project has no user with this email address.',
    fix: 'Check the address, or sign up. A project with `enumeration` `strict` never sends this error.',
  },
  unable_to_auth_magic_link: {
    cause: 'The link was already used, has expired, or was never sent by this project.',
    fix: 'Request a new link.',
  },
  no_user_password: { cause: 'The user has no password.', fix: 'Sign in by another method, or reset the password.' },
  breached_password: {
    cause: 'The password appears in a list of breached passwords.',
    fix: 'Choose another password. An existing user resets it by email.',
  },
  weak_password: { cause: 'The password does not meet the project’s policy.', fix: 'Choose a longer password.' },
  reset_password: {
    cause: 'The account exists, but its password must be set again before it works.',
    fix: 'Start a reset by email with `passwords.resetByEmailStart`.',
  },
  invalid_code: { cause: 'A passcode is six digits; the value is not.', fix: 'Send the six digits of the message.' },
  user_lock_limit_reached: {
    cause: 'There were ten or more wrong secrets in a row for this account.',
    fix: 'Wait for the time in `Retry-After`, sign in by a magic link, reset link, passkey, wallet or OAuth, or ask an operator to unlock the account with `latchkey users unlock`.',
  },
  otp_code_not_found: {
    cause:
      'The passcode is wrong, was already used, has expired, or was replaced by a newer one. After five wrong guesses it is invalid.',
    fix: 'Enter the newest passcode, or request a new one.',
  },
  recovery_code_not_found: {
    cause: 'The recovery code is wrong or was already used.',
    fix: 'Enter another of the codes.',
  },
  webauthn_registration_not_found: {
    cause: 'The passkey was removed from the account, or belongs to another project.',
    fix: 'Sign in by another method and register the passkey again.',
  },
  oauth_token_not_found: {
    cause: 'The token was already used, has expired (two minutes), or belongs to another project.',
    fix: 'Start the sign-in again. Redeem the token once: a page that loads twice redeems it twice.',
  },
  member_password_not_found: {
    cause: 'No member of the organization has a password with this id.',
    fix: 'Use the `member_password_id` of the member. An empty one means that the member has no password.',
  },
  oauth_flow_callback_error: {
    cause: 'The identity provider reported an error, or its response does not belong to a sign-in of this browser.',
    fix: 'Start the sign-in again. If it always fails, check the client id, the client secret and the redirect URI that `latchkey oauth set` printed.',
  },
  oauth_access_denied: {
    cause: 'The user canceled at the identity provider, or did not allow access.',
    fix: 'Show the sign-in form again.',
  },
  unauthorized_action: {
    cause:
      'The caller has no permission: the roles of the user do not permit it, or the session is impersonated and must not change the account. Or the device check has rejected the request.',
    fix: 'Check the roles of the user, whether an operator is impersonating the user, and the setting `dfp_protected_auth_mode`.',
  },
  invalid_session_token: {
    cause: 'The session token is unknown, has expired, or belongs to another user.',
    fix: 'Sign in again.',
  },
  session_not_found: { cause: 'The session has expired or was revoked.', fix: 'Sign in again.' },
  invalid_phone_number_country_code: {
    cause: 'The project does not send to this country.',
    fix: 'Use another number, or add the country to the project’s list of countries.',
  },
  duplicate_member_phone_number: {
    cause: 'Another member of the organization has this phone number.',
    fix: 'Use another number.',
  },
  duplicate_email: {
    cause: 'Another user has this email address.',
    fix: 'Sign in as that user, or use another address.',
  },
  duplicate_phone_number: {
    cause: 'Another user has this phone number.',
    fix: 'Sign in as that user, or use another number.',
  },
  duplicate_crypto_wallet: {
    cause: 'Another user has this wallet.',
    fix: 'Sign in as that user, or use another wallet.',
  },
  duplicate_oauth_registration: {
    cause: 'The account at the identity provider is linked to another user.',
    fix: 'Remove it from that user first, or sign in with it.',
  },
  duplicate_webauthn_registration: {
    cause: 'This authenticator already has a passkey of the project.',
    fix: 'Use the existing passkey.',
  },
  invalid_signature: {
    cause: 'The signature does not match the challenge and the wallet address.',
    fix: 'Request a new challenge and sign it with the same wallet.',
  },
  invalid_webauthn_credential: {
    cause: 'The passkey’s response does not match the challenge, the origin or the domain that it was requested for.',
    fix: 'Start again on the same page. Check that `domain` is the domain of the page.',
  },
  invalid_secret_authentication: {
    cause: 'The project id or the secret key is wrong, or the key was revoked.',
    fix: 'Send `Authorization: Basic base64(project_id:secret_key)`. Create a key with `latchkey secret-keys create`.',
  },
  pkce_mismatch: {
    cause:
      'The token was requested by another browser, or the browser’s storage was cleared since. Or the request has a `code_verifier`, and the token was requested without a challenge.',
    fix: 'A link: open it in the browser that requested it, or request a new one. OAuth: start the sign-in again on a page with the origin of the redirect URL, because the browser stores the verifier per origin: `https://example.com` and `https://www.example.com` are two origins, and so are `localhost` and `127.0.0.1`. Links on other devices: use passcodes, or turn PKCE off with `latchkey settings set pkce_required_for_email_magic_links=false`, for links to a new password `pkce_required_for_password_resets=false`. The cost: another person who has the link, such as an attacker who reads the mailbox, can then use it too. A sign-in link needs one more click on a device that did not request it. A client of your own sends a `code_verifier` only for tokens that it requested with a `code_challenge` or `browser_challenge`.',
  },
  pkce_required: {
    cause: 'The project requires PKCE for this flow, and the request has no `code_challenge`.',
    fix: 'Use the client, which creates challenge and verifier, or turn the requirement off: `latchkey settings set pkce_required_for_oauth=false`, `pkce_required_for_email_magic_links=false` or `pkce_required_for_password_resets=false`.',
  },
  step_up_required: {
    cause:
      'The project requires a recent sign-in for this change (`step_up_minutes`), or an application requires one (`prompt=login`, `max_age`). In a business project: the member has a second factor, and this sign-in or session has not proven it.',
    fix: 'Let the user sign in again, with the second factor, then repeat the call.',
  },
  too_many_requests: {
    cause: 'A rate limit was reached.',
    fix: `${retry} Limits are settings of the provider and of the project.`,
  },
  captcha_required: {
    cause: 'The project requires a captcha for this call, and the request has no valid token.',
    fix: 'Use the client, which gets one, or send `captcha_token`.',
  },
  invalid_public_token: {
    cause: 'No project of this provider has this public token.',
    fix: 'Copy the token from the output of `latchkey dev` (development) or of `latchkey projects list`, and check that `domains.api` of the client is the address of this provider.',
  },
  invalid_authorization_header: {
    cause: 'The header is missing, or is not `Basic base64(public_token:session_token)`.',
    fix: 'Without a session, send the public token as the session token too.',
  },
  unauthorized_origin: {
    cause: 'The page’s origin (scheme, host and port) is not on the project’s list of authorized origins.',
    fix: 'Add it with `latchkey origins add <origin>`. Live projects accept https origins only.',
  },
  wrong_vertical: {
    cause: 'A consumer call was sent to a business project, or a business call to a consumer project.',
    fix: 'Use the public token of the other project. `latchkey projects list` shows the kind of each.',
  },
  method_not_enabled: {
    cause:
      'The sign-in method is turned off for the project, or the provider has no carrier for its messages (`error_details.channel`).',
    fix: 'Turn it on with `latchkey settings set enabled_methods.<method>=true`, configure the carrier (`LATCHKEY_SMTP_URL`, `LATCHKEY_SMS_URL` or Twilio), or remove the method from the widget’s `products`.',
  },
  oauth_config_not_found: {
    cause: 'The project has no OAuth client for this identity provider.',
    fix: 'Add it with `latchkey oauth set <provider>`.',
  },
  invalid_redirect_url: {
    cause:
      'The URL is not on the project’s redirect list of that type. Scheme, host, port, path and query parameters must match an entry.',
    fix: 'Add it with `latchkey redirects add --type <login|signup|reset_password> <url>`. A query parameter must be declared: `?name=value`, or `?name={}` for any value.',
  },
  no_redirect_url: {
    cause: 'The call names no redirect URL, and the project’s list has no entry without a wildcard.',
    fix: 'Name one in the call, or add one with `latchkey redirects add`.',
  },
  template_not_found: {
    cause: 'The project has no message template with this id, or it is for another kind of message.',
    fix: 'Copy the id from `latchkey templates list`.',
  },
  connected_app_not_found: {
    cause: 'The user has not connected this application, or has removed it.',
    fix: 'Fetch the list of connected apps again with `user.getConnectedApps()`.',
  },
  oauth_client_not_found: {
    cause: 'The project has no OAuth client with this `client_id`.',
    fix: 'Register it with `latchkey clients create`.',
  },
  oauth_invalid_redirect_uri: {
    cause: 'The `redirect_uri` is not registered for the OAuth client. It must match exactly.',
    fix: 'Register it, or correct the request.',
  },
  oauth_invalid_request: {
    cause: 'A parameter of the authorization request is missing, repeated or malformed.',
    fix: 'Compare the request with RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1.',
  },
  oauth_unsupported_response_type: { cause: 'Only `response_type=code` is supported.', fix: 'Use the code flow.' },
  oauth_invalid_scope: {
    cause: 'None of the requested scopes can be granted to this user.',
    fix: 'Request `openid`, or a scope that the project’s RBAC policy defines and a role of the user has.',
  },
  oauth_request_expired: {
    cause:
      'The authorization request is more than an hour old or was already answered. Or the decision does not match it: other parameters, another session, or roles, policy or application that were changed since.',
    fix: 'Start the sign-in again in the application.',
  },
  no_consent_page: {
    cause: 'The project has no page with the `<IdentityProvider>` widget.',
    fix: 'Set its URL: `latchkey settings set identity_provider.consent_page_url=<url>`.',
  },
  invalid_access_token: {
    cause: 'The access token has expired, was revoked, or was issued for something else.',
    fix: 'Get a new access token: with the refresh token, or by a new sign-in.',
  },
  attestation_profile_not_found: {
    cause: 'The setting `attestation_profiles` of the project has no entry with this id.',
    fix: 'Check `profile_id` in the call, or add the profile with `latchkey settings set attestation_profiles=@profiles.json`.',
  },
  user_not_found: { cause: 'The project has no user with this id.', fix: 'Check the id and project.' },
  registration_not_found: {
    cause: 'The user has no such email address, phone number, passkey or other registration.',
    fix: 'Fetch the user again and use an id of the response.',
  },
  registration_limit_reached: {
    cause: 'The user has the largest number of registrations of this kind, such as passkeys or email addresses.',
    fix: 'Remove one, then repeat the call.',
  },
  invalid_crypto_wallet_address: {
    cause: 'The address does not fit the wallet type.',
    fix: 'Send an Ethereum address (0x…) or a Solana address (base58).',
  },
  invalid_domain: {
    cause: 'The domain is not the page’s own domain or a parent of it, or no page of the project is below it.',
    fix: 'Use the domain of the page, and add the page’s origin to the project.',
  },
  last_factor: {
    cause: 'This is the last factor of the user: without it the user could not sign in again.',
    fix: 'Add another factor, then repeat the call.',
  },
  phone_number_not_found: {
    cause: 'The project has no user with this phone number.',
    fix: 'Check the number, or sign up.',
  },
  duplicate_external_id: { cause: 'Another user has this external id.', fix: 'Use another id, or update that user.' },
  unsupported_password_hash: {
    cause: 'The format of the password hash is not supported.',
    fix: 'Compare the hash with the list of formats in `latchkey users import --help`, or import the user without a password.',
  },
  settings_conflict: {
    cause: 'The settings were changed between reading and writing them.',
    fix: 'Read them again and repeat the change.',
  },
  ...organizationErrorDocs,
  secret_key_not_found: {
    cause: 'The project has no secret key with this id.',
    fix: 'List the keys with `latchkey secret-keys list`.',
  },
  signing_key_too_young: {
    cause:
      'The next key was published less than a day ago, and servers that verify tokens may cache the keys for a day.',
    fix: 'Rotate again a day after the next key was published. If a key was leaked, add `--force`.',
  },
  invalid_session_duration: {
    cause: 'A session lasts from 5 to 527040 minutes.',
    fix: 'Pass 5 to 527040. A request above the project’s `max_session_minutes` is shortened to it.',
  },
  invalid_expiration: {
    cause: 'A passcode lasts 1 to 10 minutes, a link 5 to 10080 minutes, a TOTP enrollment 5 to 1440 minutes.',
    fix: 'Use a value in that range.',
  },
  schema_error: {
    cause: 'A field is missing or has the wrong type. `body`, `params` and `query` list the fields.',
    fix: 'Compare the request with `/openapi.json`.',
  },
  malformed_json: { cause: 'The body cannot be parsed as JSON.', fix: 'Send valid UTF-8 JSON.' },
  unsupported_media_type: { cause: 'The body is not sent as JSON.', fix: 'Send `Content-Type: application/json`.' },
  payload_too_large: { cause: 'The body is larger than the call accepts.', fix: 'Send less data at once.' },
  endpoint_not_found: { cause: 'The provider has no such path.', fix: 'Compare the path with `/openapi.json`.' },
  endpoint_not_available: {
    cause: 'The call is part of the API, but this version of the provider does not implement it.',
    fix: 'Upgrade the provider, or remove the call.',
  },
  method_not_allowed: { cause: 'The path exists, but not with this HTTP method.', fix: 'See `/openapi.json`.' },
  service_unavailable: {
    cause: 'The database is unreachable, or too many requests are waiting.',
    fix: `${retry} Operators find the reason in the log and at \`/health/ready\`.`,
  },
  internal_error: {
    cause: 'A bug in the provider, or a failure that it does not expect.',
    fix: 'Try again. If it persists, look for the `request_id` in the log and report it.',
  },
  unknown_error: {
    cause: 'The response could not be read as an error of this table, for example because a proxy sent it.',
    fix: 'Check the proxies between the client and the provider.',
  },
}
