/**
 * The texts for errors that do not occur on a screen, or hardly ever. No page loads them: a provider sends the same words
 * as its `error_message`. They are here for translations.
 */
export const rareErrorStrings = {
  'error.user_unauthenticated': 'Must have an active session to call this method.',
  'error.no_user_password': 'Password not found for this user.',
  'error.oauth_token_not_found': 'OAuth token not found.',
  'error.member_password_not_found': 'Member password not found.',
  'error.unauthorized_action': 'Unauthorized action.',
  'error.invalid_session_token': 'Invalid session token.',
  'error.session_not_found': 'Session not found.',
  'error.duplicate_member_phone_number': 'Duplicate phone number in organization.',
  'error.duplicate_phone_number': 'A user with this phone number already exists.',
  'error.step_up_required': 'Please sign in again to do this.',
} as const
