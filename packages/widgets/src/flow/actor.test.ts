import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { createActor } from './actor.ts'
import { stay } from './step.ts'

interface Counter {
  readonly count: number
}
type Event = { type: 'added' } | { type: 'asked' } | { type: 'waited' } | { type: 'ignored' } | { type: 'answered' }
type Effect = { type: 'call' } | { type: 'wait' } | { type: 'at_once' }

interface Harness {
  readonly actor: Actor<Counter, Event>
  /** Started and canceled effects, in order. */
  readonly journal: string[]
  /** Settles the oldest pending call or timer. */
  answer(): void
  /** Settles all calls and timers, also earlier ones. */
  answerAll(): void
}

function createHarness(first: readonly Effect[] = []): Harness {
  const journal: string[] = []
  const pending: (() => unknown)[] = []
  const all: (() => unknown)[] = []
  const actor = createActor<Counter, Event, Effect>(
    (state, event) => {
      if (event.type === 'ignored') return stay(state)
      const moved = { count: state.count + 1 }
      if (event.type === 'asked') return { state: moved, effects: [{ type: 'call' }, { type: 'at_once' }] }
      if (event.type === 'waited') return { state: moved, effects: [{ type: 'wait' }] }
      return stay(moved)
    },
    { state: { count: 0 }, effects: first },
    (effect, send) => {
      journal.push(effect.type)
      if (effect.type === 'at_once') {
        send({ type: 'answered' })
        return undefined
      }
      const answer = (): unknown => send({ type: 'answered' })
      pending.push(answer)
      all.push(answer)
      if (effect.type === 'call') return undefined
      return () => {
        journal.push('canceled')
        pending.splice(pending.indexOf(answer), 1)
      }
    },
  )
  const answerAll = () => {
    for (const answer of all) answer()
  }
  return { actor, journal, answer: () => pending.shift()?.(), answerAll }
}

describe('an actor', () => {
  it('notifies listeners once per change, and not if the state is the same', () => {
    const { actor } = createHarness()
    const seen: Counter[] = []
    const unsubscribe = actor.subscribe(() => seen.push(actor.getState()))
    actor.send({ type: 'added' })
    const before = actor.getState()
    actor.send({ type: 'ignored' })
    expect(actor.getState()).toBe(before)
    unsubscribe()
    actor.send({ type: 'added' })
    expect(seen).toEqual([{ count: 1 }])
    expect(actor.getState()).toEqual({ count: 2 })
  })

  it('runs no effect before it is started, and then all pending ones', () => {
    const { actor, journal } = createHarness([{ type: 'wait' }])
    actor.send({ type: 'asked' })
    expect(journal).toEqual([])
    actor.start()
    expect(journal).toEqual(['wait', 'call', 'at_once'])
    expect(actor.getState()).toEqual({ count: 2 })
  })

  it('runs a first effect once, however often the view is mounted', () => {
    const { actor, journal } = createHarness([{ type: 'call' }])
    actor.start()()
    actor.start()()
    actor.start()
    expect(journal).toEqual(['call'])
  })

  it('cancels timers when it stops, and starts each once afterwards', () => {
    const { actor, journal, answer } = createHarness()
    const stop = actor.start()
    actor.send({ type: 'waited' })
    stop()
    expect(journal).toEqual(['wait', 'canceled'])
    actor.start()
    expect(journal).toEqual(['wait', 'canceled', 'wait'])
    answer()
    answer()
    expect(actor.getState()).toEqual({ count: 2 })
  })

  it('does not restart an effect that has settled', () => {
    const { actor, journal, answer } = createHarness()
    const stop = actor.start()
    actor.send({ type: 'waited' })
    answer()
    stop()
    actor.start()
    expect(journal).toEqual(['wait'])
  })

  it('does not restart an effect that settled without an event', () => {
    const begun: string[] = []
    const settles: (() => void)[] = []
    const actor = createActor<Counter, Event, Effect>(
      stay,
      { state: { count: 0 }, effects: [{ type: 'wait' }, { type: 'wait' }] },
      (effect, settle) => {
        begun.push(effect.type)
        settles.push(settle)
        return () => undefined
      },
    )
    const stop = actor.start()
    settles[0]?.()
    stop()
    // It was canceled before, so its end is ignored.
    settles[1]?.()
    actor.start()
    expect(begun).toEqual(['wait', 'wait', 'wait'])
    expect(actor.getState()).toEqual({ count: 0 })
  })

  it('ignores the result of a canceled effect', () => {
    const { actor, answerAll } = createHarness([{ type: 'wait' }])
    actor.start()()
    answerAll()
    expect(actor.getState()).toEqual({ count: 0 })
  })

  it('has one timer after two starts', () => {
    const { actor, journal } = createHarness([{ type: 'wait' }])
    actor.start()
    actor.start()
    expect(journal).toEqual(['wait'])
  })

  it('takes the response to a call that was pending when it stopped, and does not repeat the call', () => {
    const { actor, journal, answer } = createHarness()
    const stop = actor.start()
    actor.send({ type: 'asked' })
    stop()
    answer()
    expect(actor.getState()).toEqual({ count: 3 })
    actor.start()
    expect(journal).toEqual(['call', 'at_once'])
  })

  it('defers effects that are requested while it is stopped', () => {
    const { actor, journal } = createHarness()
    actor.start()()
    actor.send({ type: 'waited' })
    expect(journal).toEqual([])
    actor.start()
    expect(journal).toEqual(['wait'])
  })

  it('lets a listener send the next event', () => {
    const { actor, journal } = createHarness()
    actor.start()
    actor.subscribe(() => {
      if (actor.getState().count === 1) actor.send({ type: 'waited' })
    })
    actor.send({ type: 'waited' })
    expect(actor.getState()).toEqual({ count: 2 })
    expect(journal).toEqual(['wait', 'wait'])
  })
})
