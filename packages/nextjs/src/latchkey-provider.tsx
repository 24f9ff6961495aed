import { isLatchkeyError } from '@latchkey/backend'
import type { ClientOptions } from '@latchkey/client'
import type { InitialState } from '@latchkey/contract'
import type { ReactElement, ReactNode } from 'react'
import { auth } from './auth.ts'
import { ClientProvider } from './client-provider.tsx'
import { readSettings } from './settings.ts'

/** The props of `LatchkeyProvider`. */
export interface LatchkeyProviderProps {
  /** Options of the client that are not functions. */
  readonly clientOptions?: Pick<ClientOptions, 'disableTelemetry' | 'keepSessionAlive'> | undefined
  /**
   * Asks the provider for the profile of the user, so that `useUser()` has it in the first HTML: one more request per page.
   * @default false
   */
  readonly loadUser?: boolean | undefined
  /**
   * Reads the session, so that the first HTML shows who is signed in. Next.js then renders every page below it on request.
   * @default true
   */
  readonly dynamic?: boolean | undefined
  readonly children?: ReactNode
}

/**
 * Provides the client to the hooks, gates and widgets below it, and what the server knows about the user. When the user
 * signs in or out, in this tab or in another, the server components are rendered again.
 *
 * @example
 * // app/layout.tsx
 * <body>
 *   <LatchkeyProvider>{children}</LatchkeyProvider>
 * </body>
 */
export async function LatchkeyProvider({
  clientOptions,
  loadUser = false,
  dynamic = true,
  children,
}: LatchkeyProviderProps): Promise<ReactElement> {
  const initialState = dynamic ? await readInitialState(loadUser) : undefined
  const settings = readSettings()
  return (
    <ClientProvider
      publicToken={settings.publicToken}
      options={{ ...settings.clientOptions, ...clientOptions }}
      initialState={initialState}
    >
      {children}
    </ClientProvider>
  )
}

async function readInitialState(fresh: boolean): Promise<InitialState | undefined> {
  try {
    const session = await auth({ fresh })
    return await readSettings().readInitialState(session)
  } catch (error) {
    // The session is unknown: the client in the browser reads it. Pages that call `auth` themselves get the error.
    if (isLatchkeyError(error) && error.name === 'UnreachableError') return undefined
    throw error
  }
}
