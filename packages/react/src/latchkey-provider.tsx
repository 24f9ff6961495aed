import type { Client } from '@latchkey/client'
import type { InitialState } from '@latchkey/contract'
import type { Context, ReactElement, ReactNode } from 'react'
import { createContext, createElement, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import type { Readable, Readables } from './readable.ts'
import { createReadables } from './readable.ts'
import { useMissingClient } from './use-missing-client.ts'

interface Provided {
  readonly client: Client | null
  readonly readables: Readables
}

const LatchkeyContext: Context<Provided | null> = /* @__PURE__ */ createContext<Provided | null>(null)

/** The props of `LatchkeyProvider`. */
export interface LatchkeyProviderProps {
  /**
   * The client of the page. `null` during server rendering only: a client that is still missing in the browser after
   * three seconds is reported as an error.
   */
  readonly client: Client | null
  /**
   * What your server knows about the user, so that the first HTML shows it. Must be the same during server rendering and
   * hydration; later values are ignored. `@latchkey/nextjs` passes it.
   * @default the session is unknown until hydration has ended
   */
  readonly initialState?: InitialState | undefined
  readonly children?: ReactNode
}

/**
 * Provides the client to all hooks and widgets below it.
 *
 * @example
 * const client = createClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
 *
 * createRoot(document.getElementById('root')).render(
 *   <LatchkeyProvider client={client}>
 *     <App />
 *   </LatchkeyProvider>,
 * )
 *
 * @example
 * // With server-side rendering, in a file that starts with 'use client': a server component cannot pass on a client.
 * const client = typeof window === 'undefined' ? null : createClient('public-token-test-…', options)
 */
export function LatchkeyProvider({ client, initialState, children }: LatchkeyProviderProps): ReactElement {
  const [initial] = useState(initialState)
  const readables = useMemo(() => createReadables(client, initial), [client, initial])
  return useProvision(client, readables, children)
}

/** The provider of a client and of what the hooks read from it. */
export function useProvision(client: object | null, readables: object, children: ReactNode): ReactElement {
  useMissingClient(client)
  const value = useMemo(() => ({ client, readables }) as Provided, [client, readables])
  // Without JSX, like every module of this package: `react/jsx-runtime` would be an additional import.
  return createElement(LatchkeyContext.Provider, { value }, children)
}

/**
 * Returns the client, to call its methods in event handlers and effects. A component that receives a client as a prop can
 * pass it as the argument and then needs no provider.
 *
 * @example
 * function SignOut() {
 *   const client = useClient()
 *   return <button onClick={() => client.session.revoke({ forceClear: true })}>Sign out</button>
 * }
 */
export function useClient(given?: Client): Client {
  return useProvidedClient(given || undefined) ?? (absentClient('client') as Client)
}

/** Returns the client or null, for widgets, which render nothing without a client. */
export function useProvidedClient<Of extends object = Client>(given?: Of | null): Of | null {
  const provided = useContext(LatchkeyContext)
  // The provider of the page has the kind of client that the widget below it needs.
  return given === undefined ? ((provided ?? throwMissingProvider('useClient')).client as Of | null) : given
}

/** Re-renders whenever the snapshot changes, in this tab or in another. */
export function useReadable<Name extends keyof Readables>(
  hook: string,
  name: Name,
): ReturnType<Readables[Name]['getSnapshot']> {
  const { readables } = useContext(LatchkeyContext) ?? throwMissingProvider(hook)
  const { subscribe, getSnapshot, getServerSnapshot } = readables[name] as Readable<
    ReturnType<Readables[Name]['getSnapshot']>
  >
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}

function throwMissingProvider(hook: string): never {
  throw new Error(`${hook} must be called below a <LatchkeyProvider>.`)
}

/** The client during server rendering: components can read its properties, but calling a method throws. */
function absentClient(path: string): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? absentClient(`${path}.${name}`) : undefined),
    apply() {
      throw new Error(`${path}() cannot be called in a server environment.`)
    },
  })
}
