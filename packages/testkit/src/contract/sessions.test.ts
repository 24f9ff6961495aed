import { createClient } from '@latchkey/client'
import { expect, it } from 'vitest'
import type { Testkit } from '../index.ts'
import {
  ada,
  at,
  bob,
  errorAnswer,
  halfHour,
  jsonAnswer,
  minute,
  onBothEngines,
  outcomes,
  rejection,
  sentTo,
  signInByCode,
} from './contract.suite.ts'

const unrecoverable = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]

const cookiesOf = (kit: Testkit) => Object.fromEntries(kit.browser.cookies.all().map((one) => [one.name, one.value]))
const recordOf = (kit: Testkit) =>
  JSON.parse(kit.browser.storage.get(`latchkey:${kit.project.publicToken}:session`) ?? 'null')
const tokenOf = (kit: Testkit) => kit.client.session.getTokens()?.session_token ?? ''

/** All session data in this browser. */
function sessionData(kit: Testkit): unknown {
  const { client } = kit
  return {
    ...{ session: client.session.getSync(), user: client.user.getSync(), tokens: client.session.getTokens() },
    ...{ cookies: cookiesOf(kit), stored: [recordOf(kit)?.session, recordOf(kit)?.user] },
  }
}
const noSession = { session: null, user: null, tokens: null, cookies: {}, stored: [undefined, undefined] }

