export const errorScreenStrings = {
  'error_screen.title': 'Looks like there was an error!',
  'error_screen.text': 'Something went wrong. Please try again.',
  'error_screen.try_again': 'Try again',
} as const
