import { describe, expect, it } from 'vitest'
import { settle } from '../../platform/memory-clock.ts'
import { createTestSetup, fail, makeAuth, rejection, signIn } from '../../test-setup.suite.ts'

function createHarness() {
  const setup = createTestSetup()
  for (const path of ['/sessions/authenticate', '/sessions/exchange_access_token', '/sessions/attest']) {
    setup.script.on(path, { data: makeAuth('s1') })
  }
  const { client } = setup.open()
  const posts = (): unknown[] =>
    setup.script.sent
      .filter(({ path }) => path.startsWith('/sessions/'))
      .map(({ method, path, body }) => [method, path, body])
  return { setup, client, posts }
}

describe('session', () => {
  it('revokes the session without a payload [C-CALL-21]', async () => {
    const { client, posts } = createHarness()
    await client.session.revoke()
    expect(posts()).toEqual([['POST', '/sessions/revoke', null]])
  })

  it('authenticates the session with a duration, or with {} [C-CALL-22]', async () => {
    const { client, posts } = createHarness()
    await client.session.authenticate({ session_duration_minutes: 60 })
    await client.session.authenticate()
    expect(posts()).toEqual([
      ['POST', '/sessions/authenticate', { session_duration_minutes: 60 }],
      ['POST', '/sessions/authenticate', {}],
    ])
  })

  it('starts a session with an access token [C-CALL-23] [C-SES-01]', async () => {
    const { client, posts } = createHarness()
    await client.session.exchangeAccessToken({ access_token: 'a', session_duration_minutes: 30 })
    expect(posts()).toEqual([
      ['POST', '/sessions/exchange_access_token', { access_token: 'a', session_duration_minutes: 30 }],
    ])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('starts a session with an attested token [C-CALL-24] [C-SES-01]', async () => {
    const { client, posts } = createHarness()
    await client.session.attest({ profile_id: 'p', token: 't', session_duration_minutes: 30 })
    await client.session.attest({ profile_id: 'p', token: 't' })
    expect(posts()).toEqual([
      ['POST', '/sessions/attest', { profile_id: 'p', token: 't', session_duration_minutes: 30 }],
      ['POST', '/sessions/attest', { profile_id: 'p', token: 't' }],
    ])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('checks its arguments before a request [C-VAL-07] [C-VAL-09] [C-VAL-10] [C-VAL-11] [C-VAL-12]', async () => {
    const { client, posts } = createHarness()
    const { session } = client
    const cases: [() => Promise<unknown>, string][] = [
      [
        () => session.authenticate({ session_duration_minutes: '5' as never }),
        'authenticate\nsession_duration_minutes must be a number',
      ],
      [() => session.revoke({ forceClear: 'yes' as never }), 'revoke\nforceClear must be a boolean'],
      [() => session.exchangeAccessToken(undefined as never), 'exchangeAccessToken\naccess_token must be a string'],
      [
        () => session.exchangeAccessToken({ access_token: 'a' } as never),
        'exchangeAccessToken\nsession_duration_minutes must be a number',
      ],
      [() => session.attest({ token: 't' } as never), 'attest\nprofile_id must be a string'],
      [() => session.attest({ profile_id: 'p' } as never), 'attest\ntoken must be a string'],
      [
        () => session.attest({ profile_id: 'p', token: 't', session_duration_minutes: '5' as never }),
        'attest\nsession_duration_minutes must be a number',
      ],
      [async () => session.updateSession({} as never), 'updateSession\nsession_token must be a string'],
    ]
    for (const [call, message] of cases) {
      expect((await rejection(call())).message).toBe(`Invalid call to session.${message}`)
    }
    expect(posts()).toEqual([])
  })

  it('uses tokens of a backend and fetches their session', async () => {
    const { setup, client } = createHarness()
    client.session.updateSession({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
    expect(client.session.getTokens()).toEqual({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
    await setup.clock.advance(0)
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('accepts the tokens of a session that was removed', async () => {
    const { setup, client } = createHarness()
    await signIn(setup, client)
    setup.script.on('/sessions/revoke', new TypeError('offline'))
    await rejection(client.session.revoke({ forceClear: true }))
    client.session.updateSession({ session_token: 'token-s1' })
    await setup.clock.advance(0)
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('does not restore a session in HttpOnly mode after a forced clear', async () => {
    const setup = createTestSetup()
    const hidden = { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) }
    setup.script.on('/sessions/authenticate', hidden)
    const options = { customApiDomain: 'auth.example.com' }
    const first = setup.open(options).client
    await setup.clock.advance(0)
    expect(first.session.getSync()).not.toBeNull()
    setup.script.on('/sessions/revoke', new TypeError('offline'))
    await rejection(first.session.revoke({ forceClear: true }))
    const second = setup.open(options).client
    await setup.clock.advance(0)
    expect([first.session.getSync(), second.session.getSync()]).toEqual([null, null])
    setup.script.on('/otps/authenticate', { data: makeAuth('s2', 'ada', { token: '', jwt: '' }) })
    await second.otps.authenticate('1', 'm', { session_duration_minutes: 5 })
    await settle()
    expect(first.session.getSync()?.session_id).toBe('session-test-s2')
  })

  it('migrates a session to HttpOnly cookies without ending it, in every tab', async () => {
    const setup = createTestSetup()
    const options = { customApiDomain: 'auth.example.com' }
    const [first, second] = [setup.open(options), setup.open(options)]
    await signIn(setup, first.client)
    expect(first.tab.log).toEqual([{ level: 'warn', text: '[Latchkey] Cookies are not HttpOnly.' }])
    const states: unknown[] = []
    for (const { client } of [first, second]) client.session.onChange((session) => states.push(session?.session_id))
    // From now on the provider returns no tokens, and still accepts those it issued before.
    setup.script.on('/sessions/authenticate', ({ headers }) => {
      const isKnown = atob(headers.Authorization?.slice(6) ?? '').endsWith(':token-s1')
      return isKnown ? { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) } : fail('user_unauthenticated', 401)
    })
    await first.client.session.authenticate()
    await settle()
    expect(setup.profile.cookies.all()).toEqual([])
    for (const { client } of [first, second]) {
      expect(client.session.getSync()?.session_id).toBe('session-test-s1')
      expect(client.session.getTokens()).toEqual({ session_token: '', session_jwt: '' })
    }
    expect(states).toEqual([])
    const third = setup.open(options).client
    expect(third.session.getSync()?.session_id).toBe('session-test-s1')
  })
})
