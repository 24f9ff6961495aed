import type { Actor } from '../flow/actor.ts'

/** What is to be seen, and how often another screen took the place. */
export interface ShownState<State> {
  readonly state: State
  readonly moves: number
}

/** A flow's states as a view reads them: the same object for as long as nothing has changed. */
export function shownBy<State extends { readonly screen: string }>(
  actor: Pick<Actor<State, never>, 'getState' | 'subscribe'>,
): () => ShownState<State> {
  let shown: ShownState<State> = { state: actor.getState(), moves: 0 }
  actor.subscribe(() => {
    const state = actor.getState()
    shown = { state, moves: shown.moves + Number(state.screen !== shown.state.screen) }
  })
  return () => shown
}
