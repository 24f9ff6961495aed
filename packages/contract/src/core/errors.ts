/**
 * The error table: type, HTTP status and message of every error. The server throws by type, the client rejects with it,
 * and the widgets look up the message.
 */
export const errorTable = {
  // Errors that end users can act on.
  invalid_email: { status: 400, message: 'Email format is invalid.' },
  invalid_phone_number: {
    status: 400,
    message: 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
  },
  unsubscribed_phone_number: { status: 400, message: "User unsubscribed; resubscribe by texting 'START'." },
  inactive_email: {
    status: 400,
    message: 'The email address is marked as inactive; try another or contact admin.',
  },
  unauthorized_credentials: { status: 401, message: 'Unauthorized credentials.' },
  user_unauthenticated: { status: 401, message: 'Must have an active session to call this method.' },
  email_not_found: { status: 404, message: 'Email not found.' },
  unable_to_auth_magic_link: { status: 401, message: 'Link already used or expired, try again.' },
  no_user_password: { status: 400, message: 'Password not found for this user.' },
  breached_password: { status: 400, message: 'Password appears in a breached list and must be reset.' },
  weak_password: { status: 400, message: 'Password is too easy to guess. Please choose another.' },
  reset_password: { status: 400, message: 'Password must be reset.' },
  invalid_code: { status: 400, message: 'Code format is invalid.' },
  user_lock_limit_reached: {
    status: 429,
    message: 'Too many failed authentication attempts. Please try again later.',
  },
  otp_code_not_found: { status: 404, message: 'Invalid passcode, please try again.' },
  recovery_code_not_found: { status: 404, message: 'Invalid recovery code, please try again.' },
  webauthn_registration_not_found: { status: 404, message: 'Passkey registration not found' },
  oauth_token_not_found: { status: 404, message: 'OAuth token not found.' },
  member_password_not_found: { status: 404, message: 'Member password not found.' },
  oauth_flow_callback_error: { status: 400, message: 'OAuth callback error, please try again.' },
  oauth_access_denied: { status: 403, message: 'The sign-in was canceled at the identity provider.' },
  unauthorized_action: { status: 403, message: 'Unauthorized action.' },
  invalid_session_token: { status: 401, message: 'Invalid session token.' },
  session_not_found: { status: 404, message: 'Session not found.' },
  invalid_phone_number_country_code: {
    status: 400,
    message: 'Phone number country code is invalid, unsupported or disabled.',
  },
  duplicate_member_phone_number: { status: 409, message: 'Duplicate phone number in organization.' },
  duplicate_email: { status: 409, message: 'A user with this email already exists.' },
  duplicate_phone_number: { status: 409, message: 'A user with this phone number already exists.' },
  duplicate_crypto_wallet: { status: 409, message: 'A user with this wallet already exists.' },
  duplicate_oauth_registration: { status: 409, message: 'This account is already linked to another user.' },
  duplicate_webauthn_registration: { status: 409, message: 'The authenticator is already registered.' },
  invalid_signature: { status: 400, message: 'The signature could not be verified, please try again.' },
  invalid_webauthn_credential: { status: 400, message: 'The passkey could not be verified, please try again.' },
  invalid_secret_authentication: { status: 401, message: 'Invalid secret authentication.' },
  pkce_mismatch: {
    status: 400,
    message:
      'This sign-in must be completed on the same device it was started on, in the same browser and at the same address.',
  },
  pkce_required: { status: 400, message: 'This project requires a code challenge.' },
  step_up_required: { status: 403, message: 'Please sign in again to do this.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please try again later.' },
  captcha_required: { status: 403, message: 'Captcha required' },
  intermediate_session_not_found: { status: 404, message: 'The sign-in has expired. Please start again.' },
  operation_restricted_by_organization_auth_methods: {
    status: 403,
    message: 'The organization does not allow this way to sign in.',
  },
  operation_restricted_by_organization_mfa_methods: {
    status: 403,
    message: 'The organization does not allow this second factor.',
  },
  sso_token_not_found: { status: 404, message: 'The sign-in has expired. Please start again.' },
  sso_authentication_failed: {
    status: 400,
    message: 'The single sign-on failed. Please try again, or contact your admin.',
  },
  no_sso_connection_exists_for_organization: {
    status: 400,
    message: 'The organization has no connection for single sign-on.',
  },
  organization_suspended: { status: 403, message: 'The organization is suspended. Please contact its admin.' },
  organization_slug_already_used: { status: 409, message: 'Another organization uses this slug.' },
  duplicate_member_email: { status: 409, message: 'The organization already has a member with this email.' },
  retired_member_email: { status: 409, message: 'A member of the organization used this email address before.' },
  member_reset_password: { status: 400, message: 'Password must be reset.' },
  organization_settings_domain_too_common: {
    status: 400,
    message: 'People outside the organization have addresses of this domain.',
  },
  organization_settings_disposable_domain: { status: 400, message: 'Addresses of this domain are disposable.' },
  organization_settings_duplicate_domain: { status: 409, message: 'The domain is already in use.' },

  // Errors that developers have to fix.
  invalid_public_token: {
    status: 401,
    message: 'The public token is unknown. Check the token and the URL of the provider.',
  },
  invalid_authorization_header: { status: 401, message: 'The Authorization header is missing or malformed.' },
  unauthorized_origin: { status: 403, message: 'This origin is not authorized for the project.' },
  wrong_vertical: {
    status: 403,
    message: 'This endpoint is not available for this type of project (consumer or business).',
  },
  method_not_enabled: { status: 403, message: 'This sign-in method is not enabled for the project.' },
  oauth_config_not_found: {
    status: 404,
    message: 'The project has no credentials for this identity provider.',
  },
  invalid_redirect_url: {
    status: 400,
    message: 'The redirect URL is not in the redirect URLs of the project. Add it to the settings.',
  },
  no_redirect_url: { status: 400, message: 'No redirect URL was given and the project has no default.' },
  template_not_found: { status: 404, message: 'Template not found.' },
  connected_app_not_allowed: { status: 403, message: 'The organization does not allow this application.' },
  connected_app_not_found: { status: 404, message: 'Connected app not found.' },
  oauth_client_not_found: { status: 404, message: 'The client application is not registered with the project.' },
  oauth_invalid_redirect_uri: {
    status: 400,
    message: 'The redirect URI is not registered for the client application.',
  },
  oauth_invalid_request: { status: 400, message: 'The authorization request is invalid.' },
  oauth_unsupported_response_type: {
    status: 400,
    message: 'Unsupported response_type.',
  },
  oauth_invalid_scope: { status: 400, message: 'None of the requested scopes can be granted.' },
  oauth_request_expired: {
    status: 400,
    message: 'The authorization request has expired or was already completed. Start again from the application.',
  },
  no_consent_page: { status: 400, message: 'The project has no consent page. Set identity_provider.consent_page_url.' },
  invalid_access_token: { status: 401, message: 'The access token is invalid, expired or issued for another purpose.' },
  attestation_profile_not_found: { status: 404, message: 'Attestation profile not found.' },
  user_not_found: { status: 404, message: 'User not found.' },
  registration_not_found: { status: 404, message: 'Registration not found.' },
  registration_limit_reached: {
    status: 400,
    message: 'The maximum number of registrations is reached. Remove one first.',
  },
  invalid_crypto_wallet_address: { status: 400, message: 'The wallet address is invalid.' },
  invalid_domain: { status: 400, message: 'The domain cannot be used for passkeys of the project.' },
  last_factor: { status: 400, message: 'The last factor cannot be removed. Add another one first.' },
  phone_number_not_found: { status: 404, message: 'Phone number not found.' },
  duplicate_external_id: { status: 409, message: 'A user with this external id already exists.' },
  unsupported_password_hash: { status: 400, message: 'Unsupported password hash format.' },
  settings_conflict: {
    status: 409,
    message: 'The settings have changed since they were read. Read them again and retry.',
  },
  organization_not_found: { status: 404, message: 'Organization not found.' },
  organization_domain_not_found: { status: 404, message: 'The organization does not have this domain.' },
  member_not_found: { status: 404, message: 'Member not found.' },
  invitation_not_found: { status: 404, message: 'The member has no open invitation.' },
  invalid_intermediate_session_token_for_organization: {
    status: 400,
    message: 'The intermediate session token belongs to another organization.',
  },
  action_available_only_for_active_members: {
    status: 400,
    message: 'This action is available for active members only.',
  },
  member_impersonation_not_allowed: {
    status: 403,
    message: 'The project does not allow to impersonate this member.',
  },
  member_phone_number_not_found: { status: 404, message: 'The member has no phone number.' },
  no_deleted_member_found_for_reactivation: { status: 404, message: 'The organization has no such deleted member.' },
  no_discovery_redirect_url: {
    status: 400,
    message: 'No discovery redirect URL was given and the project has no default.',
  },
  invalid_discovery_redirect_url: {
    status: 400,
    message: 'The discovery redirect URL is not in the redirect URLs of the project. Add it to the settings.',
  },
  sso_connection_not_found: { status: 404, message: 'SSO connection not found.' },
  sso_certificate_not_found: { status: 404, message: 'The SSO connection does not have this certificate.' },
  invalid_idp_sso_url: { status: 400, message: 'The metadata of the identity provider could not be read.' },
  too_many_sso_connections: {
    status: 400,
    message: 'The organization has the maximum number of SSO connections. Delete one first.',
  },
  too_many_sso_verification_certificates: {
    status: 400,
    message: 'The SSO connection has the maximum number of certificates. Delete one first.',
  },
  cannot_delete_last_sso_verification_key: {
    status: 400,
    message: 'The last certificate of an SSO connection cannot be deleted. Add another one first.',
  },
  cannot_delete_default_sso_connection: {
    status: 400,
    message: 'The default SSO connection cannot be deleted. Choose another default first.',
  },
  sso_only_conditions_not_met: {
    status: 400,
    message: 'The organization allows single sign-on only, which this change would make unsafe.',
  },
  requires_active_sso_connection: { status: 400, message: 'This requires an active SSO connection.' },
  secret_key_not_found: { status: 404, message: 'Secret key not found.' },
  signing_key_too_young: {
    status: 409,
    message:
      'The next signing key was published less than a day ago, so verifiers may not know it yet. Try again later.',
  },
  invalid_session_duration: { status: 400, message: 'The session duration is out of range.' },
  invalid_expiration: { status: 400, message: 'The expiration is out of range.' },
  schema_error: { status: 400, message: 'Request does not match expected schema' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, message: 'The request body must be application/json.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  endpoint_not_found: { status: 404, message: 'Endpoint not found.' },
  endpoint_not_available: { status: 404, message: 'This endpoint is not available yet.' },
  method_not_allowed: { status: 405, message: 'This endpoint does not support this HTTP method.' },
  service_unavailable: { status: 503, message: 'The service is busy. Please try again.' },
  internal_error: { status: 503, message: 'Something went wrong. Please try again.' },
  unknown_error: { status: 400, message: 'An unknown error occurred.' },
} as const

export type KnownErrorType = keyof typeof errorTable

/** Not limited to the table, because newer providers may have more types. */
export type ErrorType = KnownErrorType | (string & {})

/** The types that end a session; all other errors may be temporary. */
export const unrecoverableErrorTypes: readonly KnownErrorType[] = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]

/** One part of a request that does not match the schema. */
export interface SchemaIssue {
  dataPath: string
  message: string
  keyword: string
  schemaPath: string
  params: Record<string, unknown>
}

/** The body of every error response, without a `data` wrapper. */
export interface ErrorBody {
  status_code: number
  request_id: string
  error_type: ErrorType
  error_message: string
  error_url: string
  error_details?: Record<string, unknown>
  body?: SchemaIssue[]
  params?: SchemaIssue[]
  query?: SchemaIssue[]
}

/**
 * Returns the message of an error type, or the message of the server if the type is unknown.
 *
 * @example
 * errorMessage('otp_code_not_found') // 'Invalid passcode, please try again.'
 */
export function errorMessage(type: ErrorType, serverMessage = ''): string {
  return Object.hasOwn(errorTable, type) ? errorTable[type as KnownErrorType].message : serverMessage
}
