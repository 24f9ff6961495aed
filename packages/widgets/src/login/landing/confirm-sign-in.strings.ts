export const confirmSignInStrings = {
  'confirm_sign_in.title': 'Continue signing in?',
  'confirm_sign_in.account': 'You will be signed in as {email}.',
  'confirm_sign_in.text': 'This link was not requested in this browser. Continue only if you asked for it yourself.',
  'confirm_sign_in.button': 'Sign in',
} as const
