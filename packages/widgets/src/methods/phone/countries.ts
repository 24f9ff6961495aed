import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { callingCodes } from './calling-codes.ts'

export interface Country {
  readonly country: CallingCountry
  readonly name: string
  readonly code: string
}

/** Every country with its calling code, with the names and the order of a language. */
export function countriesIn(language: string): readonly Country[] {
  const locales = localesOf(language)
  const names = new Intl.DisplayNames(locales, { type: 'region' })
  const { compare } = new Intl.Collator(locales)
  return Object.entries(callingCodes)
    .map(([country, code]) => ({ country: country as CallingCountry, name: names.of(country) ?? country, code }))
    .sort((one, other) => compare(one.name, other.name))
}

/** The language tag of a page may be invalid. */
function localesOf(language: string): string[] {
  try {
    return [...Intl.getCanonicalLocales(language), 'en']
  } catch {
    return ['en']
  }
}

/** The language of the page around an element. */
export function languageAround(element: Element): string {
  const found = element.closest('[lang]')?.getAttribute('lang')
  if (found) return found
  const { host } = element.getRootNode() as Partial<ShadowRoot>
  return host ? languageAround(host) : 'en'
}
