import type { B2bClient } from '@latchkey/client/b2b'
import { createB2bClient } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import type { MemoryProfile } from '@latchkey/client/testing'
import { createMemoryProfile, settle } from '@latchkey/client/testing'
import { builtInPolicy } from '@latchkey/contract/b2b'
import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { readablesOf } from '../readable.ts'
import { LatchkeyB2bProvider, useB2bClient } from './latchkey-b2b-provider.tsx'
import { useIsAuthorized } from './use-is-authorized.ts'
import { useMember } from './use-member.ts'
import { useMemberSession } from './use-member-session.ts'
import { useOrganization } from './use-organization.ts'

const publicToken = 'public-token-test-1'
const member = { member_id: 'member-test-ada', name: 'Ada' }
const custom = { role_id: 'editor', permissions: [{ resource_id: 'documents', actions: ['write'] }] }
const organization = { organization_id: 'organization-test-acme', organization_name: 'Acme', custom_roles: [custom] }
const times = { started_at: '2030-01-01T00:00:00Z', last_accessed_at: '2030-01-01T00:00:00Z' }
const session = {
  ...{ member_session_id: 'member-session-test-1', member_id: member.member_id },
  ...{ ...times, expires_at: '2030-01-01T01:00:00Z', roles: ['latchkey_member', 'editor'] },
}
const signedIn = { member_id: member.member_id, member, organization, member_session: session }
const answers: Record<string, object> = {
  [`/projects/bootstrap/${publicToken}`]: { rbac_policy: { ...builtInPolicy(), scopes: [] }, vertical: 'B2B' },
  '/events': {},
  '/b2b/sessions/exchange_access_token': { ...signedIn, session_token: 'token-1', session_jwt: 'jwt-1' },
  '/b2b/sessions/revoke': {},
  '/b2b/organizations/me': { organization: { ...organization, organization_name: 'Acme Corp' } },
}

function createBrowser(): MemoryProfile {
  return createMemoryProfile({
    fetch: async (url) => Response.json({ data: answers[url.replace(/^.*\/sdk\/v1/, '')] }),
  })
}

const open = (browser: MemoryProfile): B2bClient =>
  createB2bClient(publicToken, {
    domains: { testApi: 'http://localhost:4000' },
    platform: browser.openTab().platform,
  })

async function signIn(client: B2bClient): Promise<void> {
  await client.session.exchangeAccessToken({ access_token: 'a', session_duration_minutes: 30 })
  await client.bootstrap.get()
  await settle()
}

const textOf = (element: ReactElement): string => renderToString(element).replaceAll('&quot;', '"')

function Everything(): ReactElement {
  return (
    <>{JSON.stringify([useMember(), useOrganization(), useMemberSession(), useIsAuthorized('documents', 'write')])}</>
  )
}

describe('the hooks of business projects', () => {
  it('return the uninitialized state during server rendering', async () => {
    const client = open(createBrowser())
    await signIn(client)
    for (const given of [client, null]) {
      const element = (
        <LatchkeyB2bProvider client={given}>
          <Everything />
        </LatchkeyB2bProvider>
      )
      const unknown = { fromCache: false, isInitialized: false }
      expect(JSON.parse(textOf(element))).toEqual([
        { member: null, ...unknown },
        { organization: null, ...unknown },
        { session: null, ...unknown },
        { isAuthorized: false, ...unknown },
      ])
    }
  })

  it('read what a sign-in in another tab and a change store, and notify once per change', async () => {
    const browser = createBrowser()
    const [a, b] = [open(browser), open(browser)]
    const {
      member: ofMember,
      organization: ofOrganization,
      session: ofSession,
    } = readablesOf<'member' | 'organization' | 'session'>(clientInternals(b), ['member', 'organization', 'session'])
    const seen: string[] = []
    ofMember.subscribe(() => seen.push('member'))
    ofOrganization.subscribe(() => seen.push('organization'))
    ofSession.subscribe(() => seen.push('session'))
    const signedOut = { fromCache: true, isInitialized: true }
    expect(ofMember.getSnapshot()).toEqual({ member: null, ...signedOut })
    await signIn(a)
    expect(ofMember.getSnapshot()).toMatchObject({ member, isInitialized: true })
    expect(ofOrganization.getSnapshot()).toMatchObject({ organization })
    expect(ofSession.getSnapshot()).toMatchObject({ session })
    expect(seen.splice(0)).toEqual(['member', 'organization', 'session'])
    await a.organization.update({ organization_name: 'Acme Corp' })
    await settle()
    expect(ofOrganization.getSnapshot()).toMatchObject({ organization: { organization_name: 'Acme Corp' } })
    expect(seen).toEqual(['organization'])
  })

  it('show what the member may do, by the roles of the session and of the organization', async () => {
    const client = open(createBrowser())
    await signIn(client)
    function Permissions(): ReactElement {
      const write = useIsAuthorized('documents', 'write')
      const read = useIsAuthorized('documents', 'read')
      return <>{JSON.stringify([write, read, useIsAuthorized('latchkey.self', 'update.info.name')])}</>
    }
    const page = new Window()
    // React reads the event that is being handled from the window.
    vi.stubGlobal('window', page)
    try {
      const container = page.document.createElement('div')
      const root = createRoot(container as unknown as Element)
      flushSync(() =>
        root.render(
          <LatchkeyB2bProvider client={client}>
            <Permissions />
          </LatchkeyB2bProvider>,
        ),
      )
      const read = { fromCache: false, isInitialized: true }
      const shown = (): unknown => JSON.parse(container.textContent ?? '')
      expect(shown()).toEqual([true, false, true].map((isAuthorized) => ({ isAuthorized, ...read })))
      await client.session.revoke()
      flushSync(() => {})
      expect(shown()).toEqual([false, false, false].map((isAuthorized) => ({ isAuthorized, ...read })))
      flushSync(() => root.unmount())
      // The scheduler of React ends its tasks, which read the window.
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('throw without a provider', () => {
    expect(() => textOf(<Everything />)).toThrow('useMember must be called below a <LatchkeyProvider>.')
  })

  it('provide a client whose methods throw during server rendering', () => {
    let given: B2bClient | undefined
    function Form(): ReactElement {
      given = useB2bClient()
      return <form />
    }
    textOf(
      <LatchkeyB2bProvider client={null}>
        <Form />
      </LatchkeyB2bProvider>,
    )
    expect(() => given?.otps.email.discovery.send({ email_address: 'a@example.com' })).toThrow(
      'client.otps.email.discovery.send() cannot be called in a server environment.',
    )
  })
})
