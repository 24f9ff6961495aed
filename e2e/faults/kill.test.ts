import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundled } from '../provider.ts'
import { type Calls, callsTo, type Outcome } from './calls.ts'
import { freshDatabase } from './fresh-database.ts'
import { guess } from './guesses.ts'
import { judge, judgeMail, judgeStore, outcomes } from './judge.ts'
import { keep } from './keeper.ts'
import { type Account, audit, newAccount, note } from './ledger.ts'
import { codeIn, type MailSink, startMailSink } from './mail-sink.ts'
import {
  createApplication,
  createProject,
  type Deployment,
  servingSomeTimeMs,
  startProvider,
} from './provider-process.ts'
import { query } from './query.ts'

const cycles = Number(process.env.FAULT_CYCLES ?? 10)
const people = 8
/** Fewer: every hash of a password is meant to be slow. */
const peopleWithPasswords = 3

let sink: MailSink
let script: string
const folder = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))

beforeAll(async () => {
  sink = await startMailSink()
  script = await bundled()
})

afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What people are to have been acknowledged by the end. */
const kindsOfDeeds = [
  ...['otp_send ok', 'otp_authenticate ok', 'user_update ok', 'password_create ok', 'otp_authenticate refused'],
  ...['password_authenticate ok', 'password_change ok', 'totp_create ok', 'totp_authenticate ok', 'oauth_authorize ok'],
]

/** A repeatable sequence in [0, 1), so that a failing run can be run again. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

interface Life {
  account: Account
  calls: Calls
  random: () => number
  isRunning: () => boolean
}

/** One person who signs in, changes something and signs out, over and over, until the provider dies. */
async function live({ account, calls, random, isRunning }: Life): Promise<void> {
  while (isRunning()) {
    account.mailsAsked += 1
    const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
    if (sent.kind !== 'ok') return
    note(account, 'otp_send', sent)
    const methodId = String(sent.data.method_id)
    const redeemed = await redeem(account, calls, methodId, isRunning)
    if (!redeemed) return
    const { code, data } = redeemed
    account.spent.push({ methodId, code })
    account.userId ??= String(data.user_id)
    expect(data.user_id).toBe(account.userId)
    const token = String(data.session_token)
    account.sessions.set(token, 'live')

    const step = Math.floor(random() * 1_000_000)
    account.possibleSteps.push(step)
    const updated = await calls.put('/users/me', { untrusted_metadata: { step } }, token)
    if (updated.kind !== 'ok') return
    note(account, 'user_update', updated)
    account.possibleSteps = [step]

    if (random() < 0.5) {
      account.sessions.set(token, 'unknown')
      const revoked = await calls.post('/sessions/revoke', null, token)
      if (revoked.kind === 'ok') account.sessions.set(token, 'revoked')
    }
  }
}

/** One who has a password, an authenticator and consents, and guesses at codes: one after the other, over and over. */
async function keepLiving({ account, calls, random, isRunning }: Life, clientId: string): Promise<void> {
  const read = (address: string) => Promise.race([sink.next(address), untilStopped(isRunning)])
  while (isRunning()) {
    await keep(account, calls, { random, clientId })
    if (isRunning() && random() < 0.3) await guess(account, calls, 1 + Math.floor(random() * 4), read)
    await pause(random() * 100)
  }
}

/**
 * Signs in with the code that was sent. A mail that a killed provider left behind may come first: its code is refused,
 * and the right one follows. Nothing, once the provider is gone.
 */
