/**
 * The one error table: the type that goes over the wire, the status it is answered with, the words a person reads.
 * The server throws by type, the client rejects with it, the widgets look the words up.
 */
export const errorTable = {
  // What a person can act on (document 1 §8, document 2 §8).
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

  // What a developer has to mend.
  invalid_public_token: { status: 401, message: 'The public token is not known.' },
  invalid_authorization_header: { status: 401, message: 'The Authorization header is missing or malformed.' },
  unauthorized_origin: { status: 403, message: 'This origin is not authorized for the project.' },
  wrong_vertical: { status: 403, message: 'This call is not for projects of this kind.' },
  method_not_enabled: { status: 403, message: 'This sign-in method is not enabled for the project.' },
  oauth_config_not_found: {
    status: 404,
    message: 'The project has no credentials for this identity provider.',
  },
  invalid_redirect_url: { status: 400, message: 'The redirect URL is not on the project’s list.' },
  no_redirect_url: { status: 400, message: 'No redirect URL was given and the project has no default.' },
  template_not_found: { status: 404, message: 'Template not found.' },
  connected_app_not_found: { status: 404, message: 'Connected app not found.' },
  oauth_client_not_found: { status: 404, message: 'The application is not known to the project.' },
  oauth_invalid_redirect_uri: {
    status: 400,
    message: 'The redirect URI is not one that the application has registered.',
  },
  oauth_invalid_request: { status: 400, message: 'The application’s request is not valid.' },
  oauth_unsupported_response_type: {
    status: 400,
    message: 'The application asked for a kind of answer that is not supported.',
  },
  oauth_invalid_scope: { status: 400, message: 'The application asked for nothing that can be granted.' },
  oauth_request_expired: {
    status: 400,
    message: 'This request has expired or was answered already. Start again from the application.',
  },
  no_consent_page: { status: 400, message: 'The project has no page that asks for consent.' },
  invalid_access_token: { status: 401, message: 'The access token is not valid for this.' },
  attestation_profile_not_found: { status: 404, message: 'Attestation profile not found.' },
  user_not_found: { status: 404, message: 'User not found.' },
  registration_not_found: { status: 404, message: 'Registration not found.' },
  registration_limit_reached: { status: 400, message: 'No more of these can be added; remove one first.' },
  invalid_crypto_wallet_address: { status: 400, message: 'The wallet address is not valid.' },
  invalid_domain: { status: 400, message: 'The domain cannot be used for passkeys of the project.' },
  last_factor: { status: 400, message: 'The last way to sign in cannot be removed.' },
  phone_number_not_found: { status: 404, message: 'Phone number not found.' },
  duplicate_external_id: { status: 409, message: 'A user with this external id already exists.' },
  unsupported_password_hash: { status: 400, message: 'The password hash is of no kind that can be verified.' },
  settings_conflict: { status: 409, message: 'The settings were changed meanwhile. Read them again.' },
  organization_not_found: { status: 404, message: 'Organization not found.' },
  duplicate_organization_slug: { status: 409, message: 'An organization with this slug already exists.' },
  duplicate_member: { status: 409, message: 'The organization has a member with this email already.' },
  secret_key_not_found: { status: 404, message: 'Secret key not found.' },
  signing_key_too_young: {
    status: 409,
    message: 'The next signing key was published less than a day ago; some verifier may not have it yet.',
  },
  invalid_session_duration: { status: 400, message: 'The session duration is out of range.' },
  invalid_expiration: { status: 400, message: 'The expiration is out of range.' },
  schema_error: { status: 400, message: 'Request does not match expected schema' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, message: 'The request body must be application/json.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  endpoint_not_found: { status: 404, message: 'There is no such endpoint.' },
  endpoint_not_available: { status: 404, message: 'This endpoint is not available yet.' },
  method_not_allowed: { status: 405, message: 'This endpoint does not take this method.' },
  service_unavailable: { status: 503, message: 'The service is busy. Please try again.' },
  internal_error: { status: 503, message: 'Something went wrong. Please try again.' },
  unknown_error: { status: 400, message: 'An unknown error occurred.' },
} as const

export type KnownErrorType = keyof typeof errorTable

/** Open, so that a newer server's types reach an older client. */
export type ErrorType = KnownErrorType | (string & {})

/** The types that end a session: everything else may pass. */
export const unrecoverableErrorTypes: readonly KnownErrorType[] = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]

/** One place in a request that does not fit the schema. */
export interface SchemaIssue {
  dataPath: string
  message: string
  keyword: string
  schemaPath: string
  params: Record<string, unknown>
}

/** The body of every answer that is not a success. It stands alone, without a `data` wrapper. */
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
 * The words for an error type; a type that is not in the table is shown in the server's own words.
 *
 * @example
 * errorMessage('otp_code_not_found') // 'Invalid passcode, please try again.'
 */
export function errorMessage(type: ErrorType, serverMessage = ''): string {
  return Object.hasOwn(errorTable, type) ? errorTable[type as KnownErrorType].message : serverMessage
}
