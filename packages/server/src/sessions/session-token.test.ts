import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSessionToken, newSessionToken } from './session-token.ts'

const random = { bytes: (length: number) => randomBytes(length) }

describe('a session token', () => {
  it('has a prefix, 43 characters of secret and 6 of checksum, for all bytes', () => {
    const drawn = [0, 255].map((byte) => newSessionToken({ bytes: (length) => new Uint8Array(length).fill(byte) }))
    const tokens = [...drawn, ...Array.from({ length: 200 }, () => newSessionToken(random))]
    expect(tokens.filter((token) => !/^latchkey_st_[0-9A-Za-z]{49}$/.test(token))).toEqual([])
    expect(tokens.filter((token) => !isSessionToken(token))).toEqual([])
    expect(new Set(tokens).size).toBe(202)
  })

  it('encodes its bytes as one number in base 62', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const drawn = Array.from({ length: 100 }, () => randomBytes(32))
    const numbers = drawn.map((bytes) => {
      const secret = newSessionToken({ bytes: () => new Uint8Array(bytes) }).slice('latchkey_st_'.length, -6)
      return [...secret].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n)
    })
    expect(numbers).toEqual(drawn.map((bytes) => BigInt(`0x${bytes.toString('hex')}`)))
  })

  it('is invalid if any character is changed', () => {
    const token = newSessionToken(random)
    const spoiled = Array.from({ length: 49 }, (_, index) => {
      const at = 'latchkey_st_'.length + index
      return `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`
    })
    expect(spoiled.filter(isSessionToken)).toEqual([])
    expect(['', 'x', `${token}0`, token.slice(1), token.replace('_st_', '_xx_')].filter(isSessionToken)).toEqual([])
  })
})