async function redeem(
  account: Account,
  calls: Calls,
  methodId: string,
  isRunning: () => boolean,
): Promise<{ code: string; data: Record<string, unknown> } | undefined> {
  for (;;) {
    const mail = await Promise.race([sink.next(account.address, account.mailsSeen), untilStopped(isRunning)])
    if (!mail) return
    account.mailsSeen = mail.count
    const code = codeIn(mail.text)
    const body = { token: code, method_id: methodId, session_duration_minutes: 60 }
    const outcome = await calls.post('/otps/authenticate', body)
    note(account, 'otp_authenticate', outcome)
    if (outcome.kind === 'ok') return { code, data: outcome.data }
    if (outcome.kind === 'lost') return
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs
  while (!isSo() && performance.now() < end) await pause(10)
}

async function untilStopped(isRunning: () => boolean): Promise<undefined> {
  while (isRunning()) await pause(20)
}

async function killUnderWrites(deployment: Deployment, seed: number): Promise<{ acknowledged: number }> {
  const random = sequence(seed)
  const publicToken = await createProject(deployment)
  const accounts = Array.from({ length: people }, (_, index) => newAccount(`person-${index}-${seed}@example.com`))
  const keepers = accounts.slice(0, peopleWithPasswords).map(({ address }) => newAccount(`keeper-${address}`))
  const everybody = [...accounts, ...keepers]
  const { id: clientId } = await createApplication(deployment)
  const acknowledged = (): number => accounts.reduce((sum, account) => sum + account.sessions.size, 0)
  const deedsKept = () => keepers.flatMap(({ deeds }) => deeds)
  const kept = (): number => deedsKept().length
  const changed = (): number => deedsKept().filter(({ event }) => event === 'password_change').length
  const first = await startProvider(deployment, servingSomeTimeMs)
  for (const keeper of keepers) await keep(keeper, callsTo(first.port, publicToken), { random, clientId })
  await first.kill()
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const provider = await startProvider(deployment)
    const calls = callsTo(provider.port, publicToken)
    const wrong = (await Promise.all(everybody.map((account) => audit(account, calls)))).flat()
    expect(wrong, `after kill ${cycle} of seed ${seed}`).toEqual([])

    let running = true
    const isRunning = (): boolean => running
    const lives = [
      ...accounts.map((account) => live({ account, calls, random, isRunning })),
      ...keepers.map((account) => keepLiving({ account, calls, random, isRunning }, clientId)),
    ]
    // Somewhere in the middle of work, however fast the machine: at once, or some sign-ins later; every other time, if
    // that is soon, once something slower was acknowledged too.
    const enough = acknowledged() + Math.floor(random() * 5)
    const enoughKept = kept() + (cycle % 2)
    // The slowest of all is another password: without a wait for it there may be none in the whole run.
    const enoughChanged = changed() + (cycle % 20 === 10 ? 1 : 0)
    await until(() => acknowledged() >= enough, 15_000)
    await until(() => kept() >= enoughKept, 1_000)
    await until(() => changed() >= enoughChanged, 15_000)
    await pause(random() * 500)
    await provider.kill()
    running = false
    await Promise.all(lives)
  }
  const provider = await startProvider(deployment, servingSomeTimeMs)
  const calls = callsTo(provider.port, publicToken)
  expect(await judge(deployment, { accounts: everybody, calls, sink }), `after the last kill of seed ${seed}`).toEqual(
    [],
  )
  expect(await provider.stop()).toBe(0)
  // What was never acknowledged was never judged. In a short run there is time for some of it only.
  const done = new Set(everybody.flatMap(({ deeds }) => deeds.map(({ event, result }) => `${event} ${result}`)))
  const wanted = cycles < 50 ? kindsOfDeeds.slice(0, 4) : kindsOfDeeds
  expect(wanted.filter((kind) => !done.has(kind))).toEqual([])
  return { acknowledged: acknowledged() }
}

