import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../core/limits.ts'
import type { Storage } from '../../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'

/** Production limits. One network tries a few wrong secrets at each of many accounts. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const lasting = { session_duration_minutes: 30 }
const budget = defaultLimits.wrong_secrets_per_ip.limit
const minute = 60_000
const password = 'violet kettle ambles north'

const networks = {
  'one IPv4 address': () => '203.0.113.99',
  'many /64 of one /48': (index: number) => `2001:db8:7:${(index + 1).toString(16)}::1`,
}

describe.each(engines)('spraying on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Tries a wrong secret at another account. Another network requests the passcode, so that no other limit applies. */
  async function guess(harness: Harness, kind: 'password' | 'email' | 'sms', index: number, peerAddress: string) {
    const email = `victim${index}@example.com`
    if (kind === 'password')
      return harness.call('POST', '/passwords/authenticate', { email, password, ...lasting }, { peerAddress })
    const to = kind === 'email' ? { email } : { phone_number: `+1202555${2000 + index}` }
    const elsewhere = { peerAddress: `198.51.${index}.1` }
    const sent = await harness.call('POST', `/otps/${kind}/login_or_create`, to, elsewhere)
    expect(sent.outcome).toBe('200')
    const body = { method_id: Object(sent.data).method_id, token: '000000', ...lasting }
    return harness.call('POST', '/otps/authenticate', body, { peerAddress })
  }

  it.each(Object.entries(networks))(
    `from %s is limited to ${budget} wrong secrets in an hour, over ${budget + 15} accounts (R-12)`,
    async (_, from) => {
      const harness = await createHarness(storage)
      const { token: session } = await harness.signIn('neighbor@example.com', { peerAddress: from(0) })
      const own = { session, peerAddress: from(0) }
      await harness.call('POST', '/passwords/session/reset', { password, ...lasting }, own)
      const kinds = fc.sample(fc.constantFrom('password' as const, 'email' as const, 'sms' as const), {
        ...{ numRuns: budget + 15, seed },
      })
      const outcomes: string[] = []
      for (const [index, kind] of kinds.entries()) {
        // At this rate no other limit of the network is reached.
        harness.clock.advance(minute / 2)
        outcomes.push((await guess(harness, kind, index, from(index))).outcome)
      }
      const refused = outcomes.map((outcome) => outcome === 'too_many_requests')
      noteVariants(refused.length)
      expect(refused).toEqual(kinds.map((_, index) => index >= budget))
      // A user who has signed in there before with the same secret still can; right secrets are not counted.
      const right = { email: 'neighbor@example.com', password, ...lasting }
      for (let count = 0; count < 3; count += 1)
        expect((await harness.call('POST', '/passwords/authenticate', right, { peerAddress: from(0) })).outcome).toBe(
          '200',
        )
      // Another network is not limited, and the limit ends after an hour.
      expect((await guess(harness, 'password', 200, '192.0.2.9')).outcome).not.toBe('too_many_requests')
      harness.clock.advance(60 * minute)
      expect((await guess(harness, 'password', 201, from(0))).outcome).not.toBe('too_many_requests')
    },
  )
})
