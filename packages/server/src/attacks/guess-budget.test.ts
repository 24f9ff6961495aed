import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import type { GuessedFactor } from '../limits/known-networks.ts'
import type { Gate } from '../products/race.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { isLongRun, raceRounds } from '../storage/testing/run-length.ts'
import { lockoutSubjectOfAccount } from '../storage/verbs.ts'
import { createBarrier, withBarrier } from '../testing/barrier.ts'
import {
  type CallOptions,
  createHarness,
  type Engine,
  engines,
  type Harness,
  openTestStorage,
} from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'
import { countSecretIn, forgetAttemptsAt, forgetOwnAttempts, refundAttemptOnFailure } from '../tokens/count-attempt.ts'
import { shareKey, type TakenSlot } from '../tokens/take-slot.ts'

/** Production limits. The clock advances between guesses so that no other limit ends a run first. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const draws: Record<Engine, number> = isLongRun ? { sqlite: 50, postgres: 20 } : { sqlite: 2, postgres: 1 }
const minute = 60_000
const lasting = { session_duration_minutes: 10_000 }
const password = 'violet kettle ambles north'
const locked = 'user_lock_limit_reached'

const kinds = [
  'password',
  'password_by_second',
  'email',
  'second_email',
  'sms',
  'whatsapp',
  'totp',
  'recovery',
] as const
type Kind = (typeof kinds)[number]

const secondFactors: readonly Kind[] = ['totp', 'recovery']

interface Account {
  accountId: string
  email: string
  second: string
  phone: string
  session: string
  secret: string
  recoveryCodes: string[]
}

let made = 0
/** A network that no earlier call has used. */
const newNetwork = (): string => {
  made += 1
  return `198.${18 + (made >> 16)}.${(made >> 8) & 255}.${made & 255}`
}
const newPhone = (): string => {
  made += 1
  return `+1202555${String(1000 + (made % 9000))}`
}

