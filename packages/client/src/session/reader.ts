import type { PublicState } from '../core/options.ts'
import type { Unsubscribe } from '../core/store.ts'
import { keyOf } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export type Reader<Name extends keyof PublicState> = {
  getSync(): PublicState[Name]
  getInfo(): Record<Name, PublicState[Name]> & { fromCache: boolean }
  onChange(callback: (value: PublicState[Name]) => void): Unsubscribe
}

/** The public read methods of the user or the session. */
export function createReader<Name extends keyof PublicState>(session: SessionStore, name: Name): Reader<Name> {
  type Value = PublicState[Name]
  const getSync = (): Value => (session.sync()[name] ?? null) as Value
  return {
    getSync,
    getInfo: () => ({ [name]: getSync(), fromCache: session.isFromCache() }) as ReturnType<Reader<Name>['getInfo']>,
    onChange: (callback) =>
      session.subscribe(
        (state) => keyOf(state[name]),
        () => callback(getSync()),
      ),
  }
}
