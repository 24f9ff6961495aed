import type { Actor } from '../flow/actor.ts'

/** The state to render, and the number of screen changes so far. */
export interface WidgetSnapshot<State> {
  readonly state: State
  readonly screenChanges: number
}

interface ScreenState {
  readonly screen: string
  readonly status?: string
}

/** Returns a getter for `useSyncExternalStore`: the same object until the state changes. */
export function selectSnapshot<State extends ScreenState>(
  actor: Pick<Actor<State, never>, 'getState' | 'subscribe'>,
): () => WidgetSnapshot<State> {
  let snapshot: WidgetSnapshot<State> = { state: actor.getState(), screenChanges: 0 }
  actor.subscribe(() => {
    const state = actor.getState()
    snapshot = { state, screenChanges: snapshot.screenChanges + Number(screenKey(state) !== screenKey(snapshot.state)) }
  })
  return () => snapshot
}

/** Success on the same screen counts as a screen change, so that it takes the focus. */
function screenKey({ screen, status }: ScreenState): string {
  return screen + (status === 'success')
}
