import { describe, expect, it } from 'vitest'
import { fail, gate, rejection } from '../../../test-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeDiscovered,
  makeMemberAuth,
  makePending,
  signInMember,
  startDiscovery,
} from '../../b2b-setup.suite.ts'

const exchange = '/b2b/discovery/intermediate_sessions/exchange'
const minutes = { session_duration_minutes: 30 }
const acme = { organization_id: 'organization-test-acme', ...minutes }

describe('a sign-in without an organization', () => {
  it('keeps its token for the choice of an organization, in every tab', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    expect(intermediateCookie(setup)).toBe('ist-1')
    expect(client.session.getTokens()).toBeNull()
    const other = setup.open().client
    setup.script.on('/b2b/discovery/organizations', { data: { ...makeDiscovered(''), organization_id_hint: null } })
    const found = await other.discovery.organizations.list()
    expect(found.email_address).toBe('ada@example.com')
    setup.script.on(exchange, { data: makeMemberAuth('s1') })
    await other.discovery.intermediateSessions.exchange({ ...acme, locale: 'de' })
    const bodies = ['/b2b/discovery/organizations', exchange].map((path) => setup.script.to(path)[0]?.body)
    expect(bodies).toEqual([
      { intermediate_session_token: 'ist-1' },
      { ...acme, locale: 'de', intermediate_session_token: 'ist-1' },
    ])
  })

  it('ends with the session that follows', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    setup.script.on(exchange, { data: makeMemberAuth('s1') })
    await client.discovery.intermediateSessions.exchange(acme)
    expect(intermediateCookie(setup)).toBeUndefined()
    expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s1')
  })

  it('continues with the newest token if another factor is missing', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    setup.script.on(exchange, { data: makePending('ist-2') }, { data: makeMemberAuth('s1') })
    const response = await client.discovery.intermediateSessions.exchange(acme)
    expect(response.member_authenticated).toBe(false)
    expect(intermediateCookie(setup)).toBe('ist-2')
    await client.discovery.intermediateSessions.exchange(acme)
    expect(setup.script.to(exchange)[1]?.body).toMatchObject({ intermediate_session_token: 'ist-2' })
  })

  it('stays after a rejected exchange', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    setup.script.on(exchange, fail('organization_not_found', 404))
    await rejection(client.discovery.intermediateSessions.exchange(acme))
    expect(intermediateCookie(setup)).toBe('ist-1')
  })

  it('is forgotten when the provider rejects it, and not when it rejects an earlier one', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    const rejected = gate<ReturnType<typeof fail>>()
    setup.script.on(exchange, () => rejected.promise)
    const earlier = rejection(client.discovery.intermediateSessions.exchange(acme))
    await startDiscovery(setup, client, 'ist-2')
    rejected.open(fail('intermediate_session_not_found', 404))
    await earlier
    expect(intermediateCookie(setup)).toBe('ist-2')
    setup.script.on(exchange, fail('intermediate_session_not_found', 404))
    await rejection(client.discovery.intermediateSessions.exchange(acme))
    expect(intermediateCookie(setup)).toBeUndefined()
    await rejection(client.discovery.intermediateSessions.exchange(acme))
    expect(setup.script.to(exchange).at(-1)?.body).toEqual(acme)
  })

  it('is forgotten after 10 minutes', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    await setup.clock.advance(10 * 60_000)
    setup.script.on(exchange, { data: makeMemberAuth('s1') })
    await client.discovery.intermediateSessions.exchange(acme)
    expect(setup.script.to(exchange)[0]?.body).toEqual(acme)
  })

  it('creates an organization with its settings', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    setup.script.on('/b2b/discovery/organizations/create', { data: makeMemberAuth('s1') })
    const settings = { organization_name: 'Acme', email_allowed_domains: ['acme.test'], ...minutes }
    await client.discovery.organizations.create(settings)
    expect(setup.script.to('/b2b/discovery/organizations/create')[0]?.body).toEqual({
      ...settings,
      intermediate_session_token: 'ist-1',
    })
    expect(client.organization.getSync()?.organization_slug).toBe('acme')
  })

  it('needs no token if there is a session', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/discovery/organizations', { data: { ...makeDiscovered(''), organization_id_hint: null } })
    await client.discovery.organizations.list()
    const [sent] = setup.script.to('/b2b/discovery/organizations')
    expect(sent?.body).toEqual({})
    expect(client.session.getSync()).not.toBeNull()
  })
})

describe('in HttpOnly mode', () => {
  const page = { href: 'https://app.example.com/', customApiDomain: 'auth.example.com' }

  it.each([
    ['discovery', makeDiscovered('')],
    ['an unfinished sign-in', makePending('')],
  ])('%s replaces the session, although its token cannot be read', async (_name, data) => {
    const setup = createB2bSetup()
    const { client } = setup.open(page)
    await signInMember(setup, client, makeMemberAuth('s1', 'ada', 'acme', { session_token: '', session_jwt: '' }))
    expect(client.session.getSync()).not.toBeNull()
    setup.script.on('/b2b/otps/email/discovery/authenticate', { data })
    await client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code: '123456' })
    expect([client.session.getSync(), client.self.getSync()]).toEqual([null, null])
    setup.script.on(exchange, { data: makeMemberAuth('s2', 'ada', 'acme', { session_token: '', session_jwt: '' }) })
    await client.discovery.intermediateSessions.exchange(acme)
    expect(setup.script.to(exchange)[0]?.body).toEqual(acme)
    expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s2')
  })
})

it('rejects a sign-in response without tokens, and keeps the session', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  setup.script.on(exchange, { data: makePending('') })
  await rejection(client.discovery.intermediateSessions.exchange(acme))
  expect(client.session.getSync()).not.toBeNull()
})

it('checks the arguments of discovery calls', async () => {
  const { discovery } = createB2bSetup().open().client
  expect((await rejection(discovery.intermediateSessions.exchange(minutes as never))).message).toBe(
    'Invalid call to discovery.intermediateSessions.exchange\norganization_id must be a string',
  )
  expect((await rejection(discovery.organizations.create({} as never))).message).toBe(
    'Invalid call to discovery.organizations.create\nsession_duration_minutes must be a number',
  )
})
