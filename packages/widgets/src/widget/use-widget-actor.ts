import { useEffect, useSyncExternalStore } from 'react'
import type { Actor } from '../flow/actor.ts'
import type { WidgetSnapshot } from './select-snapshot.ts'
import type { StartableRuntime } from './widget-runtime.ts'

/** What a widget is made of: its flow, what stands around it, and what is to be seen of it. */
export interface WidgetActor<State, Event> {
  readonly actor: Actor<State, Event>
  readonly runtime: StartableRuntime
  readonly get: () => WidgetSnapshot<State>
}

/** At work for as long as the widget is on the page; answers with what is to be seen. */
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
