import { callingCodes } from '@latchkey/contract/calling-codes'
import { describe, expect, it } from 'vitest'
import { countriesIn } from './countries.ts'

const of = (language: string, ...wanted: string[]) =>
  countriesIn(language).filter(({ country }) => wanted.includes(country))

describe('the countries', () => {
  it('are all there, with their calling codes', () => {
    const codes = Object.fromEntries(countriesIn('en').map(({ country, code }) => [country, code]))
    expect(codes).toEqual(callingCodes)
  })

  it('have the names and the order of a language', () => {
    expect(of('en', 'DE', 'US', 'AX', 'FR')).toEqual([
      { country: 'AX', name: 'Åland Islands', code: '358' },
      { country: 'FR', name: 'France', code: '33' },
      { country: 'DE', name: 'Germany', code: '49' },
      { country: 'US', name: 'United States', code: '1' },
    ])
    expect(of('de-AT', 'DE', 'US', 'FR').map(({ name }) => name)).toEqual([
      'Deutschland',
      'Frankreich',
      'Vereinigte Staaten',
    ])
    expect(of('ar', 'EG')[0]?.name).toBe('مصر')
  })

  it('have English names if the page has an invalid language tag', () => {
    for (const language of ['', 'x', 'not a language', 'klingon-of-old']) {
      expect(of(language, 'US')[0]?.name).toBe('United States')
    }
  })
})
