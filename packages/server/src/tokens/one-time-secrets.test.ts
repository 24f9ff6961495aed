import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isPasscode, newLinkToken, newPasscode } from './one-time-secrets.ts'

const random = { bytes: (length: number) => randomBytes(length) }

describe('a passcode', () => {
  it('is six digits, leading zeros included', () => {
    expect(newPasscode({ bytes: () => Uint8Array.of(0, 0, 0, 7) })).toBe('000007')
    const codes = Array.from({ length: 500 }, () => newPasscode(random))
    expect(codes.filter((code) => !isPasscode(code))).toEqual([])
  })

  it('is drawn again if it would make some passcodes more likely', () => {
    const draws = [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 42)]
    expect(newPasscode({ bytes: () => draws.shift() ?? new Uint8Array(4) })).toBe('000042')
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', '123456\n', ' 123456'])('%j is not a passcode', (text) => {
    expect(isPasscode(text)).toBe(false)
  })
})

describe('a link token', () => {
  it('has 256 random bits', () => {
    expect(newLinkToken(random)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})
