import { setImmediate as tick } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { withNaiveConsume } from '../../storage/testing/naive-consume.ts'
import { raceRounds } from '../../storage/testing/run-length.ts'
import { createBarrier, withBarrier } from '../../testing/barrier.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { type Gate, raceAt, raceConfig, raceLimits, tally } from '../race.suite.ts'

const concurrency = 16
const email = 'ada@example.com'
const good = 'violet kettle ambles north'
const S = { session_duration_minutes: 30 }

const post = (harness: Harness, path: string, body: object): Promise<Answer> =>
  harness.call('POST', `/passwords${path}`, { ...body, ...S })
const login = (harness: Harness, password: string): Promise<Answer> =>
  post(harness, '/authenticate', { email, password })

async function resetToken(harness: Harness): Promise<string> {
  await harness.call('POST', '/passwords/email/reset/start', { email })
  await harness.provider.outbox.drain()
  const mail = harness.sent.findLast(({ links }) => links.length === 2)
  return new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
}

/** A different password for each call, so that the result shows which call won. */
const another = (index: number): string => `seven quiet lanterns ${index}`

describe.each(engines)('races of passwords on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  const open = (storage: Storage = gate.storage): Promise<Harness> =>
    createHarness(storage, { settings: { limits: raceLimits }, config: raceConfig })

  it(`changes the password once by a reset redeemed ${concurrency}-way, ${raceRounds} times (T-2)`, {
    timeout: 900_000,
  }, async () => {
    const harness = await open()
    await post(harness, '', { email, password: good })
    for (let round = 0; round < raceRounds; round += 1) {
      const token = await resetToken(harness)
      const answers = await raceAt(gate, concurrency, (index) =>
        post(harness, '/email/reset', { token, password: another(index) }),
      )
      expect(tally(answers)).toEqual({ '200': 1, unable_to_auth_magic_link: concurrency - 1 })
      const winner = answers.findIndex(({ status }) => status === 200)
      expect((await login(harness, another(winner))).outcome).toBe('200')
    }
    // A replay does not count as a wrong secret, so no lock-out follows.
    expect((await login(harness, good)).outcome).toBe('unauthorized_credentials')
  })

  it('counts 64 guesses made at once before any is compared, and compares ten', { timeout: 120_000 }, async () => {
    const harness = await open()
    const { data } = await post(harness, '', { email, password: good })
    // The correct password is among them: guesses after the tenth are not compared.
    const answers = await raceAt(gate, 64, (index) => login(harness, index === 63 ? good : `wrong ${index}`))
    const { user_lock_limit_reached, ...evaluated } = tally(answers)
    expect(user_lock_limit_reached).toBe(54)
    expect(Object.values(evaluated).reduce((a, b) => a + b)).toBe(10)
    if (evaluated['200'] === undefined) {
      const lock = await real.lockouts.get(harness.project.id, `user:${data.user_id}`)
      expect([evaluated, lock?.consecutive]).toEqual([{ unauthorized_credentials: 10 }, 10])
    }
  })

  it('locks an address without an account in the same way', { timeout: 120_000 }, async () => {
    const harness = await open()
    const answers = await raceAt(gate, 64, (index) => login(harness, `wrong ${index}`))
    expect(tally(answers)).toEqual({ email_not_found: 10, user_lock_limit_reached: 54 })
  })

  it(`creates one user for one address created ${concurrency}-way`, { timeout: 120_000 }, async () => {
    const harness = await open()
    for (let round = 0; round < raceRounds / 10; round += 1) {
      const address = `new${round}@example.com`
      const answers = await raceAt(gate, concurrency, () => post(harness, '', { email: address, password: good }))
      expect(tally(answers)).toEqual({ '200': 1, duplicate_email: concurrency - 1 })
    }
    expect((await real.accounts.list(projectRealm(harness.project.id), { limit: 100 })).items).toHaveLength(
      Math.ceil(raceRounds / 10),
    )
  })

  it(`ends every session of the password before a reset, ${raceRounds} times`, { timeout: 900_000 }, async () => {
    const harness = await open()
    let current = good
    await post(harness, '', { email, password: current })
    for (let round = 0; round < raceRounds; round += 1) {
      const token = await resetToken(harness)
      const next = another(round)
      // The sign-ins meet before their first transaction, then all of them and the reset before the deciding one.
      const [guesses, changes] = [createBarrier(4), createBarrier(5)]
      let counted = 0
      gate.set({
        arrive() {
          counted += 1
          return counted <= 4 ? guesses.arrive() : changes.arrive()
        },
      })
      const before = Promise.all(Array.from({ length: 4 }, () => login(harness, current)))
      while (counted < 4) await tick()
      const reset = await post(harness, '/email/reset', { token, password: next })
      gate.set(null)
      expect(reset.outcome).toBe('200')
      for (const { data, status } of await before) {
        if (status !== 200) continue
        const seen = await harness.call('GET', '/users/me', undefined, { session: data.session_token })
        expect(seen.outcome).toBe('user_unauthenticated')
      }
      current = next
    }
  })

  it(`leaves an attacker no access when the owner verifies the address at the same time, ${raceRounds} times`, {
    timeout: 900_000,
  }, async () => {
    const harness = await open()
    for (let round = 0; round < raceRounds; round += 1) {
      const victim = `victim${round}@example.com`
      const attacker = await post(harness, '', { email: victim, password: good })
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: victim })
      const [token] = (await harness.lastMessage(victim)).codes
      // Each sign-in has two transactions, the guess and the session: they meet before both.
      gate.set(createBarrier(4))
      const [proven, ...signedIn] = await Promise.all([
        harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...S }),
        ...Array.from({ length: 3 }, () => post(harness, '/authenticate', { email: victim, password: good })),
      ])
      gate.set(null)
      expect(proven.outcome).toBe('200')
      for (const { data, status } of [attacker, ...signedIn]) {
        if (status !== 200) continue
        const seen = await harness.call('GET', '/users/me', undefined, { session: data.session_token })
        expect(seen.outcome).toBe('user_unauthenticated')
      }
      expect((await post(harness, '/authenticate', { email: victim, password: good })).outcome).toBe('reset_password')
      const seen = await harness.call('GET', '/users/me', undefined, { session: proven.data.session_token })
      expect(seen.outcome).toBe('200')
    }
  })

  describe('against a provider that reads before it writes', () => {
    it('changes the password more than once by one reset if the storage reads before it writes', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await open(naive.storage)
      await post(harness, '', { email, password: good })
      const token = await resetToken(harness)
      const answers = await raceAt(naive, concurrency, (index) =>
        post(harness, '/email/reset', { token, password: another(index) }),
      )
      expect(tally(answers)['200']).toBeGreaterThan(1)
    })

    it('compares more than ten guesses if the storage reads before it writes', async () => {
      const lockouts: Storage['lockouts'] = {
        ...real.lockouts,
        async countGuess(projectId, subject, policy, now) {
          const state = await real.lockouts.get(projectId, subject)
          if (state?.lockedUntil != null && state.lockedUntil > now) return null
          await tick()
          await real.lockouts.countGuess(projectId, subject, policy, now)
          return { consecutive: (state?.consecutive ?? 0) + 1, lockedUntil: null, lockedAt: null }
        },
      }
      const verbs = { ...real, lockouts }
      const naive = withBarrier({ ...verbs, transaction: (work) => work(verbs) })
      const harness = await open(naive.storage)
      await post(harness, '', { email, password: good })
      const answers = await raceAt(naive, 64, (index) => login(harness, `wrong ${index}`))
      expect(tally(answers).unauthorized_credentials).toBeGreaterThan(10)
    })
  })
})
