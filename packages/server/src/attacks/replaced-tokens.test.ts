import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { endpointSchemas } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { createFuzzHarness, type FuzzHarness } from '../fuzz/fuzz-harness.suite.ts'
import { wellFormed } from '../fuzz/requests.suite.ts'
import { callback } from '../oidc-provider/oidc-provider.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { type Answer, engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const lasting = { session_duration_minutes: 30 }
const page = { domain: 'app.example.com', user_agent: 'x', return_passkey_credential_options: true }
const seed = Number(process.env.FUZZ_SEED ?? 1)
const bodies = isLongRun ? 30 : 2

/** The endpoints that read, refresh or end the session. */
const allowed: readonly EndpointName[] = ['usersGet', 'usersConnectedApps', 'sessionsAuthenticate', 'sessionsRevoke']

describe.each(engines)('a replaced session token on %s', (engine) => {
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

  it('reads and refreshes for a minute, and gets no JWT that is valid longer (S-9)', async () => {
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

  it('authorizes no client application by call or form, and changes nothing (S-9)', async () => {
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
