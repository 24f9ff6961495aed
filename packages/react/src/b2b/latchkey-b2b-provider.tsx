import type { B2bClient, Member, MemberSession, Organization } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import type { ReactElement, ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient, useProvision, useReadable } from '../latchkey-provider.tsx'
import type { PolicyRead, Provenance } from '../readable.ts'
import { readablesOf } from '../readable.ts'

/** The result of `useMember`. */
export interface MemberRead extends Provenance {
  readonly member: Member | null
}

/** The result of `useOrganization`. */
export interface OrganizationRead extends Provenance {
  readonly organization: Organization | null
}

/** The result of `useMemberSession`. */
export interface MemberSessionRead extends Provenance {
  readonly session: MemberSession | null
}

interface B2bReads {
  readonly member: MemberRead
  readonly organization: OrganizationRead
  readonly session: MemberSessionRead
  readonly policy: PolicyRead
}

/** The props of `LatchkeyB2bProvider`. */
export interface LatchkeyB2bProviderProps {
  /**
   * The business client of the page. `null` during server rendering only: a client that is still missing in the browser
   * after three seconds is reported as an error.
   */
  readonly client: B2bClient | null
  readonly children?: ReactNode
}

/**
 * Provides the business client to the hooks below it.
 *
 * @example
 * const client = createB2bClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
 *
 * createRoot(document.getElementById('root')).render(
 *   <LatchkeyB2bProvider client={client}>
 *     <App />
 *   </LatchkeyB2bProvider>,
 * )
 */
export function LatchkeyB2bProvider({ client, children }: LatchkeyB2bProviderProps): ReactElement {
  const readables = useMemo(
    () =>
      readablesOf<'member' | 'organization' | 'session'>(client && clientInternals(client), [
        'member',
        'organization',
        'session',
      ]),
    [client],
  )
  return useProvision(client, readables, children)
}

/**
 * Returns the business client, to call its methods in event handlers and effects.
 *
 * @example
 * function SignOut() {
 *   const client = useB2bClient()
 *   return <button onClick={() => client.session.revoke({ forceClear: true })}>Sign out</button>
 * }
 */
export function useB2bClient(): B2bClient {
  return useClient() as object as B2bClient
}

/** Re-renders whenever the part of the state changes, in this tab or in another. */
export function useB2bReadable<Name extends keyof B2bReads>(hook: string, name: Name): B2bReads[Name] {
  return useReadable(hook, name as 'session') as object as B2bReads[Name]
}
