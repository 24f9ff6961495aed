/** The error texts of the first load: invalid input and missing responses. */
export const failureStrings = {
  'error.invalid_email': 'Email format is invalid.',
  'error.invalid_email_address': 'Invalid email address.',
  'error.invalid_phone_number': 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
  'error.unreachable': 'No answer. Check your connection and try again.',
  'error.screen_not_loaded': 'The next step could not be loaded. Please try again, or reload the page.',
  'error.unknown_error': 'Something went wrong. Please try again.',
} as const
