import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { solveProofOfWork } from './proof-of-work.ts'

/** The number to find, behind a salt of that many letters. */
function task(letters: number, number: number, sign = 's') {
  const salt = sign.repeat(letters)
  return { salt, challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'), maxnumber: number }
}

it('finds the number behind a salt of any length, over every edge of a block', async () => {
  const lengths = [0, 1, 45, 50, 51, 52, 53, 54, 55, 56, 57, 58, 62, 63, 64, 65, 115, 116, 117, 118, 119, 120, 200]
  const found = await Promise.all(lengths.map((length) => solveProofOfWork(task(length, 123))))
  expect(found).toEqual(lengths.map(() => 123))
})

it('finds a number whose last digit begins another block', async () => {
  expect(await solveProofOfWork(task(52, 1_003))).toBe(1_003)
})

it('takes the salt as UTF-8', async () => {
  expect(await solveProofOfWork(task(9, 77, 'é漢'))).toBe(77)
})

it('gives up behind the last number', async () => {
  expect(await solveProofOfWork({ ...task(8, 100), maxnumber: 99 })).toBeUndefined()
  expect(await solveProofOfWork({ ...task(8, 100), maxnumber: 100 })).toBe(100)
})
