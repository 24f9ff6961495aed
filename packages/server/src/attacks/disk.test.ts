import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import { rowsPerAccount } from '../audit/refusal-budget.ts'
import { defaultLimits, type LimitName } from '../core/limits.ts'
import { isKnownNetwork, newNetworksOfAccount } from '../limits/known-networks.ts'
import {
  callback,
  createIdpHarness,
  type IdpHarness,
  identityProvider,
  type TestClient,
} from '../oidc-provider/oidc-provider.suite.ts'
import { renewalsOfGrant } from '../oidc-provider/token/token.refresh.ts'
import { changesOfAccount } from '../sessions/count-change.ts'
import { projectRealm } from '../storage/realm.ts'
import type { AuditRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { isFullMatrix, takeTurns } from '../storage/testing/engine-cases.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'
import { createInsider, createMemberInsider, registerClient } from './repeated-calls.suite.ts'

const minute = 60_000
const hour = 60 * minute
const lasting = { session_duration_minutes: 30 }
/** More than are audited in a day, and than an account can make in an hour. */
const timesOf = { rows: rowsPerAccount.limit + 4, changes: 125, other: 0 }

/** Each case has a hundred calls or more: PostgreSQL only in the full run. */
const enginesOfCalls = engines.filter((engine) => isFullMatrix || engine === 'sqlite')

describe.each(enginesOfCalls)('rows that one account can add on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const auditOf = async (projectId: string): Promise<AuditRecord[]> =>
    (await storage.audit.listUnsealed(1_000_000)).filter((row) => row.projectId === projectId)

  it.each([
    ['user', createInsider],
    ['member', createMemberInsider],
  ])(
    'as a %s are sampled, or their calls are limited and each of them is audited (R-13)',
    {
      timeout: 300_000,
    },
    async (kind, create) => {
      const { harness, calls } = await create(storage)
      const tried = calls.filter((one) => one.bound !== 'other')
      let log = await auditOf(harness.project.id)
      const rowsOf = (event: string | null): number =>
        log.filter((row) => row.event === event && row.result === 'ok').length
      const results: Record<string, unknown> = {}
      const expected: Record<string, unknown> = {}
      for (const { name, event, bound, call } of tried) {
        if (bound === 'changes') harness.clock.advance(hour)
        const times = timesOf[bound]
        const before = rowsOf(event)
        let successes = 0
        let lastStatus = 0
        for (let index = 0; index < times; index += 1) {
          if (index % 50 === 0) harness.clock.advance(minute)
          lastStatus = (await call(index)).status
          if (lastStatus < 400) successes += 1
        }
        log = await auditOf(harness.project.id)
        const added = rowsOf(event) - before
        noteVariants(times)
        if (bound === 'rows') {
          results[name] = { successes, isSampled: added <= rowsPerAccount.limit + 1 }
          expected[name] = { successes: times, isSampled: true }
        } else {
          const most = changesOfAccount.limit + defaultLimits.changes_per_ip.limit
          results[name] = {
            isLimited: successes <= most && successes >= 100,
            lastStatus,
            unaudited: event === null ? 0 : successes - added,
          }
          expected[name] = { isLimited: true, lastStatus: 429, unaudited: 0 }
        }
      }
      expect(results).toEqual(expected)
      // A reached limit is audited as one, and not as a rejection of the method.
      const limited = (await auditOf(harness.project.id)).filter(({ errorType }) => errorType === 'too_many_requests')
      expect([...new Set(limited.map(({ event }) => event))]).toEqual(['limit_hit'])
      // The rows that were left out are counted in a row of the account, with the first of the next day.
      const repeatable = tried.find(({ name }) => name.startsWith('PUT '))
      harness.clock.advance(24 * hour)
      await repeatable?.call(0)
      const rows = await auditOf(harness.project.id)
      const ofEvent = rows.filter(({ event }) => event === repeatable?.event)
      const skipped = rows.filter(({ event }) => event === 'rows_skipped').at(-1)
      expect([skipped?.actorKind, Number(skipped?.targetId) + ofEvent.length]).toEqual([kind, timesOf.rows + 1])
    },
  )
})

