import { useEffect, useSyncExternalStore } from 'react'
import type { Actor } from '../flow/actor.ts'
import type { WidgetSnapshot } from './select-snapshot.ts'
import type { StartableRuntime } from './widget-runtime.ts'

/** The running flow of a widget, its runtime, and a getter of its snapshot. */
export interface WidgetActor<State, Event> {
  readonly actor: Actor<State, Event>
  readonly runtime: StartableRuntime
  readonly get: () => WidgetSnapshot<State>
}

/** Runs the flow while the widget is mounted, and returns its snapshot. */
export function useWidgetActor<State, Event>({
  actor,
  runtime,
  get,
}: WidgetActor<State, Event>): WidgetSnapshot<State> {
  useEffect(() => {
    const ends = [actor.start(), runtime.start()]
    return () => {
      for (const end of ends) end()
    }
  }, [actor, runtime])
  return useSyncExternalStore(actor.subscribe, get, get)
}
