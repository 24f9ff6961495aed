import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { solveProofOfWork } from './proof-of-work.ts'

/** A challenge for this number, with a salt of this length. */
function task(letters: number, number: number, sign = 's') {
  const salt = sign.repeat(letters)
  return { salt, challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'), maxnumber: number }
}

it('finds the number for a salt of any length, across block boundaries', async () => {
  const lengths = [0, 1, 45, 50, 51, 52, 53, 54, 55, 56, 57, 58, 62, 63, 64, 65, 115, 116, 117, 118, 119, 120, 200]
  const found = await Promise.all(lengths.map((length) => solveProofOfWork(task(length, 123))))
  expect(found).toEqual(lengths.map(() => 123))
})

it('finds a number whose last digit is in the next block', async () => {
  expect(await solveProofOfWork(task(52, 1_003))).toBe(1_003)
})

it('encodes the salt as UTF-8', async () => {
  expect(await solveProofOfWork(task(9, 77, 'é漢'))).toBe(77)
})

it('stops after the last number', async () => {
  expect(await solveProofOfWork({ ...task(8, 100), maxnumber: 99 })).toBeUndefined()
  expect(await solveProofOfWork({ ...task(8, 100), maxnumber: 100 })).toBe(100)
})
