import type { JsonObject } from '@latchkey/contract'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { endpointSchemas } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type * as z from 'zod'
import { createFuzzHarness, type FuzzHarness } from '../fuzz/fuzz-harness.suite.ts'
import { wellFormed } from '../fuzz/requests.suite.ts'
import { callback } from '../oidc-provider/oidc-provider.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { type Answer, createHarness, engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const lasting = { session_duration_minutes: 30 }
const page = { domain: 'app.example.com', user_agent: 'x', return_passkey_credential_options: true }
const seed = Number(process.env.FUZZ_SEED ?? 1)
const bodies = isLongRun ? 30 : 2

/** The endpoints that read, refresh or end the session. */
const allowed: readonly EndpointName[] = ['usersGet', 'usersConnectedApps', 'sessionsAuthenticate', 'sessionsRevoke']

describe.each(engines)('a replaced session token on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: FuzzHarness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createFuzzHarness(storage)
  })
  afterAll(() => storage.close())

  /** Signs in, adds a factor and returns the replaced token and the new one. */
  async function replaced(): Promise<{ before: string; now: string; emailId: string }> {
    const email = 'replaced@example.com'
    const { token: before, emailId } = await harness.signIn(email)
    const { data: sent } = await harness.call('POST', '/otps/email/login_or_create', { email })
    const [token] = (await harness.lastMessage(email)).codes
    const body = { token, method_id: sent.method_id, ...lasting }
    const { data } = await harness.call('POST', '/otps/authenticate', body, { session: before })
    return { before, now: data.session_token, emailId }
  }

  const post = (path: string, body: object, session: string): Promise<Answer> =>
    harness.call('POST', path, body, { session })

  it.inTurn('reads and refreshes for a minute, and gets no JWT that is valid longer (S-9)', async () => {
    const { before } = await replaced()
    const end = harness.clock.now() + 60_000
    harness.clock.advance(20_000)
    const me = await harness.call('GET', '/users/me', undefined, { session: before })
    const refreshed = await post('/sessions/authenticate', { session_duration_minutes: 1_000 }, before)
    expect([me.outcome, refreshed.outcome]).toEqual(['200', '200'])
    expect(decodeJwt(refreshed.data.session_jwt).exp).toBeLessThanOrEqual(Math.ceil(end / 1_000))
    // It has not extended the session either.
    expect(Date.parse(refreshed.data.session.expires_at)).toBeLessThan(harness.clock.now() + 31 * 60_000)
    harness.clock.advance(40_000)
    expect((await post('/sessions/authenticate', {}, before)).outcome).toBe('session_not_found')
  })

  it.inTurn('authorizes no client application by call or form, and changes nothing (S-9)', async () => {
    const client = await harness.newClient()
    const request = {
      ...{ client_id: client.id, redirect_uri: callback, response_type: 'code' },
      code_challenge: pkcePair().code_challenge,
    }
    const submitted = { ...request, scopes: ['openid'], consent_granted: true }
    const calls: Record<string, (session: string) => Promise<Answer>> = {
      'authorize start': (session) => post('/idp/oauth/authorize/start', { ...request, scopes: ['openid'] }, session),
      'authorize submit': (session) => post('/idp/oauth/authorize/submit', submitted, session),
      'authorize form': async (session) => {
        const fields = { ...request, scope: 'openid', consent_granted: 'true' }
        await harness.open(fields, session)
        return (await harness.answer(fields, session, { accept: 'application/json' })).answer
      },
      'update of the user': (session) => harness.call('PUT', '/users/me', { name: { first_name: 'Eve' } }, { session }),
      'new authenticator app': (session) => post('/totps', { expiration_minutes: 30 }, session),
      'new passkey': (session) => post('/webauthn/register/start', page, session),
      'second factor by passkey': (session) => post('/webauthn/authenticate/start/secondary', page, session),
      'message to a new address': (session) =>
        post('/otps/email/send/secondary', { email: `${crypto.randomUUID()}@example.com` }, session),
      'attach token': (session) => post('/oauth/attach', { provider: 'github' }, session),
      'new password': (session) =>
        post('/passwords/session/reset', { password: 'violet kettle ambles north', ...lasting }, session),
    }
    for (const [name, call] of casesOn(engine, Object.entries(calls))) {
      const { before, now } = await replaced()
      noteVariants(1)
      expect([name, (await call(before)).outcome]).toEqual([name, 'step_up_required'])
      expect([name, (await call(now)).outcome]).not.toEqual([name, 'step_up_required'])
    }
  })

  /** Attests the user of the session with a fresh token of a trusted issuer. */
  async function attestation() {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' } as JsonObject
    const profile = { id: 'p', issuer: 'https://issuer.example', audience: 'a', keys: { jwks: { keys: [jwk] } } }
    const own = await createHarness(storage, {
      settings: { attestationProfiles: [{ ...profile, trustsEmail: true, createsUsers: false }] },
    })
    const email = 'attested@example.com'
    const { token: before, sessionId } = await own.signIn(email)
    const refresh = async (session: string): Promise<string> =>
      (await own.call('POST', '/sessions/authenticate', {}, { session })).data.session_jwt
    const early = await refresh(before)
    const { data: sent } = await own.call('POST', '/otps/email/login_or_create', { email })
    const [code] = (await own.lastMessage(email)).codes
    const body = { token: code, method_id: sent.method_id, ...lasting }
    const { data } = await own.call('POST', '/otps/authenticate', body, { session: before })
    return {
      ...{ own, before, sessionId, early, now: data.session_token as string, jwtNow: data.session_jwt as string },
      refresh,
      hash: async () => (await storage.sessions.get(own.project.id, sessionId))?.tokenHash,
      async validBody(subject: string): Promise<object> {
        const iat = Math.floor(own.clock.now() / 1_000)
        const claims = { iss: profile.issuer, aud: 'a', sub: subject, email, email_verified: true, iat, exp: iat + 600 }
        const token = await new SignJWT({ ...claims, jti: crypto.randomUUID() })
          .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
          .sign(privateKey)
        return { profile_id: 'p', token, session_duration_minutes: 1_000 }
      },
    }
  }

  /** A valid body of each endpoint that takes a session in its body; a new endpoint fails the test until it is here. */
  const validBodies: Partial<Record<EndpointName, (one: Attestation, subject: string) => Promise<object>>> = {
    sessionsAttest: (one, subject) => one.validBody(subject),
  }
  type Attestation = Awaited<ReturnType<typeof attestation>>

  it.inTurn('stays replaced as a JWT, in every endpoint that takes a session in its body (S-9)', async () => {
    const taking = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
      const { shape = {} } = endpointSchemas[name].request as { shape?: object }
      return 'session_jwt' in shape || 'session_token' in shape
    })
    expect(taking).toEqual(Object.keys(validBodies))
    for (const name of taking)
      for (const subject of ['known', 'new']) {
        const one = await attestation()
        const post = async (session: object, header?: string) => {
          const body = { ...(await validBodies[name]?.(one, subject)), ...session }
          return one.own.call('POST', endpoints[name].path, body, header === undefined ? {} : { session: header })
        }
        if (subject === 'known') expect((await post({})).outcome).toBe('200')
        const ways: Record<string, () => Promise<Answer>> = {
          'a JWT from before the replacement': () => post({ session_jwt: one.early }),
          'a JWT of the replaced token': async () => post({ session_jwt: await one.refresh(one.before) }),
          'the replaced token': () => post({ session_token: one.before }),
          'the replaced token in the header': () => post({}, one.before),
          'a JWT and the replaced token': () => post({ session_jwt: one.early }, one.before),
        }
        const hash = await one.hash()
        for (const [way, call] of Object.entries(ways)) {
          const { outcome, data } = await call()
          noteVariants(1)
          // It begins a session of its own, as without a token.
          expect([way, outcome, data.session.session_id === one.sessionId]).toEqual([way, '200', false])
          expect([way, await one.hash()]).toEqual([way, hash])
        }
        const end = await storage.sessions.get(one.own.project.id, one.sessionId)
        expect(end?.expiresAt).toBeLessThan(one.own.clock.now() + 31 * 60_000)
        // The current token continues the session, in each form.
        const { data } = await post({ session_jwt: one.jwtNow })
        expect(data.session.session_id).toBe(one.sessionId)
        const again = await post({ session_token: data.session_token, session_jwt: data.session_jwt })
        expect(again.data.session.session_id).toBe(one.sessionId)
        one.own.clock.advance(60_000)
        // Both JWTs are valid for minutes, but their tokens are not.
        for (const session_jwt of [one.early, one.jwtNow, data.session_jwt]) {
          noteVariants(1)
          expect((await post({ session_jwt })).outcome).toBe('invalid_session_token')
        }
      }
  })

  it('is treated like a missing token by every other endpoint (S-9)', { timeout: 300_000 }, async () => {
    const differing = new Set<EndpointName>()
    const table = Object.entries(endpoints) as [EndpointName, (typeof endpoints)[EndpointName]][]
    const chosen = new Map([...casesOn(engine, table), ['usersGet', endpoints.usersGet] as const])
    for (const [name, endpoint] of chosen) {
      const { request } = endpointSchemas[name] as { request: z.ZodType }
      const drawn = fc.sample(wellFormed(request, harness.pool), { numRuns: bodies, seed })
      const { before, emailId } = await replaced()
      const path = endpoint.path.replace(/\{\w+\}/g, () => emailId)
      for (const body of endpoint.method === 'GET' ? [undefined] : (drawn as object[])) {
        noteVariants(1)
        const without = await harness.call(endpoint.method, path, body)
        const given = await harness.call(endpoint.method, path, body, { session: before })
        if (given.status === 200 && without.status !== 200) differing.add(name)
      }
    }
    expect([...differing].filter((name) => !allowed.includes(name))).toEqual([])
    expect(differing.has('usersGet')).toBe(true)
  })
})
