import type { Actor } from '../flow/actor.ts'

/** What is to be seen, and how often another screen took the place. */
export interface WidgetSnapshot<State> {
  readonly state: State
  readonly screenChanges: number
}

interface ScreenState {
  readonly screen: string
  readonly status?: string
}

/** A flow's states as a view reads them: the same object for as long as nothing has changed. */
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

/** What was waited for, and that it has worked, may be said on one screen: it is as good as another one. */
function screenKey({ screen, status }: ScreenState): string {
  return screen + (status === 'success')
}
