import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { withNaiveConsume } from '../../storage/testing/naive-consume.ts'
import { raceRounds } from '../../storage/testing/run-length.ts'
import { withBarrier } from '../../testing/barrier.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { type Gate, raceAt, raceConfig, tally } from '../race.suite.ts'
import { begin, comeBack, consent, createOAuthHarness, land, redeem } from './oauth.suite.ts'

const concurrency = 16

describe.each(engines)('races of OAuth on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  it(`gives one session for a token redeemed ${concurrency}-way, ${raceRounds} times (T-2)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createOAuthHarness(gate.storage, { config: raceConfig })
    for (let round = 0; round < raceRounds; round += 1) {
      const { token } = await land(harness, 'github')
      const answers = await raceAt(gate, concurrency, () => redeem(harness, token))
      expect(tally(answers)).toEqual({ '200': 1, oauth_token_not_found: concurrency - 1 })
    }
  })

  it('creates one user for one identity that is redeemed many times at once', { timeout: 600_000 }, async () => {
    for (const choice of [{ account: 'ada' }, { account: 'alan' }]) {
      const harness = await createOAuthHarness(gate.storage, { config: raceConfig })
      const tokens: string[] = []
      for (let index = 0; index < concurrency; index += 1) tokens.push((await land(harness, 'github', choice)).token)
      const answers = await raceAt(gate, concurrency, (index) => redeem(harness, tokens[index] ?? ''))
      expect(tally(answers)).toEqual({ '200': concurrency })
      expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
      const { items } = await real.accounts.list(projectRealm(harness.project.id), { limit: 50 })
      expect(items.map(({ registrations }) => registrations.map(({ kind }) => kind).sort())).toEqual([
        choice.account === 'ada' ? ['email', 'oauth'] : ['oauth'],
      ])
    }
  })

  it('loses the race with a storage that reads before it writes', async () => {
    const naive = withBarrier(withNaiveConsume(real))
    const harness = await createOAuthHarness(naive.storage)
    // An existing user: the unique key of a new one would reject the other calls.
    await redeem(harness, (await land(harness, 'github')).token)
    const { token } = await land(harness, 'github')
    const answers = await raceAt(naive, concurrency, () => redeem(harness, token))
    expect(tally(answers)['200']).toBeGreaterThan(1)
  })

  it('finishes a flow once, however often its response arrives', async () => {
    const harness = await createOAuthHarness(real)
    for (let round = 0; round < raceRounds / 5; round += 1) {
      const { location, browser } = await begin(harness, 'google')
      const back = await consent(harness, location)
      const answers = await Promise.all(Array.from({ length: concurrency }, () => comeBack(harness, back, browser)))
      const queries = answers.map(({ headers }) => new URL(headers.get('location') ?? 'none:').searchParams)
      expect([
        queries.filter((query) => query.has('token')).length,
        queries.filter((query) => query.get('latchkey_error') === 'oauth_flow_callback_error').length,
      ]).toEqual([1, concurrency - 1])
    }
  })
})
