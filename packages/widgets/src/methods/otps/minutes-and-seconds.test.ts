import { expect, it } from 'vitest'
import { minutesAndSeconds } from './minutes-and-seconds.ts'

it.each([
  [300_000, '5:00'],
  [299_999, '5:00'],
  [299_000, '4:59'],
  [60_000, '1:00'],
  [59_001, '1:00'],
  [9_000, '0:09'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
  [600_000, '10:00'],
])('%i milliseconds read %s', (ms, text) => {
  expect(minutesAndSeconds(ms)).toBe(text)
})
