export const passwordsStrings = {
  'password.email': 'Email',
  'password.label': 'Password',
  'password.continue': 'Continue',
  'password_create.title': 'Create account',
  'password_create.text': 'Finish creating your account by setting a password.',
  'password_login.title': 'Log In',
  'password_login.forgot': 'Forgot Password?',
  'password_forgot.title': 'Forgot password?',
  'password_forgot.text': 'A link to reset your password was sent to you at {email}.',
  'password_breached.title': 'Check your email to set a new password',
  'password_breached.text':
    'A different site where you use the same password had a security issue. For your safety, a link to set a new password was sent to you at {email}.',
  'password_dedupe.title': 'Check your email to set a new password!',
  'password_dedupe.text':
    'We want to make sure that your account is secure and that it is really you logging in. A link to set a new password was sent to you at {email}.',
  'password_set_new.title': 'Check your email!',
  'password_set_new.text': 'An email with a link to log in and a link to set a password was sent to you at {email}.',
  'password_mail.resend': 'Resend email',
  'password_mail.resending': 'Sending…',
  'password_confirmation.title': 'Success!',
  'password_confirmation.text': 'You have successfully logged in.',
} as const
