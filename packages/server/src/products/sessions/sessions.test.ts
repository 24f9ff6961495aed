import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { PasswordEngine } from '../../passwords/password-engine.ts'
import { rotateSigningKey } from '../../signing/signing-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import {
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  quickPasswords,
  tokenOf,
} from '../../testing/harness.ts'

const minute = 60_000

describe.each(engines)('sessions on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const refresh = (harness: Harness, session: string | null, body: object = {}) =>
    harness.call('POST', '/sessions/authenticate', body, { session })
  const me = (harness: Harness, session: string | null) => harness.call('GET', '/users/me', undefined, { session })
  const revoke = (harness: Harness, session: string | null) =>
    harness.call('POST', '/sessions/revoke', undefined, { session })

  describe('authenticate', () => {
    it.inTurn('continues the session with the same token and a new JWT, and does not extend it', async () => {
      const harness = await createHarness(storage)
      const { token, sessionId, accountId } = await harness.signIn('ada@example.com')
      harness.clock.advance(3 * minute)
      const { data } = await refresh(harness, token)
      expect([data.session.session_id, data.user_id, data.session_token]).toEqual([sessionId, accountId, token])
      expect([data.session.last_accessed_at, data.session.expires_at]).toEqual([
        '2027-01-15T08:03:00.000Z',
        '2027-01-15T08:30:00.000Z',
      ])
      expect(data.session_jwt.split('.')).toHaveLength(3)
    })

    it.inTurn('extends the session by a duration, but not beyond the project’s maximum', async () => {
      const harness = await createHarness(storage, { settings: { maxSessionMinutes: 60 } })
      const { token } = await harness.signIn('ada@example.com')
      harness.clock.advance(10 * minute)
      const end = async (session_duration_minutes: number) =>
        (await refresh(harness, token, { session_duration_minutes })).data.session.expires_at
      expect(await end(30)).toBe('2027-01-15T08:40:00.000Z')
      expect(await end(5)).toBe('2027-01-15T08:15:00.000Z')
      expect(await end(55)).toBe('2027-01-15T09:00:00.000Z')
      harness.clock.advance(50 * minute)
      expect((await refresh(harness, token)).outcome).toBe('session_not_found')
    })

    it.inTurn('writes the time of the last access only every ten minutes', async () => {
      const harness = await createHarness(storage)
      const { token, sessionId } = await harness.signIn('ada@example.com')
      const stored = async () => (await storage.sessions.get(harness.project.id, sessionId))?.lastAccessedAt
      const begun = harness.clock.now()
      harness.clock.advance(9 * minute)
      await refresh(harness, token)
      expect(await stored()).toBe(begun)
      harness.clock.advance(minute)
      await refresh(harness, token)
      expect(await stored()).toBe(begun + 10 * minute)
    })

    it.each(casesOn(engine, [0, -1, 4, 527_041, 1e9, 5.5, '5', null, true]))(
      'rejects a duration of %j (S-7)',
      async (value) => {
        const harness = await createHarness(storage)
        const { token } = await harness.signIn('ada@example.com')
        expect((await refresh(harness, token, { session_duration_minutes: value })).outcome).toBe('schema_error')
        expect((await refresh(harness, token)).data.session.expires_at).toBe('2027-01-15T08:30:00.000Z')
      },
    )

    it.inTurn('distinguishes a missing session token from an unknown one in a refresh', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com', { minutes: 5 })
      expect((await refresh(harness, null)).outcome).toBe('user_unauthenticated')
      expect((await refresh(harness, 'nonsense')).outcome).toBe('session_not_found')
      expect((await refresh(harness, `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).outcome).toBe(
        'session_not_found',
      )
      harness.clock.advance(5 * minute)
      expect((await refresh(harness, token)).outcome).toBe('session_not_found')
      expect((await me(harness, token)).outcome).toBe('user_unauthenticated')
    })

    it.inTurn('rejects a session token in another project', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      const other = await harness.newProject()
      const answer = await harness.call('POST', '/sessions/authenticate', {}, { session: token, project: other })
      expect(answer.outcome).toBe('session_not_found')
    })

    it.inTurn('counts refreshes of a valid session by session, not by network', async () => {
      const harness = await createHarness(storage, {
        config: { limits: { requests_per_ip: { limit: 5, windowMs: minute } } },
      })
      const { token } = await harness.signIn('ada@example.com')
      harness.clock.advance(minute)
      for (let count = 0; count < 60; count += 1) expect((await refresh(harness, token)).outcome).toBe('200')
      expect((await refresh(harness, token)).outcome).toBe('too_many_requests')
      for (let count = 0; count < 5; count += 1)
        expect((await refresh(harness, 'nonsense')).outcome).toBe('session_not_found')
      expect((await refresh(harness, 'nonsense')).outcome).toBe('too_many_requests')
      harness.clock.advance(minute)
      expect((await refresh(harness, token)).outcome).toBe('200')
    })
  })

  describe('a sign-in', () => {
    it('issues a new token, whatever token the caller sends (S-1)', async () => {
      const harness = await createHarness(storage)
      const eve = await harness.signIn('eve@example.com')
      const ada = await harness.signIn('ada@example.com', { session: eve.token })
      expect(ada.token).not.toBe(eve.token)
      expect([(await me(harness, eve.token)).data.user_id, (await me(harness, ada.token)).data.user_id]).toEqual([
        eve.accountId,
        ada.accountId,
      ])
    })

    it.inTurn('adds a factor to the caller’s own session and replaces the token, with a minute of grace', async () => {
      const harness = await createHarness(storage)
      const first = await harness.signIn('ada@example.com')
      const second = await harness.signIn('ada@example.com', { session: first.token })
      expect([second.sessionId, second.token === first.token]).toEqual([first.sessionId, false])
      harness.clock.advance(minute - 1)
      expect((await refresh(harness, first.token)).outcome).toBe('200')
      harness.clock.advance(1)
      expect((await refresh(harness, first.token)).outcome).toBe('session_not_found')
      expect((await refresh(harness, second.token)).outcome).toBe('200')
    })

    it.inTurn('accepts a replaced token for reads and refreshes, but not to change factors or to last', async () => {
      const harness = await createHarness(storage)
      const stolen = (await harness.signIn('ada@example.com')).token
      const ada = await harness.signIn('ada@example.com', { session: stolen })
      const post = (path: string, body: object) => harness.call('POST', path, body, { session: stolen })
      expect([(await me(harness, stolen)).outcome, (await refresh(harness, stolen)).outcome]).toEqual(['200', '200'])
      const changes = [
        await post('/totps', { expiration_minutes: 30 }),
        await post('/webauthn/register/start', { domain: 'localhost', user_agent: 'test' }),
        await post('/otps/email/send/secondary', { email: 'eve@example.com' }),
        await post('/passwords/session/reset', { password: 'violet kettle harbour 71', session_duration_minutes: 30 }),
        await harness.call('DELETE', `/users/emails/${ada.emailId}`, undefined, { session: stolen }),
      ]
      expect(changes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('step_up_required'))
      // A proof with the replaced token starts a new session, without the factors that were proven since.
      const apart = await harness.signIn('ada@example.com', { session: stolen })
      expect(apart.sessionId).not.toBe(ada.sessionId)
      harness.clock.advance(minute)
      const ends = await Promise.all([stolen, ada.token, apart.token].map((token) => refresh(harness, token)))
      expect(ends.map(({ outcome }) => outcome)).toEqual(['session_not_found', '200', '200'])
    })

    it.inTurn('rejects a change by a token that was replaced during the call', async () => {
      let changeDuringCall: () => Promise<unknown> = async () => undefined
      const passwords: PasswordEngine = {
        ...quickPasswords,
        async hash(password) {
          await changeDuringCall()
          return quickPasswords.hash(password)
        },
      }
      const harness = await createHarness(storage, { passwords })
      const stolen = (await harness.signIn('ada@example.com')).token
      let newest = ''
      changeDuringCall = async () => {
        newest = (await harness.signIn('ada@example.com', { session: stolen })).token
      }
      const body = { password: 'violet kettle harbour 71', session_duration_minutes: 30 }
      const change = await harness.call('POST', '/passwords/session/reset', body, { session: stolen })
      expect([change.outcome, (await me(harness, newest)).data.password]).toEqual(['step_up_required', null])
    })

    it.inTurn('renews the same factor and adds another', async () => {
      const harness = await createHarness(storage)
      const first = await harness.signIn('ada@example.com')
      harness.clock.advance(minute)
      const second = await harness.signIn('ada@example.com', { session: first.token })
      await harness.call('POST', '/magic_links/email/login_or_create', { email: 'ada@example.com' })
      const token = tokenOf(await harness.lastMessage('ada@example.com'))
      const body = { token, session_duration_minutes: 30 }
      const { data } = await harness.call('POST', '/magic_links/authenticate', body, { session: second.token })
      const shown = data.session.authentication_factors.map((one) => [
        one.type,
        one.created_at,
        one.last_authenticated_at,
      ])
      expect(shown).toEqual([
        ['otp', '2027-01-15T08:00:00.000Z', '2027-01-15T08:01:00.000Z'],
        ['magic_link', '2027-01-15T08:01:00.000Z', '2027-01-15T08:01:00.000Z'],
      ])
    })
  })

  describe('revoke', () => {
    it('ends a revoked session at once, for both of its tokens (S-3)', async () => {
      const harness = await createHarness(storage)
      const first = await harness.signIn('ada@example.com')
      const second = await harness.signIn('ada@example.com', { session: first.token })
      const other = await harness.signIn('ada@example.com')
      const ended = await revoke(harness, second.token)
      expect(ended.data).toEqual({ request_id: ended.data.request_id, status_code: 200 })
      for (const token of [first.token, second.token]) {
        expect((await refresh(harness, token)).outcome).toBe('session_not_found')
        expect((await me(harness, token)).outcome).toBe('user_unauthenticated')
      }
      expect((await refresh(harness, other.token)).outcome).toBe('200')
    })

    it.inTurn('distinguishes a missing session token from an unknown one in a revocation', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      await revoke(harness, token)
      const outcomes = [await revoke(harness, null), await revoke(harness, 'nonsense'), await revoke(harness, token)]
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        'user_unauthenticated',
        'session_not_found',
        'session_not_found',
      ])
    })
  })

  describe('the JWT', () => {
    async function keys(harness: Harness, project = harness.project.id): Promise<JSONWebKeySet> {
      const answer = await harness.fetch(new Request(`https://auth.example.com/v1/sessions/jwks/${project}`))
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
      return JSON.parse(answer.text) as JSONWebKeySet
    }

    it.inTurn('issues a JWT that the published keys verify, with the claims of the contract', async () => {
      const harness = await createHarness(storage)
      const { token, accountId, sessionId } = await harness.signIn('ada@example.com')
      harness.clock.advance(minute)
      const { data } = await refresh(harness, token)
      const { payload, protectedHeader } = await jwtVerify(data.session_jwt, createLocalJWKSet(await keys(harness)), {
        issuer: `https://auth.example.com/v1/public/${harness.project.id}`,
        audience: harness.project.id,
        algorithms: ['ES256'],
        typ: 'JWT',
        currentDate: new Date(harness.clock.now()),
      })
      const { session_id, user_id, custom_claims, ...claimed } = data.session
      const iat = harness.clock.now() / 1_000
      expect(protectedHeader).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^[\w-]{43}$/), typ: 'JWT' })
      expect(payload).toEqual({
        iss: `https://auth.example.com/v1/public/${harness.project.id}`,
        aud: [harness.project.id],
        sub: accountId,
        sid: sessionId,
        session_token_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        iat,
        nbf: iat,
        exp: iat + 300,
        amr: ['otp'],
        auth_time: iat - 60,
        'urn:latchkey:session': { id: sessionId, ...claimed },
      })
    })

    it.inTurn('publishes no private part of a key and no key of another project', async () => {
      const harness = await createHarness(storage)
      const { keys: published } = await keys(harness)
      expect(published.map((key) => Object.keys(key).sort())).toEqual(
        Array(2).fill(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']),
      )
      const other = await harness.newProject()
      const kids = new Set((await keys(harness, other.id)).keys.map(({ kid }) => kid))
      expect(published.filter(({ kid }) => kids.has(kid))).toEqual([])
      const unknown = await harness.fetch(new Request('https://auth.example.com/v1/sessions/jwks/..%2f'))
      expect(unknown.outcome).toBe('endpoint_not_found')
    })

    it.inTurn('publishes no keys for an invalid project id', async () => {
      const harness = await createHarness(storage)
      const ids = ['%00', 'project%00', '%ed%a0%80', '%ff', 'x'.repeat(8_000)]
      const answers = await Promise.all(
        ids.map((id) => harness.fetch(new Request(`https://auth.example.com/v1/sessions/jwks/${id}`))),
      )
      expect(answers.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'endpoint_not_found'))
    })

    it.inTurn('issues a JWT that expires with the session if that is sooner', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com', { minutes: 5 })
      harness.clock.advance(4 * minute)
      const jwt = (await refresh(harness, token)).data.session_jwt.split('.')[1] ?? ''
      const { exp } = JSON.parse(Buffer.from(jwt, 'base64url').toString()) as { exp: number }
      expect(exp * 1_000 - harness.clock.now()).toBe(minute)
    })

    it.inTurn('issues a JWT that fits in a cookie even for a session of many factors', async () => {
      const harness = await createHarness(storage)
      let { token } = await harness.signIn('ada@example.com', { headers: { 'user-agent': 'x'.repeat(500) } })
      for (let count = 0; count < 9; count += 1) {
        const email = `${'a'.repeat(60)}${count}@example.com`
        const options = { session: token, peerAddress: `198.51.100.${count}` }
        const sent = await harness.call('POST', '/otps/email/send/secondary', { email }, options)
        const [code] = (await harness.lastMessage(email)).codes
        const body = { token: code, method_id: sent.data.method_id, session_duration_minutes: 30 }
        const { data } = await harness.call('POST', '/otps/authenticate', body, options)
        token = data.session_token
        expect(data.session.authentication_factors).toHaveLength(count + 2)
        expect(data.session_jwt.length + 'latchkey_session_jwt='.length).toBeLessThan(4_096)
      }
    })

    it.inTurn('verifies old JWTs after a key rotation, and signs with the new key', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com', { minutes: 600_0 })
      const old = (await refresh(harness, token)).data.session_jwt
      const kid = (jwt: string) =>
        JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid as string
      const keyHarness = { storage, vault: harness.vault, clock: harness.clock }
      const rotate = (force = false) => rotateSigningKey(keyHarness, harness.project.id, { algorithm: 'ES256', force })
      await expect(rotate()).rejects.toThrow('less than a day ago')
      harness.clock.advance(24 * 60 * minute)
      const { active } = await rotate()
      harness.clock.advance(5_000)
      const fresh = (await refresh(harness, token)).data.session_jwt
      expect([kid(fresh), kid(old) === kid(fresh)]).toEqual([active, false])
      const listed = (await keys(harness)).keys.map((key) => key.kid)
      expect(listed).toEqual(expect.arrayContaining([kid(old), kid(fresh)]))
      expect(listed).toHaveLength(3)
      await rotate(true)
      harness.clock.advance(31 * 24 * 60 * minute)
      await rotate()
      harness.clock.advance(5_000)
      expect((await keys(harness)).keys.map((key) => key.kid)).not.toContain(kid(old))
    })

    it.inTurn('signs with RS256 if the project requires it', async () => {
      const harness = await createHarness(storage, { settings: { jwtAlgorithm: 'RS256' } })
      const { token } = await harness.signIn('ada@example.com')
      const { data } = await refresh(harness, token)
      const options = { algorithms: ['RS256'], currentDate: new Date(harness.clock.now()) }
      const { payload } = await jwtVerify(data.session_jwt, createLocalJWKSet(await keys(harness)), options)
      expect(payload.sub).toBe(data.user_id)
    })

    it.inTurn('creates a new key when the algorithm of a project changes', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      const { settings, id, revision } = harness.project
      await storage.projects.updateSettings(id, revision, { ...settings, jwtAlgorithm: 'RS256' })
      const { data } = await refresh(harness, token)
      const options = { algorithms: ['RS256'], currentDate: new Date(harness.clock.now()) }
      await jwtVerify(data.session_jwt, createLocalJWKSet(await keys(harness)), options)
    })

    it.inTurn('rejects a JWT as a session token', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      const { session_jwt } = (await refresh(harness, token)).data
      expect((await refresh(harness, session_jwt)).outcome).toBe('session_not_found')
    })
  })
})
