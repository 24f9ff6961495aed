import { useEffect, useSyncExternalStore } from 'react'
import type { Actor } from '../flow/actor.ts'
import type { ExtrasAtWork } from './extras.ts'
import type { ShownState } from './shown-by.ts'

/** What a widget is made of: its flow, what stands around it, and what is to be seen of it. */
export interface Work<State, Event> {
  readonly actor: Actor<State, Event>
  readonly extras: ExtrasAtWork
  readonly get: () => ShownState<State>
}

/** At work for as long as the widget is on the page; answers with what is to be seen. */
export function useWork<State, Event>({ actor, extras, get }: Work<State, Event>): ShownState<State> {
  useEffect(() => {
    const ends = [actor.start(), extras.start()]
    return () => {
      for (const end of ends) end()
    }
  }, [actor, extras])
  return useSyncExternalStore(actor.subscribe, get, get)
}
