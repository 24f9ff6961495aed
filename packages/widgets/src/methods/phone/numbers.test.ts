import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { callingCodes } from '@latchkey/contract/calling-codes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Typed } from './display.ts'
import { formatFor, formatTyped, readNumber, toDialable } from './numbers.ts'

const typed = (text: string, change: Partial<Typed> = {}): Typed => ({
  text,
  caret: text.length,
  before: '',
  kind: 'insertText',
  country: 'US',
  ...change,
})

/** A text with its caret as a bar: `(202|)`. */
function drawn({ text, caret }: Pick<Typed, 'text' | 'caret'>): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

/** The result of a text that is written with its caret. */
function after(picture: string, change: Partial<Typed> = {}): string {
  return drawn(formatTyped(typed(picture.replace('|', ''), { caret: picture.indexOf('|'), ...change })))
}

/** Types keys one by one at the caret; `<` is the backspace, `>` the delete key. */
function type(keys: string, from = '|', country: CallingCountry = 'US'): string {
  let shown = { text: from.replace('|', ''), caret: from.indexOf('|'), country }
  for (const key of keys) {
    const { text, caret } = shown
    const [start = caret, end = caret] = { '<': [Math.max(caret - 1, 0), caret], '>': [caret, caret + 1] }[key] ?? []
    const kinds: Record<string, string> = { '<': 'deleteContentBackward', '>': 'deleteContentForward' }
    const written = key in kinds ? '' : key
    shown = formatTyped({
      text: text.slice(0, start) + written + text.slice(end),
      caret: start + written.length,
      before: text,
      kind: kinds[key] ?? 'insertText',
      country: shown.country,
    })
  }
  return `${drawn(shown)} ${shown.country}`
}

describe('a number', () => {
  it('is parsed with its country, in any notation [W-PHN-01]', () => {
    const read: [string, CallingCountry][] = [
      ['(202) 555-0123', 'US'],
      ['1 202.555.0123', 'US'],
      ['020 7946 0958', 'GB'],
      ['030 123456', 'DE'],
      ['+44 20 7946 0958', 'US'],
      ['011 44 20 7946 0958', 'US'],
      ['050 123 4567', 'AE'],
    ]
    expect(read.map(([text, country]) => readNumber(text, country))).toEqual([
      '+12025550123',
      '+12025550123',
      '+442079460958',
      '+4930123456',
      '+442079460958',
      '+442079460958',
      '+971501234567',
    ])
  })

  it('is rejected if it is impossible', () => {
    const wrong: [string, CallingCountry][] = [
      ['', 'US'],
      ['12', 'US'],
      ['(123) 456-7890', 'US'],
      ['202 555 01234', 'US'],
      ['+', 'US'],
      ['+999 1234567', 'US'],
      ['12', 'GB'],
      ['call 202 555 0123 now', 'US'],
    ]
    expect(wrong.map(([text, country]) => readNumber(text, country)).filter(Boolean)).toEqual([])
  })

  it('is known for every listed country', () => {
    const unknown = Object.keys(callingCodes).filter(
      (country) => formatTyped(typed('+', { country: country as CallingCountry })).text !== '+',
    )
    expect(unknown).toEqual([])
    expect(readNumber('12345678', 'AC')).toBeUndefined()
  })
})

describe('typing', () => {
  it('formats a number for its country', () => {
    expect([type('2025550123'), type('02079460958', '|', 'GB'), type('0612345678', '|', 'FR')]).toEqual([
      '(202) 555-0123| US',
      '020 7946 0958| GB',
      '06 12 34 56 78| FR',
    ])
  })

  it('selects the country of a country code, and keeps the code in the text', () => {
    expect([type('+442079460958'), type('+44'), type('+4930'), type('+1204'), type('+12042345678')]).toEqual([
      '+44 20 7946 0958| GB',
      '+44| GB',
      '+49 30| DE',
      '+1 204| US',
      '+1 204 234 5678| CA',
    ])
  })

  it('keeps the caret in the middle of the text', () => {
    expect([type('9', '(202) |555-0123'), type('9', '(2|02) 555'), type('77', '(|202) 5')]).toEqual([
      '2029|5550123 US',
      '(29|0) 255-5 US',
      '(77|2) 025 US',
    ])
  })

  it('removes characters that are not part of a number', () => {
    expect([type('2a0b2'), type('(2-0 2'), type('2+0')]).toEqual(['(202)| US', '(202)| US', '20| US'])
  })
})