async function verifiedClaims(kit: Testkit, jwt: string): Promise<Record<string, unknown>> {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const url = `https://auth.example.com/v1/sessions/jwks/${kit.project.id}`
  const answer = await kit.provider.fetch(new Request(url), { peerAddress: '198.51.100.1' })
  const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const jwk = keys.find(({ kid }) => kid === decode(head).kid)
  if (!jwk) throw new Error('The key that signed is not published.')
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const isGood = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${claims}`),
  )
  if (!isGood) throw new Error('The signature is wrong.')
  return decode(claims)
}

onBothEngines('a session', (open, _engine, it) => {
  it.inTurn('starts a session after every authenticate call [C-SES-01]', async () => {
    const kit = await open()
    const { client, inbox } = kit
    const exists: unknown[] = []
    const note = () => exists.push([client.session.getSync()?.user_id, client.user.getSync()?.user_id])
    await client.magicLinks.email.loginOrCreate(ada)
    await client.magicLinks.authenticate(inbox.lastToken(ada), halfHour)
    note()
    const id = client.user.getSync()?.user_id
    await client.session.revoke()
    await signInByCode(kit)
    note()
    await client.session.authenticate(halfHour)
    note()
    expect(exists).toEqual([
      [id, id],
      [id, id],
      [id, id],
    ])
    for (const channel of ['sms', 'whatsapp'] as const) {
      const { client } = kit.openBrowser()
      const { method_id } = await client.otps[channel].loginOrCreate('+12025550123')
      await client.otps.authenticate(inbox.lastCode('+12025550123'), method_id, halfHour)
      expect(client.session.getSync()?.user_id).toBe(client.user.getSync()?.user_id)
    }
  })

  it.inTurn('stores tokens that the provider accepts for the next page [C-SES-02]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const tokens = kit.client.session.getTokens()
    expect(cookiesOf(kit)).toEqual({
      latchkey_session: tokens?.session_token,
      latchkey_session_jwt: tokens?.session_jwt,
      '__Host-latchkey_session_binding': tokens?.session_token.slice(-20),
    })
    const me = await kit.call('GET', '/users/me', undefined, tokens?.session_token)
    expect(me.body.data?.user_id).toBe(kit.client.user.getSync()?.user_id)
    expect(await verifiedClaims(kit, tokens?.session_jwt ?? '')).toMatchObject({
      iss: `https://auth.example.com/v1/public/${kit.project.id}`,
      aud: [kit.project.id],
      sub: kit.client.user.getSync()?.user_id,
      'urn:latchkey:session': { id: kit.client.session.getSync()?.session_id },
    })
    for (const value of kit.browser.storage.values()) expect(value).not.toContain(tokens?.session_token)
  })

  it.inTurn('returns all fields of session and user [C-SES-07] [C-SES-09] [C-SES-10]', async () => {
    const kit = await open()
    const answer = await kit.client.otps.email.loginOrCreate(ada)
    const code = kit.inbox.lastCode(ada)
    const { session, user } = await kit.client.otps.authenticate(code, answer.method_id, halfHour)
    expect(session).toEqual({
      session_id: expect.stringMatching(/^session-test-/),
      user_id: user.user_id,
      started_at: at(0),
      last_accessed_at: at(0),
      expires_at: at(30 * minute),
      attributes: { ip_address: '203.0.113.7', user_agent: expect.any(String) },
      authentication_factors: [
        {
          type: 'otp',
          delivery_method: 'email',
          last_authenticated_at: at(0),
          created_at: at(0),
          updated_at: at(0),
          email_factor: { email_id: user.emails[0]?.email_id, email_address: ada },
        },
      ],
      custom_claims: null,
      roles: ['latchkey_user'],
    })
    expect(user).toEqual({
      user_id: expect.stringMatching(/^user-test-/),
      created_at: at(0),
      status: 'active',
      name: { first_name: '', middle_name: '', last_name: '' },
      emails: [{ email_id: expect.stringMatching(/^email-test-/), email: ada, verified: true }],
      phone_numbers: [],
      providers: [],
      password: null,
      totps: [],
      crypto_wallets: [],
      webauthn_registrations: [],
      biometric_registrations: [],
      roles: ['latchkey_user'],
      trusted_metadata: {},
      untrusted_metadata: {},
      external_id: null,
      is_locked: false,
      lock_created_at: null,
      lock_expires_at: null,
    })
    expect([kit.client.session.getSync(), kit.client.user.getSync()]).toEqual([session, user])
    expect(kit.client.session.getTokens()).toEqual({
      session_token: expect.stringMatching(/^latchkey_st_/),
      session_jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
  })

  it.inTurn('does not notify if only the access time has changed [C-SES-08]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const changes: unknown[] = []
    kit.client.session.onChange((session) => changes.push(session))
    kit.client.onStateChange((state) => changes.push(state))
    await kit.clock.advance(minute)
    await kit.client.session.authenticate()
    expect(kit.client.session.getSync()?.last_accessed_at).toBe(at(minute))
    expect(changes).toEqual([])
    await kit.client.session.authenticate({ session_duration_minutes: 45 })
    expect(changes).toHaveLength(2)
  })

  it.inTurn('ends a session with a revoke, locally and at the provider [C-SES-11] [C-SES-20]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const token = tokenOf(kit)
    const notifications: unknown[] = []
    kit.client.session.onChange((session) => notifications.push(session))
    kit.client.user.onChange((user) => notifications.push(user))
    kit.client.onStateChange((state) => notifications.push(state))
    await kit.client.session.revoke()
    expect(sessionData(kit)).toEqual(noSession)
    expect(notifications).toEqual([null, null, { session: null, user: null }])
    const replayed = await kit.call('POST', '/sessions/authenticate', {}, token)
    expect(replayed.body.error_type).toBe('session_not_found')
  })

  it.inTurn('keeps the session after a failed revoke without forceClear [C-SES-12] [C-SES-15]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const session = kit.client.session.getSync()
    kit.network.isDown = true
    expect((await rejection(kit.client.session.revoke())).message).toBe('Unable to contact our servers.')
    expect(kit.client.session.getSync()).toEqual(session)
    expect((await rejection(kit.client.session.revoke({ forceClear: true }))).name).toBe('UnreachableError')
    expect(sessionData(kit)).toEqual(noSession)
  })

  it.inTurn('ends a session that was revoked elsewhere after authenticate [C-SES-13] [C-SES-20]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.call('POST', '/sessions/revoke', undefined, tokenOf(kit))
    expect((await rejection(kit.client.session.authenticate())).error_type).toBe('session_not_found')
    expect(sessionData(kit)).toEqual(noSession)
  })

  it.inTurn('ends a session that was revoked elsewhere after revoke [C-SES-14]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.call('POST', '/sessions/revoke', undefined, tokenOf(kit))
    expect((await rejection(kit.client.session.revoke())).error_type).toBe('session_not_found')
    expect(sessionData(kit)).toEqual(noSession)
  })

  it.inTurn(
    'ends the session after four error types and no others [C-SES-13] [C-SES-14] [C-SES-15] [C-ERR-11]',
    async () => {
      const kit = await open()
      const keeps = [
        'too_many_requests',
        'internal_error',
        'unauthorized_origin',
        'invalid_session_token',
        'unheard_of',
      ]
      await signInByCode(kit)
      for (const type of keeps) {
        for (const status of [401, 404, 503]) {
          kit.network.intercept = () => errorAnswer(type, status)
          await outcomes(kit.client.session.authenticate, kit.client.session.revoke)
          expect([type, kit.client.session.getSync()?.session_id]).toEqual([type, expect.any(String)])
        }
      }
      for (const type of unrecoverable) {
        for (const call of ['authenticate', 'revoke'] as const) {
          kit.network.intercept = undefined
          const { client } = kit.openBrowser()
          const email = `${type.slice(0, 9)}.${call}@example.com`
          await signInByCode(kit, email, { client })
          kit.network.intercept = () => errorAnswer(type, 400)
          expect(await outcomes(client.session[call])).toEqual([type])
          expect([type, call, client.session.getSync(), client.user.getSync()]).toEqual([type, call, null, null])
        }
      }
    },
  )

  it.inTurn(
    'replaces the session with an intermediate token, and the token with a session [C-SES-21] [C-SES-23] [C-B2B-05]',
    async () => {
      const kit = await open()
      await signInByCode(kit)
      const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
      kit.network.intercept = ({ path }) =>
        path.endsWith('/otps/authenticate')
          ? jsonAnswer({ data: { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '' } })
          : undefined
      await kit.client.otps.authenticate('123456', method_id, halfHour)
      const cookies = { latchkey_intermediate_session_token: 'ist-1', '__Host-latchkey_session_binding': 'ist-1' }
      expect(sessionData(kit)).toEqual({ ...noSession, cookies })
      kit.network.intercept = undefined
      await kit.client.otps.authenticate(kit.inbox.lastCode(ada), method_id, halfHour)
      expect(Object.keys(cookiesOf(kit)).sort()).toEqual([
        ...['__Host-latchkey_session_binding', 'latchkey_session', 'latchkey_session_jwt'],
      ])
      expect(kit.client.session.getSync()).not.toBeNull()
    },
  )

  it.inTurn('keeps the sessions of two public tokens apart [C-SES-29]', async () => {
    const kit = await open()
    const other = await kit.addProject()
    const names = { opaqueTokenCookieName: 'other', jwtCookieName: 'other_jwt', istCookieName: 'other_ist' }
    const second = createClient(other.publicToken, {
      domains: { testApi: 'https://auth.example.com' },
      cookies: names,
      platform: kit.tab.platform,
    })
    await signInByCode(kit)
    expect(second.session.getSync()).toBeNull()
    await signInByCode(kit, bob, { client: second })
    expect(kit.client.user.getSync()?.emails[0]?.email).toBe(ada)
    expect(second.user.getSync()?.emails[0]?.email).toBe(bob)
    await second.session.revoke()
    expect(kit.client.session.getSync()).not.toBeNull()
    second.session.updateSession({ session_token: tokenOf(kit) })
    expect(await outcomes(second.session.authenticate)).toEqual(['session_not_found'])
    expect(kit.client.session.getSync()).not.toBeNull()
    second.dispose()
  })

  it.inTurn('returns a session or null [C-SES-30]', async () => {
    const kit = await open()
    const states: unknown[] = []
    kit.client.onStateChange(({ user, session }) => states.push([user !== null, session !== null]))
    await signInByCode(kit)
    const tokens = kit.client.session.getTokens()
    await kit.client.session.revoke({ forceClear: true })
    kit.client.session.updateSession({ session_token: tokens?.session_token ?? '' })
    await kit.clock.advance(0)
    await signInByCode(kit, bob)
    await kit.clock.advance(40 * minute)
    expect(states).toEqual([
      [true, true],
      [false, false],
      [true, true],
      [false, false],
    ])
  })

  it.inTurn('keeps the session of one browser when that of another ends', async () => {
    const kit = await open()
    const phone = kit.openBrowser()
    await signInByCode(kit)
    await signInByCode(kit, ada, { client: phone.client })
    expect(phone.client.user.getSync()?.user_id).toBe(kit.client.user.getSync()?.user_id)
    await kit.client.session.revoke()
    await phone.client.session.authenticate()
    expect(phone.client.session.getSync()).not.toBeNull()
  })
})

