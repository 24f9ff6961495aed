import type { Overrides } from '../../i18n/text.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'

/** Controls and formatting characters, also those that turn the direction. Joiners are parts of words. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu
/** Looks like nothing at all: spaces, controls, fillers and blank patterns. */
const blank = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u
/** More marks over one letter would cover the lines above and below. */
const stacked = /(\p{M}{3})\p{M}+/gu

/** The longest text of a button: a longer one is replaced by the built-in text. */
const longestButton = 60
const longestName = 120

/** A text of an application or a host page as one line of plain text. */
export function plainText(text: string): string {
  return text.replace(unseen, ' ').replace(stacked, '$1').replace(/\s+/g, ' ').trim()
}

/** A name as plain text, cut after 120 characters. */
export function plainName(name: string): string {
  const characters = [...plainText(name)]
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : characters.join('')
}

export function isBlank(text: string): boolean {
  return blank.test(text)
}

/** Parts of a text that a replacement must keep: a user decides by them. */
const needed: Readonly<Record<string, string>> = {
  'idp.sign_in_title': '{clientName}',
  'idp.access_title': '{clientName}',
  'idp.scope.other': '{scope}',
  'idp.destination': '{host}',
  'idp.destination_app': '{scheme}',
}

const buttons: readonly string[] = ['idp.allow', 'idp.deny', 'idp.yes', 'idp.no']

/** A host page's texts without those that would leave a button or an item of the screen without words. */
export function safeOverrides(overrides: Overrides): Overrides {
  const isSafe = ([key, text]: [string, string | undefined]): boolean => {
    if (text === undefined || !Object.hasOwn(identityProviderStrings, key)) return true
    if (isBlank(text) || !text.includes(needed[key] ?? '')) return false
    return !buttons.includes(key) || text.length <= longestButton
  }
  return Object.fromEntries(Object.entries(overrides).filter(isSafe))
}