describe.each(engines)('wrong secrets of one account on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: Harness
  let gate: Gate
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    gate = withBarrier(storage)
    harness = await createHarness(gate.storage)
  })
  afterAll(() => storage.close())

  const post = async (path: string, body: object, options: CallOptions) => harness.call('POST', path, body, options)
  const sendPaths = { email: 'email', second_email: 'email', sms: 'sms', whatsapp: 'whatsapp' } as const

  async function newCode(
    to: string,
    path: string,
    options: CallOptions,
  ): Promise<{ method_id: string; token: string }> {
    const body = to.startsWith('+') ? { phone_number: to } : { email: to }
    const sent = await post(path, body, options)
    expect(sent.outcome).toBe('200')
    await harness.provider.outbox.drain()
    const token = harness.sent.findLast((message) => message.to === to && message.codes.length > 0)?.codes[0] ?? ''
    return { method_id: Object(sent.data).method_id, token }
  }

  /** An account with two addresses, a number, a password and an authenticator app. */
  async function newAccount(): Promise<Account> {
    harness.clock.advance(16 * minute)
    const peerAddress = newNetwork()
    const [email, second, phone] = [`a${made}@example.com`, `b${made}@example.com`, newPhone()]
    const { accountId, token } = await harness.signIn(email, { peerAddress, minutes: 10_000 })
    let session = token
    const own = () => ({ session, peerAddress })
    const next = async (path: string, body: object) => {
      const { outcome, data } = await post(path, body, own())
      expect([path, outcome]).toEqual([path, '200'])
      session = data.session_token ?? session
      return Object(data)
    }
    for (const [to, channel] of [
      [second, 'email'],
      [phone, 'sms'],
    ] as const)
      await next('/otps/authenticate', { ...(await newCode(to, `/otps/${channel}/send/secondary`, own())), ...lasting })
    await next('/passwords/session/reset', { password, ...lasting })
    const totp = await next('/totps', { expiration_minutes: 30 })
    const step = Math.floor(harness.clock.now() / 30_000)
    await next('/totps/authenticate', { totp_code: await totpCode(totp.secret, step), ...lasting })
    harness.clock.advance(16 * minute)
    return { accountId, email, second, phone, session, secret: totp.secret, recoveryCodes: totp.recovery_codes }
  }

  const addressOf = ({ email, second, phone }: Account, kind: keyof typeof sendPaths): string =>
    kind === 'email' ? email : kind === 'second_email' ? second : phone

  /** Tries one secret of the account, right or wrong. */
  async function attempt(account: Account, kind: Kind, isRight: boolean, peerAddress: string): Promise<string> {
    harness.clock.advance(4 * minute)
    const { email, second, session } = account
    const signedIn = { session, peerAddress }
    if (kind === 'password' || kind === 'password_by_second') {
      const body = { email: kind === 'password' ? email : second, password: isRight ? password : 'not it', ...lasting }
      return (await post('/passwords/authenticate', body, { peerAddress })).outcome
    }
    if (kind === 'totp') {
      const code = await totpCode(account.secret, Math.floor(harness.clock.now() / 30_000))
      const totp_code = isRight ? code : code.replace(/^./, (digit) => String((Number(digit) + 5) % 10))
      return keepSession(account, await post('/totps/authenticate', { totp_code, ...lasting }, signedIn))
    }
    if (kind === 'recovery') {
      const recovery_code = isRight ? account.recoveryCodes.pop() : 'aaaaa-aaaaa'
      return keepSession(account, await post('/totps/recover', { recovery_code, ...lasting }, signedIn))
    }
    const path = `/otps/${sendPaths[kind]}/login_or_create`
    const { method_id, token } = await newCode(addressOf(account, kind), path, { peerAddress })
    const wrong = token.replace(/^./, (digit) => String((Number(digit) + 5) % 10))
    const guess = { method_id, token: isRight ? token : wrong, ...lasting }
    return (await post('/otps/authenticate', guess, { peerAddress })).outcome
  }

  function keepSession(account: Account, { outcome, data }: Awaited<ReturnType<typeof post>>): string {
    if (outcome === '200') account.session = data.session_token
    return outcome
  }

  it.inTurn(
    `share one budget of ten, in ${draws[engine]} mixes of methods, channels, addresses and networks (R-9)`,
    async () => {
      const mixes = fc.sample(fc.array(fc.constantFrom(...kinds), { minLength: 13, maxLength: 13 }), {
        ...{ numRuns: draws[engine], seed },
      })
      let refused = 0
      for (const mix of mixes) {
        const account = await newAccount()
        const outcomes: string[] = []
        for (const kind of mix) outcomes.push(await attempt(account, kind, false, newNetwork()))
        const isLocked = outcomes.map((outcome) => outcome === locked)
        expect([mix, outcomes, isLocked]).toEqual([mix, outcomes, mix.map((_, index) => index >= 10)])
        // Now the right secret is rejected too, whichever it is.
        for (const kind of ['password', 'sms', 'totp'] as const)
          expect([kind, await attempt(account, kind, true, newNetwork())]).toEqual([kind, locked])
        refused += isLocked.filter(Boolean).length
        noteVariants(mix.length)
      }
      expect(refused).toBe(3 * mixes.length)
    },
  )

  const pairs = kinds.flatMap((held) =>
    kinds
      .filter((guessed) => guessed !== held && !(held.startsWith('password') && guessed.startsWith('password')))
      .flatMap((guessed) => [
        { held, guessed, isMoving: false },
        { held, guessed, isMoving: true },
      ]),
  )

  /** A second factor has a further count, which only successes with a second factor could clear. */
  const isLimitedOnce = ({ held, guessed }: Record<'held' | 'guessed', Kind>): boolean =>
    secondFactors.includes(held) || !secondFactors.includes(guessed)

  const tried = isLongRun ? pairs.length : 2 * draws[engine]
  it.inTurn(
    `stay counted after a success with another factor, in ${tried} of ${pairs.length} combinations (R-9)`,
    async () => {
      const mixed = fc.sample(fc.shuffledSubarray(pairs, { minLength: pairs.length }), { numRuns: 1, seed })[0] ?? []
      // A short run begins with the combinations that fail if a success clears the count of the account.
      const chosen = [...mixed.filter(isLimitedOnce), ...mixed.filter((pair) => !isLimitedOnce(pair))]
      for (const pair of chosen.slice(0, tried)) {
        const { held, guessed, isMoving } = pair
        const account = await newAccount()
        const network = newNetwork()
        let compared = 0
        let signedIn = 0
        // The attacker knows one secret and signs in with it before every fourth guess at another, on changing networks.
        for (let round = 0; round < 4; round += 1) {
          const from = isMoving ? newNetwork() : network
          if ((await attempt(account, held, true, from)) === '200') signedIn += 1
          for (let guess = 0; guess < 4; guess += 1)
            if ((await attempt(account, guessed, false, from)) !== locked) compared += 1
        }
        noteVariants(1)
        expect({ ...pair, compared, hasSignedIn: signedIn > 2 }).toEqual({ ...pair, compared: 10, hasSignedIn: true })
      }
    },
  )

  it(`stay counted if 4 right passwords are in flight at the same time, ${raceRounds} times (R-9)`, {
    timeout: 900_000,
  }, async () => {
    const account = await newAccount()
    const subject = lockoutSubjectOfAccount(account.accountId)
    const count = async () => (await storage.lockouts.get(harness.project.id, subject))?.consecutive ?? 0
    for (let guess = 0; guess < 6; guess += 1) await attempt(account, 'email', false, newNetwork())
    const held = 4
    for (let round = 0; round < raceRounds; round += 1) {
      harness.clock.advance(4 * minute)
      // Each sign-in has two transactions: all count their guess before the first one succeeds.
      const barrier = createBarrier(held)
      gate.set(barrier)
      const networks = Array.from({ length: held }, newNetwork)
      const answers = await Promise.all(
        networks.map((peerAddress) =>
          post('/passwords/authenticate', { email: account.email, password, ...lasting }, { peerAddress }),
        ),
      )
      gate.set(null)
      noteVariants(held)
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(held).fill('200'))
      expect([barrier.met, await count()]).toEqual([held, 6])
    }
    const outcomes: string[] = []
    for (let guess = 0; guess < 6; guess += 1) outcomes.push(await attempt(account, 'email', false, newNetwork()))
    expect(outcomes).toEqual([...Array(4).fill('otp_code_not_found'), locked, locked])
  })

  it.inTurn('are reset by a success with the same factor', async () => {
    for (const kind of ['password', 'sms', 'totp'] as const) {
      const account = await newAccount()
      const from = newNetwork()
      for (let round = 0; round < 3; round += 1) {
        for (let guess = 0; guess < 4; guess += 1) expect(await attempt(account, kind, false, from)).not.toBe(locked)
        expect([kind, await attempt(account, kind, true, from)]).toEqual([kind, '200'])
      }
    }
  })
})

