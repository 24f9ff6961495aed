import { expect, it } from 'vitest'
import { rejection } from '../test-setup.suite.ts'
import { lazyMethods } from './lazy-methods.ts'

const methods = { double: async (value: number) => value * 2, fail: async () => Promise.reject(new Error('no')) }

it('loads methods at the first call, and passes arguments, results and errors on', async () => {
  let loads = 0
  const lazy = lazyMethods<typeof methods>(['double', 'fail'], async () => {
    loads += 1
    return methods
  })
  expect([Object.keys(lazy), loads]).toEqual([['double', 'fail'], 0])
  expect(await lazy.double(21)).toBe(42)
  expect(await rejection(lazy.fail())).toEqual(new Error('no'))
})

it('rejects with an UnreachableError if the code cannot be loaded, and tries again', async () => {
  const failures = [new TypeError('Failed to fetch dynamically imported module')]
  const lazy = lazyMethods<typeof methods>(['double'], async () => {
    const failure = failures.pop()
    if (failure) throw failure
    return methods
  })
  expect(await rejection(lazy.double(1))).toMatchObject({ name: 'UnreachableError', cause: expect.any(TypeError) })
  expect(await lazy.double(1)).toBe(2)
})
