import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from './database.ts'
import { openScope, runInScope, runWithDeadline, timeLeftMs } from './scopes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const database = {} as Database

it('gives the database the remaining time of a call, and never less than the minimum', async () => {
  await runWithDeadline(async () => {
    expect(timeLeftMs()).toBe(2_800)
    vi.advanceTimersByTime(1_500)
    expect(timeLeftMs()).toBe(1_300)
    await runInScope(database, async () => expect(timeLeftMs()).toBe(1_300))
    vi.advanceTimersByTime(10_000)
    expect(timeLeftMs()).toBe(800)
  })
})

it('has no deadline outside of a call and after its response', async () => {
  expect(timeLeftMs()).toBe(Number.POSITIVE_INFINITY)
  await runInScope(database, async () => expect(timeLeftMs()).toBe(Number.POSITIVE_INFINITY))
  let answered = (): void => {}
  const answer = new Promise<void>((resolve) => {
    answered = resolve
  })
  let behind: Promise<number> | undefined
  await runWithDeadline(async () => {
    behind = answer.then(timeLeftMs)
  })
  answered()
  expect(await behind).toBe(Number.POSITIVE_INFINITY)
})

it('does not treat a call as a transaction', async () => {
  await runWithDeadline(async () => expect(openScope()?.database).toBeNull())
  await runInScope(database, async () => {
    await runWithDeadline(async () => expect(openScope()?.outer?.database).toBe(database))
  })
  expect(openScope()).toBeUndefined()
})