describe.each(engines)('guesses in flight at secrets of one account on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  const secrets = [0, 1, 2, 3] as const
  type Secret = (typeof secrets)[number]
  const factorOf = (secret: Secret): GuessedFactor => `otp_email:email:${secret}@example.com`
  const budget = { ...{ key: 'wrong-secrets', limit: 1e9, windowMs: minute }, identifier: '' }
  const day = 24 * 60 * minute
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createHarness(storage)
  })
  afterAll(() => storage.close())

  /** A new account, and what a handler does before and after it compares a secret. */
  function newCounts() {
    const { project, clock } = harness
    const account = lockoutSubjectOfAccount(crypto.randomUUID())
    const network = `${account}/network-1`
    const subjects = [{ account, network, isKnown: false, isHidden: false }]
    const countOf = async (subject: string) => (await storage.lockouts.get(project.id, subject))?.consecutive ?? 0
    return {
      subjects: [network, account],
      take: (secret: Secret) =>
        storage.transaction((tx) =>
          countSecretIn(tx, {
            ...{ project, subjects, factor: factorOf(secret), identifier: 'email:a@example.com', budget },
            now: clock.now(),
          }),
        ),
      succeed: (slots: TakenSlot[]) => storage.transaction((tx) => forgetOwnAttempts(tx, project.id, slots)),
      fail: (slots: TakenSlot[]) =>
        refundAttemptOnFailure(storage, { projectId: project.id, slots }, () =>
          Promise.reject(new Error('the queue is full')),
        ).catch(() => {}),
      reset: (secret: Secret) =>
        storage.transaction((tx) => forgetAttemptsAt(tx, project.id, { subjects, factors: [factorOf(secret)] })),
      lock: () => storage.lockouts.get(project.id, account),
      countOf,
      sharesOf: (subject: string) => Promise.all(secrets.map((secret) => countOf(shareKey(subject, factorOf(secret))))),
    }
  }

  const step = fc.record({
    secret: fc.constantFrom(...secrets),
    does: fc.constantFrom('guess', 'guess', 'guess', 'succeed', 'be wrong', 'fail', 'reset'),
  })
  /** The steps of a group run at the same time. */
  const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 16 })
  const runs = isLongRun ? 60 : 8

  it(`change only the count of their own secret, in ${runs} random orders (R-9)`, { timeout: 900_000 }, async () => {
    const property = fc.asyncProperty(groups, async (order) => {
      const counts = newCounts()
      const inFlight: { secret: Secret; slots: TakenSlot[] }[] = []
      let expected = await Promise.all(counts.subjects.map(counts.sharesOf))
      for (const group of order) {
        // No lock-out of an earlier group is left.
        harness.clock.advance(day)
        const ended = new Set<Secret>()
        const taken: Secret[] = []
        await Promise.all(
          group.map(async ({ secret, does }) => {
            if (does === 'guess') {
              const { outcome, slots } = await counts.take(secret)
              if (outcome !== 'compare') return
              taken.push(secret)
              inFlight.push({ secret, slots })
              return
            }
            if (does === 'reset') {
              ended.add(secret)
              return counts.reset(secret)
            }
            const index = inFlight.findIndex((one) => one.secret === secret)
            const [guess] = index < 0 ? [] : inFlight.splice(index, 1)
            if (guess === undefined || does === 'be wrong') return
            ended.add(secret)
            return does === 'succeed' ? counts.succeed(guess.slots) : counts.fail(guess.slots)
          }),
        )
        const shares = await Promise.all(counts.subjects.map(counts.sharesOf))
        const others = secrets.filter((secret) => !ended.has(secret))
        for (const [index, subject] of counts.subjects.entries()) {
          const [now, before] = [shares[index] ?? [], expected[index] ?? []]
          const takenAt = (secret: Secret) => taken.filter((one) => one === secret).length
          expect(others.map((secret) => now[secret])).toEqual(
            others.map((secret) => (before[secret] ?? 0) + takenAt(secret)),
          )
          expect(await counts.countOf(subject)).toBe(now.reduce((sum, share) => sum + share, 0))
        }
        expected = shares
      }
    })
    await fc.assert(property, { numRuns: runs, seed })
    noteVariants(runs)
  })

  it.inTurn('do not end a lock-out that guesses at another secret caused (R-9)', async () => {
    for (const ending of ['succeed', 'fail'] as const) {
      const counts = newCounts()
      const [first, second] = [await counts.take(0), await counts.take(0)]
      await counts.succeed(second.slots)
      for (let guess = 0; guess < 10; guess += 1) expect((await counts.take(1)).outcome).toBe('compare')
      const lock = await counts.lock()
      expect([lock?.consecutive, lock?.lockedUntil]).toEqual([10, harness.clock.now() + 60 * minute])
      await counts[ending](first.slots)
      expect(await counts.lock()).toEqual(lock)
      noteVariants(1)
    }
  })
})