onBothEngines('an attack on a session', (open) => {
  it('rejects a token that was planted before the sign-in (S-1)', async () => {
    const kit = await open()
    const attacker = kit.openBrowser()
    await signInByCode(kit, bob, { client: attacker.client })
    const planted = attacker.client.session.getTokens()?.session_token ?? ''
    kit.client.session.updateSession({ session_token: planted })
    await signInByCode(kit)
    const own = tokenOf(kit)
    expect(own).not.toBe(planted)
    const response = await kit.call('GET', '/users/me', undefined, planted)
    expect(response.body.data).toMatchObject({ emails: [{ email: bob }] })
    const mine = await kit.call('GET', '/users/me', undefined, own)
    expect(mine.body.data).toMatchObject({ emails: [{ email: ada }] })
    expect(kit.client.user.getSync()?.emails).toMatchObject([{ email: ada }])
    expect(kit.client.session.getSync()?.session_id).not.toBe(attacker.client.session.getSync()?.session_id)
    for (const garbage of ['x', `latchkey_st_${'0'.repeat(49)}`, `${own.slice(0, -1)}0`]) {
      const { client } = kit.openBrowser()
      client.session.updateSession({ session_token: garbage })
      await signInByCode(kit, ada, { client })
      expect(client.session.getTokens()?.session_token).not.toBe(garbage)
    }
  })

  it('rejects the token from before a factor was added after a minute of grace (S-2)', async () => {
    const kit = await open()
    await signInByCode(kit)
    const before = tokenOf(kit)
    const { method_id } = await kit.client.otps.sms.send('+12025550123')
    await kit.client.otps.authenticate(kit.inbox.lastCode('+12025550123'), method_id, halfHour)
    const after = tokenOf(kit)
    const ask = async (token: string) => (await kit.call('POST', '/sessions/authenticate', {}, token)).status
    expect(after).not.toBe(before)
    kit.clock.tick(60_000 - 1)
    expect([await ask(before), await ask(after)]).toEqual([200, 200])
    kit.clock.tick(1)
    expect([await ask(before), await ask(after)]).toEqual([404, 200])
  })

  it('rejects the tokens of a revoked session (S-3)', async () => {
    const kit = await open()
    await signInByCode(kit)
    const tokens = kit.client.session.getTokens()
    await kit.client.session.revoke()
    for (const token of [tokens?.session_token, tokens?.session_jwt]) {
      const responses = [
        await kit.call('POST', '/sessions/authenticate', {}, token),
        await kit.call('GET', '/users/me', undefined, token),
        await kit.call('POST', '/otps/sms/send/secondary', { phone_number: '+12025550123' }, token),
      ]
      expect(responses.map(({ body }) => body.error_type)).toEqual([
        'session_not_found',
        'user_unauthenticated',
        'user_unauthenticated',
      ])
    }
    expect(kit.inbox.messages('+12025550123')).toEqual([])
  })

  it('rejects a JWT as session token, and the token of another project (S-6)', async () => {
    const kit = await open()
    await signInByCode(kit)
    const tokens = kit.client.session.getTokens()
    const jwt = await kit.call('POST', '/sessions/authenticate', {}, tokens?.session_jwt)
    expect(jwt.body.error_type).toBe('session_not_found')
    const none = `${btoa('{"alg":"none"}')}.${tokens?.session_jwt.split('.')[1]}.`
    expect((await kit.call('POST', '/sessions/authenticate', {}, none)).body.error_type).toBe('session_not_found')
    const other = await open()
    const abroad = await other.call('POST', '/sessions/authenticate', {}, tokens?.session_token)
    expect(abroad.body.error_type).toBe('session_not_found')
  })

  it('rejects an invalid duration in client or provider (S-7)', async () => {
    const kit = await open()
    await signInByCode(kit)
    const expires = kit.client.session.getSync()?.expires_at
    const ask = (session_duration_minutes: unknown) =>
      rejection(kit.client.session.authenticate({ session_duration_minutes } as never))
    for (const minutes of [0, -1, 4, 5.5, 527_041, 1e9]) expect((await ask(minutes)).name).toBe('SchemaError')
    const sent = sentTo(kit, '/sessions/authenticate').length
    for (const minutes of ['5', Number.NaN, null, [30]]) expect((await ask(minutes)).name).toBe('UsageError')
    expect(sentTo(kit, '/sessions/authenticate')).toHaveLength(sent)
    expect(kit.client.session.getSync()?.expires_at).toBe(expires)
    await kit.client.session.authenticate({ session_duration_minutes: 5 })
    expect(kit.client.session.getSync()?.expires_at).toBe(at(5 * minute))
    await kit.client.session.authenticate({ session_duration_minutes: 527_040 })
    expect(kit.client.session.getSync()?.expires_at).toBe(at(527_040 * minute))
  })
})
