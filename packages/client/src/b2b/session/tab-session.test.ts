import { describe, expect, it } from 'vitest'
import type { MemoryTab } from '../../platform/memory.ts'
import { settle } from '../../platform/memory-clock.ts'
import { api, publicToken } from '../../test-setup.suite.ts'
import type { B2bSetup } from '../b2b-setup.suite.ts'
import { createB2bSetup, makeMemberAuth, signInMember, startDiscovery } from '../b2b-setup.suite.ts'
import type { B2bClient } from '../create-b2b-client.ts'
import { createB2bClient } from '../create-b2b-client.ts'

const minutes = { session_duration_minutes: 30 }
const [acme, globex] = ['organization-test-acme', 'organization-test-globex']
const keyOf = (name: string): string => `latchkey:session:${name}:${publicToken}`

/** Opens a tab with session storage. `kept` is its content, as a reloaded or a duplicated tab has it. */
function openTab(setup: B2bSetup, kept = new Map<string, string>(), isBlocked = false) {
  const tab = setup.profile.openTab()
  Object.defineProperty(tab.platform, 'sessionStorage', {
    get() {
      if (isBlocked) throw new Error('The storage is disabled.')
      return {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => void kept.set(key, text),
        removeItem: (key: string) => void kept.delete(key),
      }
    },
  })
  return { tab, kept, client: clientOf(tab) }
}

const clientOf = ({ platform }: MemoryTab): B2bClient =>
  createB2bClient(publicToken, { domains: { testApi: api }, platform, session: 'tab' })

const organizationOf = (client: B2bClient): string | undefined => client.organization.getSync()?.organization_id

/** Switches to Globex. */
async function switchOrganization(setup: B2bSetup, client: B2bClient): Promise<void> {
  setup.script.on('/b2b/sessions/exchange', { data: makeMemberAuth('s2', 'ada-globex', 'globex') })
  await client.session.exchange({ organization_id: globex, ...minutes })
  await settle()
}

describe('a session of one tab', () => {
  it('is in session storage under the id of its organization, and in no cookie', async () => {
    const setup = createB2bSetup()
    const { client, kept } = openTab(setup)
    await signInMember(setup, client)
    expect([...kept.keys()].sort()).toEqual([keyOf(acme), `latchkey:session:${publicToken}`].sort())
    expect(kept.get(keyOf(acme))).toContain('token-s1')
    expect(setup.profile.cookies.all()).toEqual([])
    expect(JSON.stringify([...setup.profile.storage])).not.toMatch(/token-s1|jwt-s1/)
    expect(client.session.getTokens()).toEqual({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
  })

  it('is read after a reload, and leaves the tokens of no other organization', async () => {
    const setup = createB2bSetup()
    const { client, kept } = openTab(setup)
    await signInMember(setup, client)
    await switchOrganization(setup, client)
    expect([...kept.keys()].sort()).toEqual([keyOf(globex), `latchkey:session:${publicToken}`].sort())
    client.dispose()
    const reloaded = openTab(setup, kept).client
    expect(organizationOf(reloaded)).toBe(globex)
    expect(reloaded.session.getInfo().fromCache).toBe(true)
  })

  it('starts after an unfinished sign-in, whose token is in no cookie either', async () => {
    const setup = createB2bSetup()
    const { client } = openTab(setup)
    await startDiscovery(setup, client)
    expect(setup.profile.cookies.all()).toEqual([])
    setup.script.on('/b2b/discovery/intermediate_sessions/exchange', { data: makeMemberAuth('s1') })
    await client.discovery.intermediateSessions.exchange({ organization_id: acme, ...minutes })
    const [sent] = setup.script.to('/b2b/discovery/intermediate_sessions/exchange')
    expect(sent?.body).toMatchObject({ intermediate_session_token: 'ist-1' })
    expect(organizationOf(client)).toBe(acme)
  })

  it('stays when another tab switches, signs out or signs in, and says where the other tab is', async () => {
    const setup = createB2bSetup()
    const [first, second] = [openTab(setup), openTab(setup)]
    const seen: string[][] = [[], []]
    first.client.session.onOtherTab((id) => seen[0]?.push(id))
    const stop = second.client.session.onOtherTab((id) => seen[1]?.push(id))
    await signInMember(setup, first.client)
    await setup.clock.advance(1)
    await signInMember(setup, second.client, makeMemberAuth('s3'))
    await settle()
    expect(seen).toEqual([[acme], [acme]])
    await setup.clock.advance(1)
    await switchOrganization(setup, first.client)
    first.tab.emit('visibilitychange')
    expect([organizationOf(first.client), organizationOf(second.client)]).toEqual([globex, acme])
    expect(seen).toEqual([[acme], [acme, globex]])
    stop()
    await first.client.session.revoke()
    await setup.clock.advance(1)
    await signInMember(setup, first.client, makeMemberAuth('s4'))
    await settle()
    expect(second.client.session.getTokens()?.session_token).toBe('token-s3')
    expect(seen).toEqual([[acme], [acme, globex]])
  })

  it('ends with its expiry, also in a tab that was reloaded', async () => {
    const setup = createB2bSetup()
    const { client, kept } = openTab(setup)
    await signInMember(setup, client)
    client.dispose()
    setup.clock.jump(3_600_001)
    expect(openTab(setup, kept).client.session.getSync()).toBeNull()
    expect(JSON.stringify([...kept])).not.toContain('token-s1')
  })

  it('is in memory where session storage is disabled', async () => {
    const setup = createB2bSetup()
    const { client, tab } = openTab(setup, new Map(), true)
    await signInMember(setup, client)
    expect(organizationOf(client)).toBe(acme)
    expect(tab.log.filter(({ text }) => text.includes('Storage cannot be used.'))).toHaveLength(1)
    expect(setup.profile.cookies.all()).toEqual([])
  })

  it('ignores a session that is not in its format', async () => {
    const setup = createB2bSetup()
    const kept = new Map([
      [`latchkey:session:${publicToken}`, acme],
      [keyOf(acme), '{"token":"token-s1"}'],
    ])
    expect(openTab(setup, kept).client.session.getTokens()).toBeNull()
  })

  it('is refreshed while another tab refreshes its own', async () => {
    const setup = createB2bSetup()
    const [first, second] = [openTab(setup), openTab(setup)]
    await signInMember(setup, first.client)
    await signInMember(setup, second.client, makeMemberAuth('s3'))
    setup.script.on('/b2b/sessions/authenticate', ({ headers }) => ({
      data: makeMemberAuth(/token-s3/.test(atob(headers.Authorization?.slice(6) ?? '')) ? 's3' : 's1'),
    }))
    await setup.clock.advance(180_000)
    expect(setup.script.to('/b2b/sessions/authenticate')).toHaveLength(2)
  })
})

it.each([
  [{ session: 'window' as 'tab' }, "session must be 'shared' or 'tab'"],
  [{ session: 'tab', customApiDomain: 'app.example.com' }, "session: 'tab' excludes customApiDomain"],
] as const)('rejects the options %j', (options, problem) => {
  const { platform } = createB2bSetup().profile.openTab()
  expect(() => createB2bClient(publicToken, { ...options, platform })).toThrow(
    `Invalid call to createB2bClient\n${problem}`,
  )
})
