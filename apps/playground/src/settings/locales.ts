import type { Strings } from '@latchkey/widgets'
import { ar } from '@latchkey/widgets/b2b/organization/locales/ar'
import { de } from '@latchkey/widgets/b2b/organization/locales/de'
import { es } from '@latchkey/widgets/b2b/organization/locales/es'
import { fr } from '@latchkey/widgets/b2b/organization/locales/fr'
import { he } from '@latchkey/widgets/b2b/organization/locales/he'
import { hi } from '@latchkey/widgets/b2b/organization/locales/hi'
import { it } from '@latchkey/widgets/b2b/organization/locales/it'
import { ja } from '@latchkey/widgets/b2b/organization/locales/ja'
import { ko } from '@latchkey/widgets/b2b/organization/locales/ko'
import { nl } from '@latchkey/widgets/b2b/organization/locales/nl'
import { pl } from '@latchkey/widgets/b2b/organization/locales/pl'
import { ptBr } from '@latchkey/widgets/b2b/organization/locales/pt-br'
import { tr } from '@latchkey/widgets/b2b/organization/locales/tr'
import { zhCn } from '@latchkey/widgets/b2b/organization/locales/zh-cn'
import { en } from '@latchkey/widgets/locales/en'
import { enPlain } from '@latchkey/widgets/locales/en-plain'

export const localeNames = {
  en: 'English',
  'en-plain': 'English (plain)',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-br': 'Português (Brasil)',
  tr: 'Türkçe',
  ar: 'العربية',
  he: 'עברית',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  'zh-cn': '简体中文',
} as const
export type Locale = keyof typeof localeNames

/** The export name of a locale. */
export const exportNames: Readonly<Record<Locale, string>> = {
  ...{
    ar: 'ar',
    de: 'de',
    en: 'en',
    'en-plain': 'enPlain',
    es: 'es',
    fr: 'fr',
    he: 'he',
    hi: 'hi',
    it: 'it',
    ja: 'ja',
    ko: 'ko',
    nl: 'nl',
  },
  ...{ pl: 'pl', 'pt-br': 'ptBr', tr: 'tr', 'zh-cn': 'zhCn' },
}

const texts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  ...{ ar, de, en, 'en-plain': enPlain, es, fr, he, hi, it, ja, ko, nl, pl, 'pt-br': ptBr, tr, 'zh-cn': zhCn },
}

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(localeNames, value)
}

/** The strings of the consumer widgets in a locale, by key. */
export function textsOf(locale: Locale): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts[locale]).filter(([key]) => Object.hasOwn(en, key)))
}

/** The `strings` prop. English is built in. */
export function stringsOf(locale: Locale, changed: Readonly<Record<string, string>>): Strings {
  return locale === 'en' ? changed : { ...texts[locale], ...changed }
}
