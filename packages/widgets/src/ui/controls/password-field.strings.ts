export const passwordFieldStrings = {
  'password.show': 'Show password',
  'password.hide': 'Hide password',
} as const
