/** The texts for the errors that the screens can meet. Loaded when the browser is idle. */
export const errorStrings = {
  'error.unsubscribed_phone_number': "User unsubscribed; resubscribe by texting 'START'.",
  'error.inactive_email': 'The email address is marked as inactive; try another or contact admin.',
  'error.unauthorized_credentials': 'Unauthorized credentials.',
  'error.email_not_found': 'Email not found.',
  'error.unable_to_auth_magic_link': 'Link already used or expired, try again.',
  'error.breached_password': 'Password appears in a breached list and must be reset.',
  'error.reset_password': 'Password must be reset.',
  'error.invalid_code': 'Code format is invalid.',
  'error.user_lock_limit_reached': 'Too many failed authentication attempts. Please try again later.',
  'error.otp_code_not_found': 'Invalid passcode, please try again.',
  'error.webauthn_registration_not_found': 'Passkey registration not found',
  'error.oauth_flow_callback_error': 'OAuth callback error, please try again.',
  'error.invalid_phone_number_country_code': 'Phone number country code is invalid, unsupported or disabled.',
  'error.password_required': 'Please enter your password.',
  'error.weak_password': 'Password is too easy to guess. Please choose another.',
  'error.duplicate_email': 'A user with this email already exists.',
  'error.pkce_mismatch':
    'This sign-in must be completed on the same device it was started on, in the same browser and at the same address.',
  'error.too_many_requests': 'Too many requests. Please try again later.',
  'error.service_unavailable': 'The service is busy. Please try again.',
  'error.internal_error': 'Something went wrong. Please try again.',
} as const
