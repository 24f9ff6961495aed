import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { withNaiveConsume } from '../storage/testing/naive-consume.ts'
import { createBarrier, withBarrier } from '../testing/barrier.ts'
import { type Answer, createWorld, engines, openTestStorage, tokenOf, type World } from '../testing/harness.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 50)
const ways = 16
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}

/** The tally of a race's outcomes, e.g. `{ '200': 1, unable_to_auth_magic_link: 15 }`. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

type Gate = ReturnType<typeof withBarrier>

/** Runs the same call so many ways; each is held at its first transaction until all are there. */
async function raceAt(gate: Gate, count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const barrier = createBarrier(count)
  let held = 0
  gate.set({
    async arrive() {
      held += 1
      if (held <= count) await barrier.arrive()
    },
  })
  try {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
    expect(barrier.met).toBe(count)
    return answers
  } finally {
    gate.set(null)
  }
}

describe.each(engines)('races on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  const race = (count: number, call: (index: number) => Promise<Answer>) => raceAt(gate, count, call)

  async function linkFor(world: World, email: string): Promise<string> {
    await world.call('POST', '/magic_links/email/login_or_create', { email })
    return tokenOf(await world.lastMessage(email))
  }

  const redeem = (world: World, token: string, session?: string) =>
    world.call('POST', '/magic_links/authenticate', { token, session_duration_minutes: 30 }, session ? { session } : {})

  it(`gives one session for a link redeemed ${ways}-way, ${rounds} times`, { timeout: 600_000 }, async () => {
    const world = await createWorld(gate.storage, { settings: { limits }, config: { limits } })
    for (let round = 0; round < rounds; round += 1) {
      const token = await linkFor(world, 'ada@example.com')
      const answers = await race(ways, () => redeem(world, token))
      expect(tally(answers)).toEqual({ '200': 1, unable_to_auth_magic_link: ways - 1 })
      expect((await redeem(world, token)).outcome).toBe('unable_to_auth_magic_link')
    }
  })

  it(`gives one session for a passcode entered ${ways}-way, ${rounds} times`, { timeout: 600_000 }, async () => {
    const world = await createWorld(gate.storage, { settings: { limits }, config: { limits } })
    for (let round = 0; round < rounds; round += 1) {
      const { data } = await world.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      const [token] = (await world.lastMessage('ada@example.com')).codes
      const body = { token, method_id: data.method_id, session_duration_minutes: 30 }
      const answers = await race(ways, () => world.call('POST', '/otps/authenticate', body))
      expect(tally(answers)).toEqual({ '200': 1, otp_code_not_found: ways - 1 })
    }
  })

  it('evaluates exactly five of 64 guesses made at once', async () => {
    const world = await createWorld(gate.storage, { settings: { limits }, config: { limits } })
    const { data } = await world.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
    const [code] = (await world.lastMessage('ada@example.com')).codes
    const guesses = Array.from({ length: 65 }, (_, index) => String(index).padStart(6, '0')).filter(
      (one) => one !== code,
    )
    const answers = await race(64, (index) =>
      world.call('POST', '/otps/authenticate', {
        ...{ token: guesses[index], method_id: data.method_id, session_duration_minutes: 30 },
      }),
    )
    expect(tally(answers)).toEqual({ otp_code_not_found: 64 })
    const row = await real.oneTime.find(world.project.id, data.method_id)
    const lock = await real.lockouts.state(world.project.id, 'email:ada@example.com')
    expect([row?.attempts, lock?.consecutive]).toEqual([5, 5])
  })

  it('makes one person of links for one new address redeemed at once', async () => {
    const world = await createWorld(gate.storage, { settings: { limits }, config: { limits } })
    for (let round = 0; round < rounds / 10; round += 1) {
      const email = `new${round}@example.com`
      const tokens: string[] = []
      for (let count = 0; count < 8; count += 1) tokens.push(await linkFor(world, email))
      const answers = await race(8, (index) => redeem(world, tokens[index] ?? ''))
      expect(tally(answers)).toEqual({ '200': 8 })
      expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
    }
    const { items } = await real.users.list(world.project.id, { limit: 100 })
    expect(items).toHaveLength(Math.ceil(rounds / 10))
  })

  it('creates one pending user of sends made at once', async () => {
    const world = await createWorld(gate.storage, { settings: { limits }, config: { limits } })
    const body = { email: 'ada@example.com', create_user_as_pending: true }
    const answers = await race(8, () => world.call('POST', '/magic_links/email/login_or_create', body))
    expect(tally(answers)).toEqual({ '200': 8 })
    expect((await real.users.list(world.project.id, { limit: 100 })).items).toHaveLength(1)
  })

  it('lets exactly the limit through in a burst', async () => {
    const world = await createWorld(gate.storage)
    const answers = await race(64, () =>
      world.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' }),
    )
    expect(tally(answers)).toEqual({ '200': 5, too_many_requests: 59 })
    const searches = await race(64, (index) =>
      world.call('POST', '/users/search', { email: `a${index}@example.com` }, { peerAddress: '198.51.100.1' }),
    )
    expect(tally(searches)).toEqual({ '200': 10, too_many_requests: 54 })
  })

  it(`continues no session after its revoke was answered, ${rounds} times`, async () => {
    const world = await createWorld(real, { settings: { limits }, config: { limits } })
    for (let round = 0; round < rounds; round += 1) {
      const { token } = await world.signIn('ada@example.com')
      const link = await linkFor(world, 'ada@example.com')
      const during = Array.from({ length: 4 }, () =>
        world.call('POST', '/sessions/authenticate', { session_duration_minutes: 60 }, { session: token }),
      )
      // A sign-in that adds a factor at the same moment may win or begin a session of its own, never revive this one.
      const [revoked] = await Promise.all([
        world.call('POST', '/sessions/revoke', undefined, { session: token }),
        redeem(world, link, token),
        ...during,
      ])
      expect(revoked.outcome).toBe('200')
      const after = await world.call('POST', '/sessions/authenticate', {}, { session: token })
      expect(after.outcome).toBe('session_not_found')
    }
  })

  describe('against a provider that reads before it writes', () => {
    it('are lost: the same race gives more than one session', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const world = await createWorld(naive.storage, { settings: { limits }, config: { limits } })
      await world.signIn('ada@example.com')
      const token = await linkFor(world, 'ada@example.com')
      const answers = await raceAt(naive, ways, () => redeem(world, token))
      expect(tally(answers)['200']).toBeGreaterThan(1)
    })

    it('are lost: the same burst of guesses evaluates more than five', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const world = await createWorld(naive.storage, { settings: { limits }, config: { limits } })
      const { data } = await world.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      const body = { token: '000000', method_id: data.method_id, session_duration_minutes: 30 }
      await raceAt(naive, 64, () => world.call('POST', '/otps/authenticate', body))
      const lock = await real.lockouts.state(world.project.id, 'email:ada@example.com')
      expect(lock?.consecutive).toBeGreaterThan(5)
    })
  })
})
