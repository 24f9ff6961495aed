export const loggedInStrings = {
  'logged_in.title': 'Success!',
  'logged_in.text': 'You have successfully logged in.',
} as const
