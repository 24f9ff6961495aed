import type { Client, Session, User } from '@latchkey/client'
import { clientInternals, watchBootstrap } from '@latchkey/client/internal'
import type { InitialState, RbacPolicy } from '@latchkey/contract'

/** The arguments of `useSyncExternalStore`. */
export interface Readable<Snapshot> {
  subscribe(notify: () => void): () => void
  /** Returns the same object until a value changes. */
  getSnapshot(): Snapshot
  /** The snapshot for server rendering and hydration. */
  getServerSnapshot(): Snapshot
}

export interface Provenance {
  /** Whether the value was read from storage and not yet confirmed by the provider. */
  readonly fromCache: boolean
  /**
   * False during server rendering and hydration, unless the server has passed an `initialState`: it is not known yet
   * whether a user is signed in.
   */
  readonly isInitialized: boolean
}

/** The result of `useUser`. */
export interface UserRead extends Provenance {
  readonly user: User | null
}

/** The result of `useSession`. */
export interface SessionRead extends Provenance {
  readonly session: Session | null
}

export interface PolicyRead {
  readonly policy: Pick<RbacPolicy, 'roles'> | null
  readonly isConfirmed: boolean
}

/** The parts of a client that the hooks read, in every kind of project. */
type Internals<Name extends string> = Parameters<typeof watchBootstrap>[0] & {
  readonly session: {
    get(): { readonly id?: string | undefined; readonly token: string }
    view(state: object): { readonly [Key in Name]: object | null }
    isFromCache(): boolean
    subscribe(keyOf: () => unknown, listener: () => void): () => void
  }
}

export interface Readables {
  readonly user: Readable<UserRead>
  readonly session: Readable<SessionRead>
  readonly policy: Readable<PolicyRead>
}

/**
 * Reads without the side effects of the public getters, which read the cookies first: a render must be pure. What the
 * server knows is returned during hydration, and until the client knows the session of its token.
 */
export function createReadables(client: Client | null, initial?: InitialState): Readables {
  return readablesOf<'user' | 'session'>(client && clientInternals(client), ['user', 'session'], initial) as Readables
}

/** The readables of these parts of the state, and of the policy. */
export function readablesOf<Name extends string>(
  internals: Internals<Name> | null,
  names: readonly Name[],
  initial?: Partial<InitialState>,
): Record<Name, Readable<Provenance>> & Pick<Readables, 'policy'> {
  function readable<Snapshot extends object>(
    /** Returns what the server knows without a client, as during server-side rendering. */
    read: (internals: Internals<Name> | null) => Snapshot,
    subscribe: (internals: Internals<Name>, notify: () => void, getSnapshot: () => Snapshot) => () => void,
  ): Readable<Snapshot> {
    const empty = read(null)
    const getSnapshot = stable(() => read(internals))
    return {
      subscribe: (notify) => (internals ? subscribe(internals, notify, getSnapshot) : () => {}),
      getSnapshot,
      getServerSnapshot: () => empty,
    }
  }

  /** The name of a part of the state, and its readable. */
  const entryOf = (name: Name): [Name, Readable<Provenance>] => [
    name,
    readable<Provenance>(
      (internals) => {
        const state = internals?.session.get()
        const isInitial = !state || (initial && state.token && !state.id)
        // Without a session there is no user either; with one, the user may be unknown.
        const known = initial?.session ? initial[name as 'session'] : initial?.session
        const value = isInitial ? known : internals?.session.view(state)[name]
        const isInitialized = value !== undefined
        return {
          [name]: value ?? null,
          fromCache: isInitialized && !!(isInitial || internals?.session.isFromCache()),
          isInitialized,
        }
      },
      ({ session }, notify, getSnapshot) => session.subscribe(getSnapshot, notify),
    ),
  ]

  return {
    ...(Object.fromEntries(names.map(entryOf)) as Record<Name, Readable<Provenance>>),
    policy: readable<PolicyRead>(
      (internals) => ({
        policy: internals?.bootstrap.getSync().rbacPolicy ?? initial?.policy ?? null,
        isConfirmed: !!internals?.bootstrap.isLoaded(),
      }),
      watchBootstrap,
    ),
  }
}

/** Returns the same object while its content is equal. `last_accessed_at` of a session is ignored. */
function stable<Snapshot extends object>(read: () => Snapshot): () => Snapshot {
  const keyOf = ({ session, ...rest }: Snapshot & { readonly session?: object | null }): string =>
    JSON.stringify([rest, session && { ...session, last_accessed_at: 0 }])
  let newest = read()
  let shown = newest
  return () => {
    const next = read()
    // A render reads several times, mostly identical values: compare those first, which is cheap.
    const isSame = Object.entries(next).every(([name, value]) => value === newest[name as keyof Snapshot])
    newest = next
    if (!isSame && keyOf(next) !== keyOf(shown)) shown = next
    return shown
  }
}
