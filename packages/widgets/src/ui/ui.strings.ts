export const uiStrings = {
  back: 'Back',
  watermark: 'Powered by {brand}',
} as const
