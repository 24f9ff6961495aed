export const uiStrings = {
  back: 'Back',
  loading: 'Loading…',
  watermark: 'Powered by {brand}',
  // No texts: the BCP 47 tag of the language, and 'ltr' or 'rtl'. Empty: as the page around the widget.
  'locale.language': '',
  'locale.direction': '',
} as const
