export const resetPasswordStrings = {
  'reset_password.title': 'Reset your password',
  'reset_password.text': 'Choose a new password. You are signed in with it at once.',
  'reset_password.label': 'New password',
  'reset_password.logging_in': 'Logging in...',
  'reset_password.new_link': 'Get a new link',
  'reset_password.dead_title': 'This link no longer works',
  'reset_password.dead_text': 'It has expired or was already used. We can send you a new one.',
  'reset_password.no_token': 'Required parameter is missing: token. Please reach out to the application developer.',
  'reset_password.email_title': 'Get a new link',
  'reset_password.email_text':
    'Tell us your email address, and open the link in the mail on this device, in this browser.',
  'reset_verify_confirmation.title': 'Success!',
  'reset_verify_confirmation.text': 'You have successfully logged in.',
} as const