describe.each(engines)('refresh tokens of one network on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it.inTurn(
    'are limited for an application without a secret of the operator, and only those of the grant (R-13)',
    async () => {
      const generous = { limit: 1e6, windowMs: minute }
      const limit = 3
      const limits = {
        ...{ requests_per_ip: generous, requests_per_oauth_client: generous, sends_per_ip: generous },
        renewals_per_ip: { limit, windowMs: hour },
      }
      const settings = { identityProvider: { ...identityProvider, dynamicRegistration: true } }
      const harness = await createIdpHarness(storage, { config: { limits }, settings })
      const { token: session } = await harness.signIn('insider@example.com')
      const offline = { scope: 'openid offline_access' }
      /** The statuses of so many renewals in a row, one of the same grant after the other. */
      async function renew(client: TestClient, times: number): Promise<number[]> {
        let { refresh_token } = (await harness.signInto(client, session, offline)).json
        const statuses: number[] = []
        for (let count = 0; count < times; count += 1) {
          const { status, json } = await harness.token(client, { grant_type: 'refresh_token', refresh_token })
          refresh_token = json.refresh_token ?? refresh_token
          statuses.push(status)
        }
        return statuses
      }
      const registered = await registerClient(harness, {})
      const times = renewalsOfGrant.limit + limit
      expect(await renew(registered, times + 2)).toEqual([...Array(times).fill(200), 429, 429])
      // Another grant from the same address, and the backend of an operator.
      expect(await renew(registered, 3)).toEqual([200, 200, 200])
      expect(await renew(await harness.newClient(), times + 2)).toEqual(Array(times + 2).fill(200))
      noteVariants(2 * times + 4)
      const rows = (await storage.audit.listUnsealed(1_000_000)).filter(
        ({ projectId }) => projectId === harness.project.id,
      )
      expect(
        rows.filter(({ event, targetId }) => event === 'limit_hit' && targetId === 'renewals_per_ip'),
      ).toHaveLength(2)
    },
  )

  it.inTurn(
    'of an application that registered itself are counted by address, and not only by application (R-13)',
    async () => {
      const config = { limits: { requests_per_ip: { limit: 8, windowMs: minute } } }
      const settings = { identityProvider: { ...identityProvider, dynamicRegistration: true } }
      const harness = await createIdpHarness(storage, { config, settings })
      const registered = await registerClient(harness, {})
      const statuses: number[] = []
      for (let count = 0; count < 10; count += 1)
        statuses.push((await harness.token(registered, { grant_type: 'refresh_token', refresh_token: 'x' })).status)
      expect(statuses).toEqual([...Array(7).fill(400), 429, 429, 429])
      noteVariants(10)
    },
  )
})

