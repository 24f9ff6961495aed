import type { Client, Session, User } from '@latchkey/client'
import { clientInternals, watchBootstrap } from '@latchkey/client/internal'

/** What `useSyncExternalStore` takes: somebody else's state, never a copy of it. */
export interface Readable<Snapshot> {
  subscribe(notify: () => void): () => void
  /** The same object for as long as nothing has changed. */
  getSnapshot(): Snapshot
  /** What a server renders, and a browser before it has hydrated. */
  getServerSnapshot(): Snapshot
}

export interface Provenance {
  /** It was remembered from an earlier visit, and the provider has not confirmed it yet. */
  readonly fromCache: boolean
  /** False on a server and until the page is hydrated: nothing is known yet, not even that nobody is signed in. */
  readonly isInitialized: boolean
}

export interface UserRead extends Provenance {
  readonly user: User | null
}

export interface SessionRead extends Provenance {
  readonly session: Session | null
}

export interface PolicyRead {
  readonly policy: ReturnType<Client['bootstrap']['getSync']>['rbacPolicy'] | null
  readonly isConfirmed: boolean
}

type ClientInternals = ReturnType<typeof clientInternals>

export interface Readables {
  readonly user: Readable<UserRead>
  readonly session: Readable<SessionRead>
  readonly policy: Readable<PolicyRead>
}

/** Reads without the side effects of the public getters, which look at the cookies first: a render has none. */
export function createReadables(client: Client | null): Readables {
  const engine = client && clientInternals(client)

  function readable<Snapshot extends object>(
    /** Returns the initial snapshot without a client, as during server-side rendering. */
    read: (engine: ClientInternals | null) => Snapshot,
    subscribe: (engine: ClientInternals, notify: () => void, getSnapshot: () => Snapshot) => () => void,
  ): Readable<Snapshot> {
    const empty = read(null)
    const getSnapshot = stable(() => read(engine))
    return {
      subscribe: (notify) => (engine ? subscribe(engine, notify, getSnapshot) : () => {}),
      getSnapshot,
      getServerSnapshot: () => empty,
    }
  }

  const fromStore = <Snapshot extends object>(name: 'user' | 'session') =>
    readable(
      (engine) =>
        ({
          [name]: engine?.session.get()[name] ?? null,
          fromCache: !!engine?.session.isFromCache(),
          isInitialized: !!engine,
        }) as Snapshot,
      ({ session }, notify, getSnapshot) => session.subscribe(getSnapshot, notify),
    )

  return {
    user: fromStore('user'),
    session: fromStore('session'),
    policy: readable(
      (engine) => ({
        policy: engine?.bootstrap.getSync().rbacPolicy ?? null,
        isConfirmed: !!engine?.bootstrap.isLoaded(),
      }),
      watchBootstrap,
    ),
  }
}

/** Returns the same object for as long as it has the same content. The last use of a session is not content. */
function stable<Snapshot extends object>(read: () => Snapshot): () => Snapshot {
  const keyOf = ({ session, ...rest }: Snapshot & { readonly session?: object | null }): string =>
    JSON.stringify([rest, session && { ...session, last_accessed_at: 0 }])
  let newest = read()
  let shown = newest
  return () => {
    const next = read()
    // A render reads several times, almost always the same values: comparing those is cheap.
    const isSame = Object.entries(next).every(([name, value]) => value === newest[name as keyof Snapshot])
    newest = next
    if (!isSame && keyOf(next) !== keyOf(shown)) shown = next
    return shown
  }
}
