import type { Unsubscribe } from '../core/store.ts'
import type { SessionKind } from './session-kind.ts'
import { keyOf } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export type Reader<State, Name extends keyof State> = {
  getSync(): State[Name]
  getInfo(): Record<Name, State[Name]> & { fromCache: boolean }
  onChange(callback: (value: State[Name]) => void): Unsubscribe
}

/** The public read methods of a part of the state. */
export function createReader<Kind extends SessionKind, Name extends keyof Kind['state']>(
  session: SessionStore<Kind>,
  name: Name,
): Reader<Kind['state'], Name> {
  type Value = Kind['state'][Name]
  const getSync = (): Value => session.view(session.sync())[name]
  return {
    getSync,
    getInfo: () =>
      ({ [name]: getSync(), fromCache: session.isFromCache() }) as ReturnType<Reader<Kind['state'], Name>['getInfo']>,
    onChange: (callback) =>
      session.subscribe(
        (state) => keyOf(session.view(state)[name] as object),
        () => callback(getSync()),
      ),
  }
}
