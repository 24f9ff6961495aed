export type LocaleName = (typeof localeNames)[number]

export const localeNames = [
  'ar',
  'de',
  'en',
  'en-plain',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-br',
  'tr',
  'zh-cn',
] as const
