/** What a flow answers to an event: where it stands now, and what it wants done. */
export interface Step<State, Effect> {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** The rules of a widget: pure, so that every edge can be walked without a browser. */
export type Flow<State, Event, Effect> = (state: State, event: Event) => Step<State, Effect>

/** No call, no timer: only the state moves, or not even that. */
export function stay<State>(state: State): Step<State, never> {
  return { state, effects: [] }
}