describe('kill -9 under mixed writes (F1)', () => {
  it('loses nothing acknowledged on SQLite and brings nothing ended back (S-3, T-4)', async () => {
    const databaseUrl = `sqlite:${join(folder, 'kill.db')}`
    const { acknowledged } = await killUnderWrites({ script, databaseUrl, smtpUrl: sink.url }, 1)
    expect(acknowledged).toBeGreaterThan(cycles)
  })

  it('loses nothing acknowledged on PostgreSQL and brings nothing ended back (S-3, T-4)', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const { acknowledged } = await killUnderWrites({ script, databaseUrl, smtpUrl: sink.url }, 2)
    expect(acknowledged).toBeGreaterThan(cycles)
  })

  it('would notice: a database that has forgotten fails the same check', async () => {
    const path = join(folder, 'forgetful.db')
    const deployment = { script, databaseUrl: `sqlite:${path}`, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    copyFileSync(path, `${path}.before`)
    const account = newAccount('forgotten@example.com')
    const first = await startProvider(deployment, servingSomeTimeMs)
    // Never below one half: the person does not sign out again.
    await live({
      ...{ account, calls: callsTo(first.port, publicToken) },
      ...{ random: () => 0.5, isRunning: () => account.sessions.size === 0 },
    })
    await first.stop()
    expect([...account.sessions.values()]).toContain('live')

    copyFileSync(`${path}.before`, path)
    const second = await startProvider(deployment, servingSomeTimeMs)
    expect(await audit(account, callsTo(second.port, publicToken))).toContain(
      'forgotten@example.com: a live session is gone',
    )
    await second.stop()
  })

  it('would notice: a password, an authenticator, a consent, guesses and audit rows that are forgotten', async () => {
    const path = join(folder, 'forgets-more.db')
    const deployment = { script, databaseUrl: `sqlite:${path}`, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    const { id: clientId } = await createApplication(deployment)
    const keeper = newAccount('forgotten-keeper@example.com')
    const doing = (random: number) => ({ clientId, random: () => random })
    let provider = await startProvider(deployment, servingSomeTimeMs)
    let calls = callsTo(provider.port, publicToken)
    const startAgain = async (): Promise<void> => {
      await provider.stop()
      copyFileSync(`${path}.before`, path)
      provider = await startProvider(deployment, servingSomeTimeMs)
      calls = callsTo(provider.port, publicToken)
    }

    await keep(keeper, calls, doing(0))
    // Everything from here on will not have been: what is guessed, and then the consent and the authenticator.
    await guess(keeper, calls, 4, async (address) => {
      const mail = await sink.next(address)
      await query(deployment.databaseUrl, `vacuum into '${path}.before'`)
      return mail
    })
    await keep(keeper, calls, doing(0.9))
    await keep(keeper, calls, doing(0.6))
    expect(await judge(deployment, { accounts: [structuredClone(keeper)], calls, sink })).toEqual([])
    await startAgain()
    keeper.kept.isJudged = false
    expect(await audit(keeper, calls)).toEqual([
      'forgotten-keeper@example.com: a live session is gone',
      'forgotten-keeper@example.com: a code with 4 wrong guesses is answered with ok after the rest',
      'forgotten-keeper@example.com: an authenticator is gone',
      'forgotten-keeper@example.com: a consent is gone',
    ])
    const missing = (await judgeStore(deployment, [keeper])).map(
      (what) => / (\w+ \(\w+\)) stands in .* 0 times/.exec(what)?.[1],
    )
    expect(new Set(missing)).toEqual(
      new Set([
        ...[undefined, 'otp_authenticate (refused)', 'oauth_authorize (ok)', 'totp_create (ok)', 'factor_add (ok)'],
        'totp_authenticate (ok)',
      ]),
    )

    Object.assign(keeper.kept, { totps: [], applications: [] })
    keeper.sessions.clear()
    await keep(keeper, calls, doing(0))
    await keep(keeper, calls, doing(0.3))
    expect(await audit(keeper, calls)).toEqual([])
    await startAgain()
    Object.assign(keeper.kept, { isJudged: false })
    keeper.sessions.clear()
    expect(await audit(keeper, calls)).toEqual([
      'forgotten-keeper@example.com: a password that was replaced works',
      'forgotten-keeper@example.com: the password is gone',
    ])
    await provider.stop()
  })

  it('would notice: one that is over and is answered with anything but that', async () => {
    const account = newAccount('over@example.com')
    const answering = (outcome: Outcome): Calls => ({ post: async () => outcome, put: async () => outcome })
    const slowDown = { kind: 'refused', status: 429, errorType: 'too_many_requests' } as const
    account.sessions.set('ended', 'revoked')
    account.spent.push({ methodId: 'method', code: '000000' })
    expect(await audit(account, answering(slowDown))).toEqual([
      'over@example.com: a session that is revoked is answered with too_many_requests',
      'over@example.com: a spent passcode is answered with too_many_requests',
    ])
  })

  it('would notice: two mails for one that was asked for, and secrets that were spent for nothing', async () => {
    const mails = ['first', 'second'].map((messageId) => ({ messageId, to: 'ada@example.com', text: 'hello' }))
    expect(judgeMail({ ...sink, messages: mails }, new Map([['ada@example.com', 1]]))).toEqual([
      'D4: ada@example.com was sent 2 mails for 1',
    ])
    expect(judgeMail({ ...sink, messages: mails }, new Map([['ada@example.com', 2]]))).toEqual([])

    const databaseUrl = `sqlite:${join(folder, 'for-nothing.db')}`
    const deployment = { script, databaseUrl, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    const provider = await startProvider(deployment, servingSomeTimeMs)
    const calls = callsTo(provider.port, publicToken)
    const purposes = outcomes.flatMap(([list]) => list.replaceAll("'", '').split(', '))
    for (const [index, purpose] of purposes.entries()) {
      const sent = await calls.post('/otps/email/login_or_create', { email: `spent-${index}@example.com` })
      const id = sent.kind === 'ok' ? String(sent.data.method_id) : ''
      await query(
        databaseUrl,
        `update one_time set purpose = '${purpose}', used_at = 1, used_by = 'nobody' where id = '${id}' returning id`,
      )
    }
    const found = (await judgeStore(deployment, [])).map((what) => / for no (\w+),/.exec(what)?.[1])
    const times = (event: string): number => found.filter((one) => one === event).length
    for (const [list, event] of outcomes) expect([event, times(event)]).toEqual([event, list.split(', ').length])
    expect(times('session')).toBe(12)
    await provider.stop()
  })
})
