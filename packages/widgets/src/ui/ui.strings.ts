export const uiStrings = {
  back: 'Back',
  watermark: 'Powered by {brand}',
  'error_screen.title': 'Looks like there was an error!',
  'error_screen.text': 'Something went wrong. Please try again.',
} as const
