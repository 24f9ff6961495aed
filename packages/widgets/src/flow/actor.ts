import { recording } from './recording.ts'
import type { Flow, Step } from './step.ts'

/**
 * Runs an effect and settles it once: with an event, or without one if another party has ended it. Returns a function
 * to cancel the effect, if that is possible.
 */
export type Runner<Event, Effect> = (effect: Effect, settle: Settle<Event>) => (() => void) | undefined

/** Returns false if the effect was canceled or the flow ignored the event. */
export type Settle<Event> = (event?: Event | null) => unknown

export interface Actor<State, Event> {
  getState(): State
  /** Calls the listener after every change. */
  subscribe(listener: () => void): () => void
  send(event: Event): void
  /**
   * Runs the flow's effects until the returned function is called. That cancels timers and other effects that can be
   * canceled; the next start runs them again, so a view that is unmounted and mounted (StrictMode, hot reload) leaves
   * one timer, not two. A pending call is not repeated, because that could spend a code. Its result is still reported:
   * a host page may remove the widget because the sign-in succeeded.
   */
  start(): () => void
}

/** Holds a flow's state and passes its effects to `run`. */
export function createActor<State, Event, Effect>(
  flow: Flow<State, Event, Effect>,
  first: Step<State, Effect>,
  run: Runner<Event, Effect>,
  /** True for effects that only report. They run even while the actor is stopped. */
  isTelling: (effect: Effect) => boolean = () => false,
): Actor<State, Event> {
  const listeners = new Set<() => void>()
  /** Effects without a result, with their cancel function while they run. */
  const open = new Map<Effect, (() => void) | undefined>()
  let isRunning = false
  let { state } = first
  for (const effect of first.effects) open.set(effect, undefined)

  function begin(effect: Effect): void {
    let isOver = false
    const cancel = run(effect, (event) => {
      // Ignore results of a canceled effect.
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
      // A runner may settle at once and cause more effects. Those have started already.
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