describe('deleting', () => {
  it('removes a digit each time, also next to brackets and spaces', () => {
    expect([
      type('<', '(202)|'),
      type('<', '(202) |555'),
      type('<<<', '(202) 555-0123|'),
      type('<', '|(202)'),
      type('>', '(202|) 555-0123'),
      type('>', '(202) 555-0123|'),
      type('<', '+|'),
    ]).toEqual([
      '20| US',
      '(20|5) 55 US',
      '(202) 555-0| US',
      '|(202) US',
      '(202|) 550-123 US',
      '(202) 555-0123| US',
      '| US',
    ])
  })

  it('keeps the text around a deleted selection', () => {
    expect(after('(2|5-0123', { before: '(202) 555-0123', kind: 'deleteContentBackward' })).toBe('(2|50) 123')
    expect(after('|', { before: '(202) 555-0123', kind: 'deleteByCut' })).toBe('|')
  })
})

describe('pasting and filling in', () => {
  it('selects the country of a full number, and formats it nationally', () => {
    const filled = (text: string, kind: string) => formatTyped(typed(text, { kind }))
    expect([
      filled('+44 20 7946 0958', 'insertFromPaste'),
      filled('+12025550123', ''),
      filled('+49 (0)30 123456', 'insertFromPaste'),
      filled('+12042345678', 'insertReplacementText'),
    ]).toEqual([
      { text: '020 7946 0958', caret: 13, country: 'GB' },
      { text: '(202) 555-0123', caret: 14, country: 'US' },
      { text: '030 123456', caret: 10, country: 'DE' },
      { text: '(204) 234-5678', caret: 14, country: 'CA' },
    ])
  })

  it('uses the selected country for a number without a country code', () => {
    expect(formatTyped(typed('020 7946 0958', { kind: 'insertFromPaste', country: 'GB' }))).toEqual({
      text: '020 7946 0958',
      caret: 13,
      country: 'GB',
    })
  })

  it('only formats an incomplete number', () => {
    expect(formatTyped(typed('+44 20', { kind: 'insertFromPaste' }))).toEqual({
      text: '+44 20',
      caret: 6,
      country: 'GB',
    })
  })
})

describe('another country', () => {
  it('formats the same digits for the new country, without the old country code', () => {
    expect([
      formatFor('(202) 555-0123', 'FR'),
      formatFor('+44 20 7946 0958', 'US'),
      formatFor('+44', 'US'),
      formatFor('', 'US'),
    ]).toEqual(['2025550123', '(207) 946-0958', '44', ''])
  })
})

const countries = fc.constantFrom(...(Object.keys(callingCodes) as CallingCountry[]))
const texts = fc.stringMatching(/^\+?[\d ()./-]{0,20}$/)
const kinds = fc.constantFrom('insertText', 'deleteContentBackward', 'deleteContentForward', 'insertCompositionText')

describe('for any text', () => {
  it('no digit is lost or added, and the caret stays behind the digit it was behind', () => {
    fc.assert(
      fc.property(texts, fc.nat(20), kinds, countries, (text, place, kind, country) => {
        const caret = Math.min(place, text.length)
        // With another previous value, only the text itself counts.
        const next = formatTyped({ text, caret, before: `${text}0`, kind, country })
        expect(toDialable(next.text)).toBe(toDialable(text))
        expect(toDialable(next.text.slice(0, next.caret))).toBe(
          toDialable(text).slice(0, toDialable(text.slice(0, caret)).length),
        )
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 2_000) },
    )
  })

  it('the same number is meant before and after', () => {
    fc.assert(
      fc.property(texts, countries, (text, country) => {
        const next = formatTyped(typed(text, { country }))
        expect(readNumber(next.text, next.country)).toBe(readNumber(toDialable(text), country))
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 2_000) },
    )
  })

  it('key by key, as many backspaces as digits leave nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{0,16}$/), countries, (digits, country) => {
        expect(type(digits + '<'.repeat(digits.length), '|', country)).toMatch(/^\| /)
      }),
      { numRuns: 300 },
    )
  })

  it('formatting is idempotent', () => {
    fc.assert(
      fc.property(texts, countries, (text, country) => {
        const once = formatTyped(typed(text, { country }))
        expect(formatTyped(typed(once.text, { country: once.country, before: once.text })).text).toBe(once.text)
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 2_000) },
    )
  })
})
