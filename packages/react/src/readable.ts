import type { Client, Session, User } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { createBootstrapRead } from './reads/bootstrap-read.ts'

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

export interface Readables {
  readonly user: Readable<UserRead>
  readonly session: Readable<SessionRead>
  readonly policy: Readable<PolicyRead>
}

const unknown = { fromCache: false, isInitialized: false }
const unknownUser: UserRead = { user: null, ...unknown }
const unknownSession: SessionRead = { session: null, ...unknown }
const unknownPolicy: PolicyRead = { policy: null, isConfirmed: false }

/** Reads without the side effects of the public getters, which look at the cookies first: a render has none. */
export function createReadables(client: Client | null): Readables {
  if (!client)
    return { user: constant(unknownUser), session: constant(unknownSession), policy: constant(unknownPolicy) }
  const { session: store, bootstrap } = clientInternals(client)
  const provenance = (): Provenance => ({ fromCache: store.isFromCache(), isInitialized: true })

  const settings = createBootstrapRead(client)
  const user = stable((): UserRead => ({ user: store.get().user ?? null, ...provenance() }))
  const session = stable(
    (): SessionRead => ({ session: store.get().session ?? null, ...provenance() }),
    // When a session was last used is no news.
    (read) => ({ ...read, session: read.session && { ...read.session, last_accessed_at: 0 } }),
  )
  const policy = stable(
    (): PolicyRead => ({ policy: bootstrap.getSync().rbacPolicy ?? null, isConfirmed: bootstrap.isLoaded() }),
  )
  return {
    user: {
      subscribe: (notify) => store.subscribe(user, notify),
      getSnapshot: user,
      getServerSnapshot: () => unknownUser,
    },
    session: {
      subscribe: (notify) => store.subscribe(session, notify),
      getSnapshot: session,
      getServerSnapshot: () => unknownSession,
    },
    policy: {
      subscribe(notify) {
        const unsubscribe = settings.subscribe(notify)
        // Tried again where it fails: who opened the page offline is not refused everything until it is loaded anew.
        const stop = settings.start()
        return () => {
          unsubscribe()
          stop()
        }
      },
      getSnapshot: policy,
      getServerSnapshot: () => unknownPolicy,
    },
  }
}

function constant<Snapshot>(snapshot: Snapshot): Readable<Snapshot> {
  return { subscribe: () => () => undefined, getSnapshot: () => snapshot, getServerSnapshot: () => snapshot }
}

/** Answers with the same object for as long as what is read says the same. */
function stable<Snapshot extends object>(
  read: () => Snapshot,
  newsOf: (snapshot: Snapshot) => object = (snapshot) => snapshot,
): () => Snapshot {
  const keyOf = (snapshot: Snapshot): string => JSON.stringify(newsOf(snapshot))
  let newest = read()
  let told = newest
  let key = keyOf(told)
  return () => {
    const next = read()
    // A render asks several times: almost always nothing has moved, and that is cheap to see.
    if (Object.entries(next).some(([name, value]) => value !== newest[name as keyof Snapshot])) {
      newest = next
      const nextKey = keyOf(next)
      if (nextKey !== key) {
        told = next
        key = nextKey
      }
    }
    return told
  }
}