describe.each(engines)('rows that one /48 of IPv6 can add on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const password = 'violet kettle ambles north'
  type Try = (harness: IdpHarness, index: number, from: { peerAddress: string }, session: string) => Promise<Answer>
  const register: Try = (harness, index, { peerAddress }) => {
    const body = JSON.stringify({ redirect_uris: [callback], client_name: `App ${index}` })
    const headers = { 'content-type': 'application/json' }
    return harness.fetch(
      new Request(`${harness.issuer}/oauth2/register`, { method: 'POST', headers, body }),
      peerAddress,
    )
  }
  const requestOf = { redirect_uri: callback, response_type: 'code', scope: 'openid' }
  /** Of windows of twelve hours: as much in a day as one IPv4 address, or a multiple in the window. */
  const tries: [LimitName, string, number, Try][] = [
    [
      ...(['sends_per_ip', 'messages', 2] as const),
      (harness, index, from) =>
        harness.call('POST', '/otps/email/login_or_create', { email: `a${index}@example.com` }, from),
    ],
    [
      ...(['password_attempts_per_ip', 'passwords', 2] as const),
      (harness, index, from) =>
        harness.call(
          'POST',
          '/passwords/authenticate',
          { email: `a${index % 5}@example.com`, password, ...lasting },
          from,
        ),
    ],
    ['registrations_per_ip', 'registrations', 2, register],
    [
      ...(['challenges_per_ip', 'challenges', 10] as const),
      (harness, _, from) =>
        harness.call('POST', '/webauthn/authenticate/start/primary', { domain: 'app.example.com' }, from),
    ],
    [
      ...(['authorizations_per_ip', 'requests of applications', 2] as const),
      (harness, _, { peerAddress }) => {
        const query = new URLSearchParams({ ...requestOf, client_id: clients.get(harness) ?? '' })
        return harness.fetch(new Request(`${harness.issuer}/oauth2/authorize?${query}`), peerAddress)
      },
    ],
    [
      ...(['authorizations_per_ip', 'consent pages', 2] as const),
      (harness, index, from, session) => {
        const body = { ...requestOf, client_id: clients.get(harness) ?? '', state: `s${index}` }
        return harness.call('POST', '/oauth/authorize/start', body, { ...from, session })
      },
    ],
    [
      ...(['requests_per_ip', 'all requests', 20] as const),
      (harness, _, from, session) => harness.call('GET', '/users/me', undefined, { ...from, session }),
    ],
  ]
  const clients = new Map<Harness, string>()

  it.each(tries)('from any number of its /64 are limited by %s: %s (R-13)', async (name, _, factor, call) => {
    const limit = 3
    const settings = { identityProvider: { ...identityProvider, dynamicRegistration: true } }
    const harness = await createIdpHarness(storage, {
      config: { limits: { [name]: { limit, windowMs: 12 * hour } } },
      settings,
    })
    const { token: session } = await harness.signIn('insider@example.com', { peerAddress: '192.0.2.1' })
    clients.set(harness, (await harness.newClient()).id)
    const from = (site: string, index: number) => ({ peerAddress: `2001:db8:${site}:${index.toString(16)}::1` })
    const statuses: number[] = []
    for (let index = 0; index < factor * limit + 4; index += 1)
      statuses.push((await call(harness, index, from('1', index), session)).status)
    noteVariants(statuses.length)
    expect(statuses.map((status) => status === 429)).toEqual([
      ...Array(factor * limit).fill(false),
      ...Array(4).fill(true),
    ])
    expect((await call(harness, statuses.length, from('2', 0), session)).status).not.toBe(429)
  })

  it.inTurn('are not multiplied by the networks of its users (R-13)', async () => {
    const generous = { limit: 1e6, windowMs: minute }
    const limits = { password_attempts_per_ip: generous, requests_per_ip: generous }
    const harness = await createHarness(storage, { config: { limits } })
    const email = 'insider@example.com'
    const from = (index: number) => ({ peerAddress: `2001:db8:3:${index.toString(16)}::1` })
    expect((await harness.call('POST', '/passwords', { email, password, ...lasting }, from(0))).outcome).toBe('200')
    const signedInFrom: number[] = []
    for (let index = 1; index <= 40; index += 1)
      signedInFrom.push(
        (await harness.call('POST', '/passwords/authenticate', { email, password, ...lasting }, from(index))).status,
      )
    expect(signedInFrom).toEqual(Array(40).fill(200))
    noteVariants(40)
    const account = await storage.accounts.findByRegistration(projectRealm(harness.project.id), 'email', email)
    const now = harness.clock.now()
    const known = await Promise.all(
      Array.from({ length: 41 }, (_, index) =>
        isKnownNetwork(storage, {
          ...{ projectId: harness.project.id, accountId: account?.id ?? '', now },
          prefix: `2001:db8:3:${index.toString(16)}::/64`,
        }),
      ),
    )
    expect(known.filter(Boolean)).toHaveLength(newNetworksOfAccount.limit)
  })
})
