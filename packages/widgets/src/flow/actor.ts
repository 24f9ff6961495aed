import { recording } from './recording.ts'
import type { Flow, Step } from './step.ts'

/**
 * Carries out an effect and settles it once: with an event, or with none where somebody else has ended it. What can be
 * taken back returns how to.
 */
export type Runner<Event, Effect> = (effect: Effect, settle: Settle<Event>) => (() => void) | undefined

/** Answers false where nobody waits for it any more. */
export type Settle<Event> = (event?: Event | null) => unknown

export interface Actor<State, Event> {
  getState(): State
  /** Calls back after every change. */
  subscribe(listener: () => void): () => void
  send(event: Event): void
  /**
   * Carries out what the flow asks for, until the returned function is called. What can be taken back then rests and
   * begins anew with the next start: a view may be unmounted and mounted again (StrictMode, hot reload) and leaves
   * one timer behind, not two. A call on its way goes on: asking twice could spend a code. And what it came to is
   * told: a host page may take the widget away because it has worked.
   */
  start(): () => void
}

/** Holds a flow's state, and hands what it asks for to the one who can do it. */
export function createActor<State, Event, Effect>(
  flow: Flow<State, Event, Effect>,
  first: Step<State, Effect>,
  run: Runner<Event, Effect>,
  /** Is this no more than telling what has happened? */
  isTelling: (effect: Effect) => boolean = () => false,
): Actor<State, Event> {
  const listeners = new Set<() => void>()
  /** Effects without an outcome yet, with the way to take them back where they run. */
  const open = new Map<Effect, (() => void) | undefined>()
  let isRunning = false
  let { state } = first
  for (const effect of first.effects) open.set(effect, undefined)

  function begin(effect: Effect): void {
    let isOver = false
    const cancel = run(effect, (event) => {
      // What was taken back rests, whatever becomes of it.
      if (isOver) return false
      isOver = true
      open.delete(effect)
      return event ? send(event) : false
    })
    open.delete(effect)
    if (cancel && !isOver)
      open.set(effect, () => {
        isOver = true
        cancel()
      })
  }

  function send(event: Event): boolean {
    const step = flow(state, event)
    recording.note?.({ of: open, flow, before: state, event, after: step.state })
    const hasMoved = step.state !== state
    state = step.state
    if (hasMoved) for (const listener of listeners) listener()
    for (const effect of step.effects) {
      if (isRunning || isTelling(effect)) begin(effect)
      else open.set(effect, undefined)
    }
    return hasMoved
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send,
    start() {
      isRunning = true
      // What the runner reports at once may ask for more: that has begun already.
      for (const [effect, cancel] of [...open]) if (!cancel) begin(effect)
      return () => {
        isRunning = false
        for (const [effect, cancel] of open) {
          cancel?.()
          open.set(effect, undefined)
        }
      }
    },
  }
}
