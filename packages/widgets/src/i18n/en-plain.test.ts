import { describe, expect, it } from 'vitest'
import { en } from '../locales/en.ts'
import { enPlain } from '../locales/en-plain.ts'
import { createTranslate } from './text.ts'

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+(?=[:}])/g))].sort()

/** Wording that a review of every screen found unclear, by what is wrong with it. */
const rejected: Readonly<Record<string, RegExp>> = {
  'another verb than sign in, sign up, sign out': /\blog(ged|ging)?[ -]?(in|out|on)\b|\blogin\b|\blogout\b/i,
  'a word of developers': /unauthori[sz]ed|credential|E\.164|parameter|component|scopes?\b|token|signature request/i,
  'another word for code': /passcode/i,
  'Title Case': /(?<!^)(?<![.?!] )\bPasskeys?\b|Forgot Password/,
  'a claim that nothing adds to': /successfully/i,
  'no acting subject': /\bwas sent\b|marked as inactive|please reach out|looks like there was/i,
  'a plural in brackets': /\(s\)/,
  'three dots, a straight quote or a cry': /\.\.\.|"|(?<=\p{L})'(?=\p{L})|!/u,
}

describe('plain English', () => {
  it('has every text, with the same placeholders', () => {
    const shape = (texts: Readonly<Record<string, string>>): string[] =>
      Object.entries(texts).map(([key, text]) => [key, ...placeholders(text)].join(' '))
    expect(shape(enPlain).sort()).toEqual(shape(en).sort())
    expect(Object.entries(enPlain).filter(([, text]) => text === '')).toEqual([])
  })

  it.each(Object.entries(rejected))('has no text with %s', (_, pattern) => {
    expect(Object.entries(enPlain).filter(([, text]) => pattern.test(text.replace(/\{[^}]*\}/g, '')))).toEqual([])
  })

  it('counts characters in words', () => {
    const t = createTranslate({ 'strength.luds_length': '{count}' } as const, enPlain)
    expect([t('strength.luds_length', { count: '1' }), t('strength.luds_length', { count: '8' })]).toEqual([
      'At least 1 character',
      'At least 8 characters',
    ])
  })

  it('has the wording that the review asked for', () => {
    expect(enPlain).toMatchObject({
      'error.unauthorized_credentials': 'That password isn’t right. Try again or reset it.',
      'error.invalid_phone_number': 'Enter a valid phone number, like (415) 555-0134.',
      'otp.title': 'Enter your code',
      'passkey.login': 'Sign in with a passkey',
      'idp.denied_title': 'You didn’t allow access',
      'error_screen.title': 'Something went wrong',
    })
  })
})
