import { describe, expect, it } from 'vitest'
import { base58 } from './base58.ts'

describe('base58', () => {
  it.each([
    [[], ''],
    [[0], '1'],
    [[0, 0, 1], '112'],
    [[255], '5Q'],
    [[1, 0, 0], 'LUw'],
    [Array.from({ length: 64 }, () => 0), '1'.repeat(64)],
    [
      Array.from({ length: 64 }, (_, i) => (i * 37) % 256),
      '1AoEcEfEVCsdJEhxkVLwuFFJY3EE6Jv7LVo77SZSZVpAX7rWWqgJrdHivLgLjTs4JskqPQWaraynVMVV5Ukoh4E',
    ],
  ])('writes bytes as Solana does [W-CRY-19]', (bytes, text) => {
    expect(base58(Uint8Array.from(bytes))).toBe(text)
  })
})
