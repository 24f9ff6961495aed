import { describe, expect, it } from 'vitest'
import { createStore } from './store.ts'

describe('a store', () => {
  it('notifies each subscriber once, and only of its selection', () => {
    const store = createStore({ a: 1, b: 1 }, () => undefined)
    const seen: number[] = []
    store.subscribe(
      ({ a }) => String(a),
      ({ a }) => seen.push(a),
    )
    for (const next of [
      { a: 1, b: 2 },
      { a: 2, b: 2 },
      { a: 2, b: 3 },
    ]) {
      store.set(next)
    }
    expect(seen).toEqual([2])
  })

  it('never notifies of an outdated state when a listener changes it', () => {
    const store = createStore(0, () => undefined)
    const first: number[] = []
    const last: number[] = []
    store.subscribe(String, (n) => first.push(n))
    store.subscribe(String, (n) => {
      if (n !== 1) return
      store.set(2)
    })
    store.subscribe(String, (n) => last.push(n))
    store.set(1)
    expect([first, last]).toEqual([[1, 2], [2]])
  })

  it('continues when a listener throws', () => {
    const thrown: unknown[] = []
    const store = createStore(0, (error) => thrown.push(error))
    const seen: number[] = []
    store.subscribe(String, () => {
      throw new Error('mine')
    })
    store.subscribe(String, (n) => seen.push(n))
    store.set(1)
    expect([seen, thrown]).toEqual([[1], [new Error('mine')]])
  })

  it('does not notify after unsubscribing, even during a notification', () => {
    const store = createStore(0, () => undefined)
    const seen: number[] = []
    const stops: (() => void)[] = []
    store.subscribe(String, () => stops[0]?.())
    stops.push(store.subscribe(String, (n) => seen.push(n)))
    store.set(1)
    expect(seen).toEqual([])
  })
})
