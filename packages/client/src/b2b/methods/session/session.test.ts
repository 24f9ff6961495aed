import { describe, expect, it } from 'vitest'
import { settle } from '../../../platform/memory-clock.ts'
import { fail, gate, rejection } from '../../../test-setup.suite.ts'
import {
  createB2bSetup,
  makeMember,
  makeMemberAuth,
  makeOrganization,
  makePending,
  signInMember,
} from '../../b2b-setup.suite.ts'

const minutes = { session_duration_minutes: 30 }

describe('the session of a member', () => {
  it('is null before a sign-in, and is read, stored and shared with other tabs [B-SES-13]', async () => {
    const setup = createB2bSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    const seen: unknown[] = []
    b.session.onChange((session) => seen.push(session?.member_session_id))
    expect([a.session.getSync(), a.session.getInfo(), a.session.getTokens()]).toEqual([
      null,
      { session: null, fromCache: true },
      null,
    ])
    await signInMember(setup, a)
    await settle()
    const { member_session } = makeMemberAuth('s1')
    for (const client of [a, b]) {
      expect(client.session.getSync()).toEqual(member_session)
      expect(client.session.getTokens()).toEqual({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
    }
    expect(a.session.getInfo()).toEqual({ session: member_session, fromCache: false })
    expect(seen).toEqual(['member-session-test-s1'])
    expect(setup.open().client.session.getInfo()).toEqual({ session: member_session, fromCache: true })
  })

  it('is fetched from /b2b for tokens of the backend [B-SES-13]', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on('/b2b/sessions/authenticate', { data: makeMemberAuth('s2') })
    client.session.updateSession({ session_token: 'token-s2' })
    await setup.clock.advance(0)
    expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s2')
    expect(setup.script.to('/sessions/authenticate')).toEqual([])
    await client.session.authenticate(minutes)
    expect(setup.script.to('/b2b/sessions/authenticate').map(({ method, body }) => [method, body])).toEqual([
      ['POST', {}],
      ['POST', minutes],
    ])
  })

  it('ends with revoke, in all tabs', async () => {
    const setup = createB2bSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signInMember(setup, a)
    await settle()
    await a.session.revoke()
    await settle()
    expect([a.session.getSync(), b.session.getSync(), b.self.getSync(), b.organization.getSync()]).toEqual(
      Array(4).fill(null),
    )
    expect(setup.script.to('/b2b/sessions/revoke')).toHaveLength(1)
  })

  it('ends when the provider no longer knows it', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/sessions/authenticate', fail('session_not_found', 404))
    await rejection(client.session.authenticate())
    expect(client.session.getSync()).toBeNull()
  })

  it('ends after a refresh with the session of another member', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/sessions/authenticate', { data: makeMemberAuth('s1', 'mallory') })
    expect((await rejection(client.session.authenticate())).message).toBe('Invalid response from our servers.')
    expect(client.session.getSync()).toBeNull()
  })

  it('sends its token with each request, and the id of the member with telemetry', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/sessions/revoke/member-test-bob', { data: {} })
    await client.session.revokeForMember('member-test-bob')
    const [sent] = setup.script.to('/b2b/sessions/revoke/member-test-bob')
    expect([sent?.method, sent?.body]).toEqual(['POST', null])
    expect(atob(sent?.headers.Authorization?.replace('Basic ', '') ?? '')).toMatch(/:token-s1$/)
    expect(JSON.parse(atob(sent?.headers['X-SDK-Client'] ?? ''))).toMatchObject({
      latchkey_user_id: 'member-test-ada',
      latchkey_session_id: 'member-session-test-s1',
    })
  })
})

describe('a switch of the organization', () => {
  const body = { organization_id: 'organization-test-globex', ...minutes }

  it('shows a signed-out state between the two members', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const seen: unknown[] = []
    client.onStateChange(({ member, organization, session }) =>
      seen.push([member?.member_id, organization?.organization_id, session?.member_session_id]),
    )
    setup.script.on('/b2b/sessions/exchange', { data: makeMemberAuth('s2', 'ada-globex', 'globex') })
    await client.session.exchange({ ...body, locale: 'de' })
    expect(seen).toEqual([
      [undefined, undefined, undefined],
      ['member-test-ada-globex', 'organization-test-globex', 'member-session-test-s2'],
    ])
    expect(setup.script.to('/b2b/sessions/exchange')[0]?.body).toEqual({ ...body, locale: 'de' })
  })

  it('replaces the session by an intermediate one if another factor is missing', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/sessions/exchange', { data: makePending('ist-1') })
    expect((await client.session.exchange(body)).member_authenticated).toBe(false)
    expect([client.session.getSync(), client.self.getSync()]).toEqual([null, null])
    expect(setup.profile.cookies.all().find(({ name }) => /intermediate/.test(name))?.value).toBe('ist-1')
  })

  it('is not undone by a refresh that was sent before', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const answer = gate<{ data: unknown }>()
    const globex = { data: makeMemberAuth('s2', 'ada-globex', 'globex') }
    setup.script.on('/b2b/sessions/authenticate', () => answer.promise, globex)
    const refreshing = client.session.authenticate()
    await settle()
    setup.script.on('/b2b/sessions/exchange', globex)
    await client.session.exchange(body)
    answer.open({ data: makeMemberAuth('s1') })
    await refreshing
    expect(client.organization.getSync()).toEqual(makeOrganization('globex'))
    expect(client.self.getSync()).toEqual(makeMember('ada-globex', 'globex'))
  })
})

it('checks the arguments of session calls', async () => {
  const { client } = createB2bSetup().open()
  const { session } = client
  const calls: [string, () => Promise<unknown>][] = [
    ['session.revokeForMember\nmemberId must be a string', () => session.revokeForMember(1 as never)],
    ['session.exchange\norganization_id must be a string', () => session.exchange(minutes as never)],
    ['session.exchangeAccessToken\naccess_token must be a string', () => session.exchangeAccessToken(minutes as never)],
    ['session.attest\norganization_id must be a string', () => session.attest(minutes as never)],
  ]
  for (const [message, call] of calls) expect((await rejection(call())).message).toBe(`Invalid call to ${message}`)
})

it('starts a session for the subject of a trusted token', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  setup.script.on('/b2b/sessions/attest', { data: makeMemberAuth('s3') })
  const body = { organization_id: 'organization-test-acme', profile_id: 'profile-1', token: 'jwt' }
  await client.session.attest(body)
  expect(setup.script.to('/b2b/sessions/attest')[0]?.body).toEqual(body)
  expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s3')
})
