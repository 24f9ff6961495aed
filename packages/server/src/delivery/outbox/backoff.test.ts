import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const always = (byte: number) => ({ bytes: (length: number) => new Uint8Array(length).fill(byte) })

describe('backoffMs', () => {
  it('doubles from one second to five minutes, with a random upper half of each step', () => {
    const attempts = [1, 2, 3, 5, 8, 9, 10, 40]
    expect(attempts.map((attempt) => backoffMs(attempt, always(0)))).toEqual([
      1_000, 1_000, 2_000, 8_000, 64_000, 128_000, 150_000, 150_000,
    ])
    expect(attempts.map((attempt) => backoffMs(attempt, always(255)))).toEqual([
      1_000, 2_000, 4_000, 16_000, 127_999, 255_998, 299_998, 299_998,
    ])
  })
})
