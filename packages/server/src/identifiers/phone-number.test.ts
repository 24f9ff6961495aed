import { describe, expect, it } from 'vitest'
import { canonicalPhoneNumber, phonePrefix, readE164 } from './phone-number.ts'

describe('canonicalPhoneNumber', () => {
  it.each([
    ['+15005550006', '+15005550006', 'US'],
    ['+1 (500) 555-0006', '+15005550006', 'US'],
    ['+44 20 7946 0958', '+442079460958', 'GB'],
    ['+39 06 698 1234', '+39066981234', 'VA'],
    ['+886.912.345.678', '+886912345678', 'TW'],
    ['+1 876 555 0123', '+18765550123', 'JM'],
  ])('%j is %j in %j (A-10)', async (given, number, country) => {
    expect(await canonicalPhoneNumber(given)).toEqual({ number, country })
  })

  it.each([
    ['+49 0151 23456789', '+4915123456789'],
    ['+490151-2345678-9', '+4915123456789'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+33 (0)6 12 34 56 78', '+33612345678'],
    // In Italy the leading zero is part of the number.
    ['+39 06 698 1234', '+39066981234'],
  ])('drops the national trunk prefix of %j', async (given, number) => {
    expect(await canonicalPhoneNumber(given)).toMatchObject({ number })
  })

  it.each([
    ...['', '5005550006', '0015005550006', '+1500555000', '+150055500061', '+1 500 555 0006 x12', '+1500CALLNOW'],
    ...['+10005550006', '+1500155000６', '+', '++15005550006', '+1\n5005550006', '+491', '+49123456789012345'],
  ])('%j is not a phone number (A-10)', async (given) => {
    expect(await canonicalPhoneNumber(given)).toEqual({ problem: 'invalid_phone_number' })
  })

  it.each([
    ['premium-rate', '+449001234567'],
    ['premium-rate', '+19005551234'],
    ['shared-cost', '+4918051234567'],
    ['impossible', '+4479110'],
    ['unassigned', '+12021550199'],
  ])('rejects the %s number %s', async (_kind, given) => {
    expect(await canonicalPhoneNumber(given)).toEqual({ problem: 'invalid_phone_number' })
  })

  it.each(['+881612345678', '+2105550006', '+9995550006', '+01234567890'])(
    '%j has an unknown country code (A-10)',
    async (given) => {
      expect(await canonicalPhoneNumber(given)).toEqual({ problem: 'invalid_phone_number_country_code' })
    },
  )

  it('reads the number of a carrier without numbering plans', () => {
    const read = ['+44 900 123 4567', '+9995550006', 'Latchkey', '12345'].map(readE164)
    expect(read).toEqual(['+449001234567', null, null, null])
  })

  it('returns the country code and three digits as the range of a number', () => {
    expect(['+15005550006', '+442079460958', '+886912345678'].map(phonePrefix)).toEqual(['+1500', '+44207', '+886912'])
  })
})
