import { describe, expect, it } from 'vitest'
import { callingCodes } from './calling-codes.ts'

describe('callingCodes', () => {
  it('maps countries to their calling codes [C-CONST-14]', () => {
    const { US, GB, IN, CA, DE, FR, JP, CN, BR, ZA, NG, AU, AE, SG, XK } = callingCodes
    expect({ US, GB, IN, CA, DE, FR, JP, CN, BR, ZA, NG, AU, AE, SG, XK }).toEqual({
      US: '1',
      GB: '44',
      IN: '91',
      CA: '1',
      DE: '49',
      FR: '33',
      JP: '81',
      CN: '86',
      BR: '55',
      ZA: '27',
      NG: '234',
      AU: '61',
      AE: '971',
      SG: '65',
      XK: '383',
    })
  })

  it('lists all 245 countries and territories in order', () => {
    const countries = Object.keys(callingCodes)
    expect(countries.length).toBe(245)
    expect(countries).toEqual([...countries].sort())
  })

  it('uses country codes with a display name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const unknown = Object.keys(callingCodes).filter((code) => !/^[A-Z]{2}$/.test(code) || names.of(code) === undefined)
    expect(unknown).toEqual([])
  })

  it('has codes of one to three digits, none the prefix of another', () => {
    const codes = [...new Set<string>(Object.values(callingCodes))]
    expect(codes.filter((code) => !/^[1-9]\d{0,2}$/.test(code))).toEqual([])
    // E.164 is a prefix code: `+1…` can only ever be North America.
    expect(codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))).toEqual([])
  })
})
