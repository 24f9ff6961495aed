import type { Strings } from '@latchkey/widgets'
import { de } from '@latchkey/widgets/locales/de'
import { en } from '@latchkey/widgets/locales/en'

export const localeNames = { en: 'English', de: 'Deutsch' } as const
export type Locale = keyof typeof localeNames

const texts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en, de }

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(localeNames, value)
}

/** Every text of the widget in a language, by key. */
export function textsOf(locale: Locale): Readonly<Record<string, string>> {
  return texts[locale]
}

/** What the widget is told: English it knows by itself. */
export function stringsOf(locale: Locale, changed: Readonly<Record<string, string>>): Strings {
  return locale === 'en' ? changed : { ...texts[locale], ...changed }
}
