import type { Actor } from '../flow/actor.ts'

/** What is to be seen, and how often another screen took the place. */
export interface ShownState<State> {
  readonly state: State
  readonly moves: number
}

interface Shown {
  readonly screen: string
  readonly status?: string
}

/** A flow's states as a view reads them: the same object for as long as nothing has changed. */
export function shownBy<State extends Shown>(
  actor: Pick<Actor<State, never>, 'getState' | 'subscribe'>,
): () => ShownState<State> {
  let shown: ShownState<State> = { state: actor.getState(), moves: 0 }
  actor.subscribe(() => {
    const state = actor.getState()
    shown = { state, moves: shown.moves + Number(placeOf(state) !== placeOf(shown.state)) }
  })
  return () => shown
}

/** What was waited for, and that it has worked, may be said on one screen: it is as good as another one. */
function placeOf({ screen, status }: Shown): string {
  return screen + (status === 'success')
}
