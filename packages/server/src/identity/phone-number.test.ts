import { describe, expect, it } from 'vitest'
import { canonicalPhoneNumber, phonePrefix } from './phone-number.ts'

describe('canonicalPhoneNumber', () => {
  it.each([
    ['+15005550006', '+15005550006'],
    ['+1 (500) 555-0006', '+15005550006'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+39 06 698 1234', '+39066981234'],
    ['+886.912.345.678', '+886912345678'],
  ])('%j is %j (A-10)', (given, number) => {
    expect(canonicalPhoneNumber(given)).toEqual({ number })
  })

  it.each([
    ...['', '5005550006', '0015005550006', '+1500555000', '+150055500061', '+1 500 555 0006 x12', '+1500CALLNOW'],
    ...['+44 (0)20 7946 0958', '+10005550006', '+1500155000６', '+', '++15005550006', '+1\n5005550006', '+491'],
    ...['+49123456789012345'],
  ])('%j is no number (A-10)', (given) => {
    expect(canonicalPhoneNumber(given)).toEqual({ problem: 'invalid_phone_number' })
  })

  it.each(['+2105550006', '+9995550006', '+01234567890'])('%j has no country (A-10)', (given) => {
    expect(canonicalPhoneNumber(given)).toEqual({ problem: 'invalid_phone_number_country_code' })
  })

  it('counts a range by its country and the three digits after it', () => {
    expect(['+15005550006', '+442079460958', '+886912345678'].map(phonePrefix)).toEqual(['+1500', '+44207', '+886912'])
  })
})
