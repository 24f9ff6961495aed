import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { AuditSource } from '../../audit/audit.ts'
import { createRandom } from '../../node/system-clock.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { createImpersonationToken } from '../../tokens/impersonation-token.ts'

const minute = 60_000
const actor = 'ops@example.com'

describe.each(engines)('impersonation on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  function source(harness: Harness): AuditSource & { project: ProjectRecord } {
    const client = { ip: '', prefix: '', userAgent: '' }
    return { project: harness.project, client, requestId: 'request-id-test-x', actor: { kind: 'admin', id: 'cli' } }
  }

  async function tokenFor(harness: Harness, accountId: string): Promise<string> {
    const token = await createImpersonationToken(
      { storage, clock: harness.clock, random: createRandom() },
      source(harness),
      { accountId, actor },
    )
    return token.token
  }

  const redeem = (harness: Harness, impersonation_token: string) =>
    harness.call('POST', '/impersonation/authenticate', { impersonation_token })

  async function impersonated(harness: Harness): Promise<{ accountId: string; emailId: string; session: string }> {
    const { accountId, emailId } = await harness.signIn('ada@example.com')
    const { data } = await redeem(harness, await tokenFor(harness, accountId))
    return { accountId, emailId, session: data.session_token }
  }

  /** The audit rows of these events, with their user and impersonator. */
  async function audited(harness: Harness, ...events: string[]): Promise<unknown[]> {
    const rows = await storage.audit.listUnsealed(10_000)
    return rows
      .filter(({ projectId, event }) => projectId === harness.project.id && events.includes(event))
      .sort((a, b) => events.indexOf(a.event) - events.indexOf(b.event))
      .map(({ event, result, actorKind, actorId, impersonator }) => [event, result, actorKind, actorId, impersonator])
  }

  it('starts a session of the user that names the impersonator (S-8) [C-SES-01] [C-CALL-64]', async () => {
    const harness = await createHarness(storage)
    const { accountId } = await harness.signIn('ada@example.com')
    const token = await tokenFor(harness, accountId)
    const { status, data } = await redeem(harness, token)
    expect([status, data.user_id, data.session.authentication_factors.map(({ type }) => type)]).toEqual([
      200,
      accountId,
      ['impersonated'],
    ])
    expect(Date.parse(data.session.expires_at) - harness.clock.now()).toBe(60 * minute)
    const jwks = await harness.call('GET', `/v1/sessions/jwks/${harness.project.id}`)
    const keys = createLocalJWKSet(JSON.parse(jwks.text) as JSONWebKeySet)
    const { payload } = await jwtVerify(data.session_jwt, keys, { currentDate: new Date(harness.clock.now()) })
    expect([payload.sub, payload.act]).toEqual([accountId, { sub: actor }])
    await harness.call('PUT', '/users/me', { name: { first_name: 'A' } }, { session: data.session_token })
    const entries = await storage.audit.listUnsealed(10_000)
    const sessions = entries.filter(({ targetId }) => targetId === data.session.session_id)
    expect(sessions.map(({ event, impersonator }) => [event, impersonator])).toEqual([['session_create', actor]])
    const events = ['impersonation_token_create', 'impersonation_authenticate', 'user_update']
    expect(await audited(harness, ...events)).toEqual([
      ['impersonation_token_create', 'ok', 'admin', 'cli', actor],
      ['impersonation_authenticate', 'ok', 'user', accountId, actor],
      ['user_update', 'ok', 'user', accountId, actor],
    ])
  })

  it('accepts an impersonation token once, within five minutes, for its own project and purpose (S-8)', async () => {
    const harness = await createHarness(storage)
    const { accountId, token: session } = await harness.signIn('ada@example.com')
    const token = await tokenFor(harness, accountId)
    const other = await harness.newProject()
    const inOtherProject = await harness.call(
      'POST',
      '/impersonation/authenticate',
      { impersonation_token: token },
      { project: other },
    )
    const asLink = await harness.call('POST', '/magic_links/authenticate', { token, session_duration_minutes: 30 })
    expect([inOtherProject.outcome, asLink.outcome]).toEqual(['unauthorized_credentials', 'unable_to_auth_magic_link'])
    const outcomes = [(await redeem(harness, token)).outcome, (await redeem(harness, token)).outcome]
    expect(outcomes).toEqual(['200', 'unauthorized_credentials'])
    expect(await audited(harness, 'token_replay')).toEqual([['token_replay', 'refused', 'user', accountId, null]])
    const late = await tokenFor(harness, accountId)
    harness.clock.advance(5 * minute)
    expect((await redeem(harness, late)).outcome).toBe('unauthorized_credentials')
    for (const none of ['', 'x', session])
      expect((await redeem(harness, none)).outcome).toBe('unauthorized_credentials')
  })

  it.inTurn('rejects a user that does not exist or is disabled, before or after the token was issued', async () => {
    const harness = await createHarness(storage)
    const { accountId } = await harness.signIn('ada@example.com')
    await expect(tokenFor(harness, 'user-test-unknown')).rejects.toThrow('user_not_found')
    const token = await tokenFor(harness, accountId)
    await storage.accounts.setDisabled(harness.project.id, accountId, harness.clock.now(), harness.clock.now())
    await expect(tokenFor(harness, accountId)).rejects.toThrow('user_not_found')
    expect((await redeem(harness, token)).outcome).toBe('unauthorized_credentials')
  })

  it('ends an impersonated session after an hour, however it is refreshed (S-8)', async () => {
    const harness = await createHarness(storage)
    const { session } = await impersonated(harness)
    const startedAt = harness.clock.now()
    const refresh = (minutes: number) =>
      harness.call('POST', '/sessions/authenticate', { session_duration_minutes: minutes }, { session })
    for (const minutes of [5, 59, 527_040]) {
      const { data } = await refresh(minutes)
      const expected = Math.min(harness.clock.now() + minutes * minute, startedAt + 60 * minute)
      expect(Date.parse(data.session.expires_at)).toBe(expected)
      harness.clock.advance(4 * minute)
    }
    harness.clock.advance(60 * minute)
    expect((await refresh(30)).outcome).toBe('session_not_found')
  })

  it('rejects changes of factors, password and consent in an impersonated session (S-8)', async () => {
    const harness = await createHarness(storage)
    const { session, emailId } = await impersonated(harness)
    const refused = async (method: string, path: string, body?: object) =>
      (await harness.call(method, path, body, { session })).outcome
    const page = { domain: 'app.example.com', user_agent: 'x' }
    const wallet = {
      crypto_wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      crypto_wallet_type: 'ethereum',
    }
    const outcomes = [
      await refused('DELETE', `/users/emails/${emailId}`),
      await refused('POST', '/passwords/session/reset', { password: 'correct horse battery staple 9' }),
      await refused('POST', '/otps/email/send/secondary', { email: 'eve@example.com' }),
      await refused('POST', '/otps/sms/send/secondary', { phone_number: '+12025550123' }),
      await refused('POST', '/magic_links/email/send/secondary', { email: 'eve@example.com' }),
      await refused('POST', '/totps', { expiration_minutes: 30 }),
      await refused('POST', '/totps/authenticate', { totp_code: '123456', session_duration_minutes: 30 }),
      await refused('POST', '/totps/recover', { recovery_code: 'aaaaa-aaaaa', session_duration_minutes: 30 }),
      await refused('POST', '/totps/recovery_codes'),
      await refused('POST', '/webauthn/register/start', page),
      await refused('PUT', '/webauthn/update/x', { name: 'x' }),
      await refused('POST', '/crypto_wallets/authenticate/start/secondary', wallet),
      await refused('POST', '/users/connected_apps/x/revoke'),
    ]
    expect(outcomes).toEqual(outcomes.map(() => 'unauthorized_action'))
    expect((await harness.call('GET', '/users/me', undefined, { session })).outcome).toBe('200')
    expect((await harness.call('POST', '/sessions/revoke', undefined, { session })).outcome).toBe('200')
  })

  it.inTurn('starts a new session when the user proves a factor in an impersonated session', async () => {
    const harness = await createHarness(storage)
    const { session } = await impersonated(harness)
    const own = await harness.signIn('ada@example.com', { session })
    const record = await storage.sessions.get(harness.project.id, own.sessionId)
    expect([record?.actor, record?.factors.map(({ type }) => type)]).toEqual([null, ['otp']])
    const still = await harness.call('POST', '/sessions/authenticate', {}, { session })
    expect(still.data.session.authentication_factors.map(({ type }) => type)).toEqual(['impersonated'])
  })
})