describe.each(engines)('lock-outs of a strict project on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const targets = ['password', 'email', 'sms', 'whatsapp', 'second_password', 'second_email'] as const
  const step = fc.record({ target: fc.constantFrom(...targets), network: fc.nat(3) })
  type Step = { target: (typeof targets)[number]; network: number }

  /** The responses that an attacker sees. */
  async function observe(steps: readonly Step[], owners: 'one account' | 'three accounts' | 'no account') {
    const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
    const [email, second, phone] = ['ada@example.com', 'bob@example.com', '+12025550123']
    if (owners !== 'no account') {
      let session = (await harness.signIn(email)).token
      for (const [path, body, to] of [
        ['email', { email: second }, second],
        ['sms', { phone_number: phone }, phone],
      ] as const) {
        const isOwn = owners === 'one account'
        const mode = isOwn ? 'send/secondary' : 'login_or_create'
        const { data } = await harness.call('POST', `/otps/${path}/${mode}`, body, isOwn ? { session } : {})
        const [token] = (await harness.lastMessage(to)).codes
        const proof = { method_id: Object(data).method_id, token, session_duration_minutes: 5 }
        const done = await harness.call('POST', '/otps/authenticate', proof, isOwn ? { session } : {})
        expect(done.outcome).toBe('200')
        if (isOwn) session = done.data.session_token
      }
    }
    harness.clock.advance(20 * minute)
    const seen: unknown[] = []
    for (const { target, network } of steps) {
      harness.clock.advance(minute)
      const options = { peerAddress: `198.51.100.${network}` }
      const address = target.startsWith('second') ? second : email
      let answer: Awaited<ReturnType<Harness['call']>>
      if (target.endsWith('password')) {
        const body = { email: address, password: 'not it', session_duration_minutes: 5 }
        answer = await harness.call('POST', '/passwords/authenticate', body, options)
      } else {
        const channel = target.endsWith('email') ? 'email' : target
        const body = channel === 'email' ? { email: address } : { phone_number: phone }
        const sent = await harness.call('POST', `/otps/${channel}/login_or_create`, body, options)
        const guess = { method_id: Object(sent.data).method_id, token: '000000', session_duration_minutes: 5 }
        answer = sent.status === 200 ? await harness.call('POST', '/otps/authenticate', guess, options) : sent
      }
      const hours = Math.round(Number(answer.headers.get('retry-after') ?? 0) / 3_600)
      seen.push([target, answer.status, answer.outcome, answer.text.length, hours])
    }
    return seen
  }

  it('look the same for one account, three and none, whatever the guesses (R-10)', async () => {
    const drawn = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: draws[engine], seed })
    // First all guesses at the address, then all at the number.
    const listed = [
      ...Array.from({ length: 11 }, (_, index): Step => ({ target: 'password', network: index % 4 })),
      ...Array.from(
        { length: 12 },
        (_, index): Step => ({ target: index % 2 ? 'sms' : 'whatsapp', network: index % 4 }),
      ),
    ]
    const runs = casesOn(engine, [...drawn, listed])
    let lockedSteps = 0
    for (const steps of runs) {
      const [one, three, none] = [
        await observe(steps, 'one account'),
        await observe(steps, 'three accounts'),
        await observe(steps, 'no account'),
      ]
      noteVariants(steps.length)
      expect(one).toEqual(none)
      expect(three).toEqual(none)
      lockedSteps += none.filter((seen) => JSON.stringify(seen).includes(locked)).length
    }
    expect(lockedSteps).toBeGreaterThan(runs.length)
  })
})
