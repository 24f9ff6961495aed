import { errorTable } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { de } from '../locales/de.ts'
import { loggedInStrings } from '../login/logged-in.strings.ts'
import { loginStrings } from '../login/login.strings.ts'
import { magicLinksStrings } from '../methods/magic-links/magic-links.strings.ts'
import { otpsStrings } from '../methods/otps/otps.strings.ts'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { uiStrings } from '../ui/ui.strings.ts'
import { errorStrings } from './error.strings.ts'
import { failureStrings } from './failure.strings.ts'

const tables = [
  errorScreenStrings,
  errorStrings,
  failureStrings,
  loggedInStrings,
  loginStrings,
  magicLinksStrings,
  otpsStrings,
  uiStrings,
]
const english: Record<string, string> = Object.assign({}, ...tables)
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

describe('the English texts', () => {
  it('have a key each', () => {
    const keys = tables.flatMap((table) => Object.keys(table))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('say about an error what the contract says', () => {
    const ours = Object.entries({ ...errorStrings, ...failureStrings }).map(([key, text]) => [
      key.replace('error.', ''),
      text,
    ])
    const known = ours.filter(([type]) => Object.hasOwn(errorTable, String(type)) && type !== 'unknown_error')
    expect(known.length).toBeGreaterThan(25)
    expect(known).toEqual(known.map(([type]) => [type, errorTable[type as keyof typeof errorTable].message]))
  })
})

describe('a locale', () => {
  it('has every text, with the same placeholders', () => {
    const shape = (texts: Record<string, string>) =>
      Object.entries(texts)
        .map(([key, text]) => [key, ...placeholders(text)].join(' '))
        .sort()
    expect(shape(de)).toEqual(shape(english))
  })
})
