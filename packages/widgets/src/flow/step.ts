/** The result of an event: the next state and the effects to run. */
export interface Step<State, Effect> {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** The rules of a widget as a pure function, so that every transition can be tested without a browser. */
export type Flow<State, Event, Effect> = (state: State, event: Event) => Step<State, Effect>

/** A step without effects. */
export function stay<State>(state: State): Step<State, never> {
  return { state, effects: [] }
}
