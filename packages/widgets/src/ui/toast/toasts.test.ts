import { describe, expect, it } from 'vitest'
import { createToasts } from './toasts.ts'

function createTestToasts() {
  const timers = new Map<number, () => void>()
  const toasts = createToasts({
    setTimeout(run, ms) {
      timers.set(ms, run)
      return () => timers.delete(ms)
    },
  })
  return { toasts, timers }
}

describe('a toast', () => {
  it('has an id, a type, a message, a duration and a position [W-TOAST-03]', () => {
    const { toasts } = createTestToasts()
    toasts.show('blank', 'Hello')
    toasts.show('success', 'Email resent')
    expect(toasts.get()).toEqual([
      { id: 1, type: 'blank', message: 'Hello', duration: 4000, position: 'bottom-center' },
      { id: 2, type: 'success', message: 'Email resent', duration: 2000, position: 'bottom-center' },
    ])
  })

  it.each(['blank', 'error', 'custom'] as const)(
    'of type %s goes after 4 seconds [W-TOAST-03] [W-TOAST-04]',
    (type) => {
      const { toasts, timers } = createTestToasts()
      expect(toasts.show(type, 'Hello').duration).toBe(4000)
      timers.get(4000)?.()
      expect(toasts.get()).toEqual([])
    },
  )

  it('of type success goes after 2 seconds [W-TOAST-03] [W-TOAST-05]', () => {
    const { toasts, timers } = createTestToasts()
    toasts.show('success', 'Hello')
    expect([...timers.keys()]).toEqual([2000])
    timers.get(2000)?.()
    expect(toasts.get()).toEqual([])
  })

  it('of type loading stays until it is dismissed [W-TOAST-03] [W-TOAST-06]', () => {
    const { toasts, timers } = createTestToasts()
    const { id, duration } = toasts.show('loading', 'Hello')
    expect([duration, timers.size]).toEqual([null, 0])
    toasts.dismiss(id)
    expect(toasts.get()).toEqual([])
  })
})

describe('toasts', () => {
  it('are 20 at most: the oldest goes when the 21st comes, and its timer with it [W-TOAST-07]', () => {
    const { toasts, timers } = createTestToasts()
    toasts.show('success', 'first')
    for (let count = 2; count <= 21; count += 1) toasts.show('loading', String(count))
    expect(toasts.get().map(({ message }) => message)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 2)),
    )
    expect(timers.size).toBe(0)
  })

  it('notify of every change with a new list', () => {
    const { toasts } = createTestToasts()
    const seen: number[] = []
    const unsubscribe = toasts.subscribe(() => seen.push(toasts.get().length))
    const before = toasts.get()
    const { id } = toasts.show('loading', 'a')
    expect(toasts.get()).not.toBe(before)
    expect(toasts.get()).toBe(toasts.get())
    toasts.dismiss(id)
    unsubscribe()
    toasts.show('loading', 'b')
    expect(seen).toEqual([1, 0])
  })

  it('are all removed by clear, with their timers', () => {
    const { toasts, timers } = createTestToasts()
    toasts.show('success', 'a')
    toasts.show('error', 'b')
    toasts.clear()
    expect([toasts.get(), timers.size]).toEqual([[], 0])
  })
})
