import { adminEndpoints } from '@latchkey/contract/admin'
import { expect, it } from 'vitest'
import { type AdminHarness, createAdminHarness, onBothEngines } from '../admin/admin.suite.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { createBarrier, withBarrier } from '../testing/barrier.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const rounds = isLongRun ? 100 : 10
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous }

interface Key {
  id: string
  secret: string
}

async function newKey(harness: AdminHarness, name: string): Promise<Key> {
  const { secret_key, secret } = await harness.administration.createSecretKey(harness.project, name)
  return { id: secret_key.secret_key_id, secret }
}

async function tokenBy(harness: AdminHarness, { secret }: Key, user_id: string, impersonator: string): Promise<string> {
  const request = { user_id, impersonator }
  const { data } = await harness.admin(adminEndpoints.adminImpersonationTokensCreate, { request, secret })
  return data.impersonation_token
}

const redeem = (harness: AdminHarness, impersonation_token: string) =>
  harness.call('POST', '/impersonation/authenticate', { impersonation_token })

const me = async (harness: AdminHarness, session: string): Promise<string> =>
  (await harness.call('GET', '/users/me', undefined, { session })).outcome

/** The events that end the operator's access. */
const ends: Record<string, (harness: AdminHarness, key: Key, impersonator: string) => Promise<unknown>> = {
  'the secret key is revoked from the command line': (harness, { id }) =>
    harness.administration.call(adminEndpoints.adminSecretKeysRevoke, {
      ...{ project: harness.project, params: { secret_key_id: id } },
    }),
  'the secret key is revoked by another key': (harness, { id }) =>
    harness.admin(adminEndpoints.adminSecretKeysRevoke, { params: { secret_key_id: id } }),
  'the secret key revokes itself': (harness, { id, secret }) =>
    harness.admin(adminEndpoints.adminSecretKeysRevoke, { params: { secret_key_id: id }, secret }),
  'the impersonator is revoked from the command line': (harness, _, impersonator) =>
    harness.administration.call(adminEndpoints.adminImpersonationsRevoke, {
      ...{ project: harness.project, request: { impersonator } },
    }),
  'the impersonator is revoked by another key': (harness, _, impersonator) =>
    harness.admin(adminEndpoints.adminImpersonationsRevoke, { request: { impersonator } }),
}

onBothEngines('an impersonation', (open) => {
  it.each(Object.entries(ends))('ends at once when %s (S-11)', async (_, end) => {
    const harness = await open({ config: { limits } })
    const { accountId, token: own } = await harness.signIn('ada@example.com')
    const [key, other] = [await newKey(harness, 'A'), await newKey(harness, 'B')]
    const [eve, bob] = ['eve@example.com', 'bob@example.com']
    const session = (await redeem(harness, await tokenBy(harness, key, accountId, eve))).data.session_token
    const refreshed = (await redeem(harness, await tokenBy(harness, key, accountId, eve))).data.session_token
    await harness.call('POST', '/sessions/authenticate', { session_duration_minutes: 60 }, { session: refreshed })
    const unredeemed = await tokenBy(harness, key, accountId, eve)
    // Issued with another key for another operator, so it continues.
    const unconcerned = (await redeem(harness, await tokenBy(harness, other, accountId, bob))).data.session_token
    const later = await tokenBy(harness, other, accountId, bob)
    expect([await me(harness, session), await me(harness, refreshed), await me(harness, unconcerned)]).toEqual([
      ...['200', '200', '200'],
    ])
    await end(harness, key, eve)
    expect({
      sessions: [await me(harness, session), await me(harness, refreshed)],
      refresh: (await harness.call('POST', '/sessions/authenticate', {}, { session })).outcome,
      unredeemed: (await redeem(harness, unredeemed)).outcome,
      others: [await me(harness, unconcerned), (await redeem(harness, later)).outcome, await me(harness, own)],
    }).toEqual({
      sessions: ['user_unauthenticated', 'user_unauthenticated'],
      refresh: 'session_not_found',
      unredeemed: 'unauthorized_credentials',
      others: ['200', '200', '200'],
    })
  })

  it('ends when the key is revoked while the token is redeemed (S-11)', { timeout: 300_000 }, async () => {
    const harness = await open({ config: { limits } })
    const gate = withBarrier(harness.storage)
    const held = await createAdminHarness(gate.storage, { config: { limits } })
    const { accountId } = await held.signIn('ada@example.com')
    for (let round = 0; round < rounds; round += 1) {
      const key = await newKey(held, `key ${round}`)
      const token = await tokenBy(held, key, accountId, 'eve@example.com')
      const barrier = createBarrier(2)
      gate.set(barrier)
      const both = Promise.all([
        redeem(held, token),
        ends['the secret key is revoked from the command line']?.(held, key, ''),
      ])
      // Only these two calls reach the barrier: the audit row of a rejection is written outside of a transaction.
      const [redeemed] = await both
      gate.set(null)
      noteVariants(1)
      expect(barrier.met).toBe(2)
      if (redeemed.outcome === '200') expect(await me(held, redeemed.data.session_token)).toBe('user_unauthenticated')
      else expect(redeemed.outcome).toBe('unauthorized_credentials')
    }
  })
})
