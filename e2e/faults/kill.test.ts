import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createMemoryFolder } from '../memory-folder.ts'
import { bundled } from '../provider.ts'
import { type Account, newAccount, note } from './account.ts'
import { auditAccount } from './audit-account.ts'
import { type Calls, callsTo, isUnavailable, type Outcome } from './calls.ts'
import { checkInvariants, checkMail, checkStore, outcomes } from './check-invariants.ts'
import { cpuSeconds } from './cpu-time.ts'
import { changeFactors } from './factors.ts'
import { freshDatabase } from './fresh-database.ts'
import { guess } from './guesses.ts'
import { codeIn, type MailSink, startMailSink } from './mail-sink.ts'
import { createApplication, createProject, type Deployment, startProvider } from './provider-process.ts'
import { query } from './query.ts'

/** A kill meets other requests each time: the long run has many (`FAULT_CYCLES`). */
const cycles = Number(process.env.FAULT_CYCLES ?? 2)
const isLong = process.env.FAULT_CYCLES !== undefined
const users = isLong ? 8 : 5
/** Fewer, because password hashes are slow. */
const passwordUsers = isLong ? 3 : 2

let sink: MailSink
let script: string
const folder = createMemoryFolder('kill')

beforeAll(async () => {
  sink = await startMailSink()
  script = await bundled()
})

afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Events that must have been acknowledged by the end. */
const wantedEvents = [
  ...['otp_send ok', 'otp_authenticate ok', 'user_update ok', 'password_create ok', 'otp_authenticate refused'],
  ...['password_authenticate ok', 'password_change ok', 'totp_create ok', 'totp_authenticate ok', 'oauth_authorize ok'],
]

/** A seeded sequence in [0, 1), so that a failed run can be repeated. */
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

/** A user who signs in, changes data and signs out in a loop until the provider is killed. */
async function live({ account, calls, random, isRunning }: Life): Promise<void> {
  while (isRunning()) {
    account.mailsAsked += 1
    const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
    if (isUnavailable(sent)) continue
    if (sent.kind !== 'ok') return
    note(account, 'otp_send', sent)
    const methodId = String(sent.data.method_id)
    const redeemed = await redeem(account, calls, methodId, isRunning)
    if (!redeemed) continue
    const { code, data } = redeemed
    account.spent.push({ methodId, code })
    account.userId ??= String(data.user_id)
    expect(data.user_id).toBe(account.userId)
    const token = String(data.session_token)
    account.sessions.set(token, 'live')

    const step = Math.floor(random() * 1_000_000)
    account.possibleSteps.push(step)
    const updated = await calls.put('/users/me', { untrusted_metadata: { step } }, token)
    if (isUnavailable(updated)) continue
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

/** A user who changes factors and consents and guesses at passcodes in a loop until the provider is killed. */
async function keepChangingFactors({ account, calls, random, isRunning }: Life, clientId: string): Promise<void> {
  const read = (address: string) => Promise.race([sink.next(address), untilStopped(isRunning)])
  while (isRunning()) {
    await changeFactors(account, calls, { random, clientId })
    if (isRunning() && random() < 0.3) await guess(account, calls, 1 + Math.floor(random() * 4), read)
    await pause(random() * 100)
  }
}

/**
 * Signs in with the mailed code. A mail of a killed provider may arrive first: its code is rejected, and the right one
 * follows. Returns undefined if the result is unknown: the provider is gone, or could not reach its database.
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
    if (outcome.kind === 'lost' || isUnavailable(outcome)) return
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(10)
}

async function untilStopped(isRunning: () => boolean): Promise<undefined> {
  while (isRunning()) await pause(20)
}

async function killUnderWrites(deployment: Deployment, seed: number): Promise<{ acknowledged: number }> {
  const random = sequence(seed)
  const publicToken = await createProject(deployment)
  const accounts = Array.from({ length: users }, (_, index) => newAccount(`user-${index}-${seed}@example.com`))
  const factorUsers = accounts.slice(0, passwordUsers).map(({ address }) => newAccount(`factorUser-${address}`))
  const allAccounts = [...accounts, ...factorUsers]
  const { id: clientId } = await createApplication(deployment)
  const acknowledged = (): number => accounts.reduce((sum, account) => sum + account.sessions.size, 0)
  const factorEvents = () => factorUsers.flatMap(({ events }) => events)
  const factorEventCount = (): number => factorEvents().length
  const changed = (): number => factorEvents().filter(({ event }) => event === 'password_change').length
  const updated = (): number =>
    accounts.flatMap(({ events }) => events).filter(({ event }) => event === 'user_update').length
  const first = await startProvider(deployment)
  for (const factorUser of factorUsers)
    while (factorUser.factors.passwords.includes(null))
      await changeFactors(factorUser, callsTo(first.port, publicToken), { random, clientId })
  await first.kill()
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const provider = await startProvider(deployment)
    // Recovery is short. In CPU time, because other processes of a busy machine do not count.
    expect(cpuSeconds(provider.child.pid ?? 0)).toBeLessThan(5)
    const calls = callsTo(provider.port, publicToken)
    const wrong = (await Promise.all(allAccounts.map((account) => auditAccount(account, calls)))).flat()
    expect(wrong, `after kill ${cycle} of seed ${seed}`).toEqual([])

    let running = true
    const isRunning = (): boolean => running
    const lives = [
      ...accounts.map((account) => live({ account, calls, random, isRunning })),
      ...factorUsers.map((account) => keepChangingFactors({ account, calls, random, isRunning }, clientId)),
    ]
    // Kill the provider during work: at once or after some sign-ins, and every other time only after a slower event was
    // acknowledged.
    const isLast = cycle === cycles - 1
    const enough = isLast ? cycles + 1 : acknowledged() + Math.floor(random() * 5)
    const enoughKept = factorEventCount() + (cycle % 2)
    // A password change is slowest: without waiting for it the run may contain none.
    const enoughChanged = changed() + (cycle % 20 === 10 ? 1 : 0)
    await until(() => acknowledged() >= enough && updated() >= (isLast ? 1 : 0))
    await until(() => factorEventCount() >= enoughKept && changed() >= enoughChanged)
    await pause(random() * 500)
    await provider.kill()
    running = false
    await Promise.all(lives)
  }
  const provider = await startProvider(deployment)
  const calls = callsTo(provider.port, publicToken)
  expect(
    await checkInvariants(deployment, { accounts: allAccounts, calls, sink }),
    `after the last kill of seed ${seed}`,
  ).toEqual([])
  expect(await provider.stop()).toBe(0)
  // Events that were never acknowledged were not verified. A short run covers only some of them.
  const done = new Set(allAccounts.flatMap(({ events }) => events.map(({ event, result }) => `${event} ${result}`)))
  const wanted = cycles < 50 ? wantedEvents.slice(0, 4) : wantedEvents
  expect(wanted.filter((kind) => !done.has(kind))).toEqual([])
  return { acknowledged: acknowledged() }
}

describe('kill -9 under mixed writes (F1)', () => {
  it('loses no acknowledged write on SQLite and restores nothing revoked (S-3, T-4)', async () => {
    const databaseUrl = `sqlite:${join(folder, 'kill.db')}`
    const { acknowledged } = await killUnderWrites({ script, databaseUrl, smtpUrl: sink.url }, 1)
    expect(acknowledged).toBeGreaterThan(cycles)
  })

  it('loses no acknowledged write on PostgreSQL and restores nothing revoked (S-3, T-4)', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const { acknowledged } = await killUnderWrites({ script, databaseUrl, smtpUrl: sink.url }, 2)
    expect(acknowledged).toBeGreaterThan(cycles)
  })

  it('detects a database that lost acknowledged writes', async () => {
    const path = join(folder, 'forgetful.db')
    const deployment = { script, databaseUrl: `sqlite:${path}`, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    copyFileSync(path, `${path}.before`)
    const account = newAccount('forgotten@example.com')
    const first = await startProvider(deployment)
    // Never below one half, so that the user does not sign out.
    await live({
      ...{ account, calls: callsTo(first.port, publicToken) },
      ...{ random: () => 0.5, isRunning: () => account.sessions.size === 0 },
    })
    await first.stop()
    expect([...account.sessions.values()]).toContain('live')

    copyFileSync(`${path}.before`, path)
    const second = await startProvider(deployment)
    expect(await auditAccount(account, callsTo(second.port, publicToken))).toContain(
      'forgotten@example.com: a live session is gone',
    )
    await second.stop()
  })

  // Of the checks themselves, with many password hashes: only in the long run.
  const inLongRun = isLong ? it : () => {}
  inLongRun('detects a lost password, authenticator, consent, guesses and audit rows', async () => {
    const path = join(folder, 'forgets-more.db')
    const deployment = { script, databaseUrl: `sqlite:${path}`, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    const { id: clientId } = await createApplication(deployment)
    const factorUser = newAccount('forgotten-factorUser@example.com')
    const doing = (random: number) => ({ clientId, random: () => random })
    let provider = await startProvider(deployment)
    let calls = callsTo(provider.port, publicToken)
    const startAgain = async (): Promise<void> => {
      await provider.stop()
      copyFileSync(`${path}.before`, path)
      provider = await startProvider(deployment)
      calls = callsTo(provider.port, publicToken)
    }

    await changeFactors(factorUser, calls, doing(0))
    // All writes from here on will be lost: the guesses, the consent and the authenticator.
    await guess(factorUser, calls, 4, async (address) => {
      const mail = await sink.next(address)
      await query(deployment.databaseUrl, `vacuum into '${path}.before'`)
      return mail
    })
    await changeFactors(factorUser, calls, doing(0.9))
    await changeFactors(factorUser, calls, doing(0.6))
    expect(await checkInvariants(deployment, { accounts: [structuredClone(factorUser)], calls, sink })).toEqual([])
    await startAgain()
    factorUser.factors.isVerified = false
    expect(await auditAccount(factorUser, calls)).toEqual([
      'forgotten-factorUser@example.com: a live session is gone',
      'forgotten-factorUser@example.com: a code with 4 wrong guesses is answered with ok after the rest',
      'forgotten-factorUser@example.com: an authenticator is gone',
      'forgotten-factorUser@example.com: a consent is gone',
    ])
    const missing = (await checkStore(deployment, [factorUser])).map(
      (what) => / (\w+ \(\w+\)) is in .* 0 times/.exec(what)?.[1],
    )
    expect(new Set(missing)).toEqual(
      new Set([
        ...[undefined, 'otp_authenticate (refused)', 'oauth_authorize (ok)', 'totp_create (ok)', 'factor_add (ok)'],
        'totp_authenticate (ok)',
      ]),
    )

    Object.assign(factorUser.factors, { totps: [], applications: [] })
    factorUser.sessions.clear()
    await changeFactors(factorUser, calls, doing(0))
    await changeFactors(factorUser, calls, doing(0.3))
    expect(await auditAccount(factorUser, calls)).toEqual([])
    await startAgain()
    Object.assign(factorUser.factors, { isVerified: false })
    factorUser.sessions.clear()
    expect(await auditAccount(factorUser, calls)).toEqual([
      'forgotten-factorUser@example.com: a password that was replaced works',
      'forgotten-factorUser@example.com: the password is gone',
    ])
    await provider.stop()
  })

  it('detects a revoked session that is rejected with another error', async () => {
    const account = newAccount('over@example.com')
    const answering = (outcome: Outcome): Calls => ({ post: async () => outcome, put: async () => outcome })
    const slowDown = { kind: 'refused', status: 429, errorType: 'too_many_requests' } as const
    account.sessions.set('ended', 'revoked')
    account.spent.push({ methodId: 'method', code: '000000' })
    expect(await auditAccount(account, answering(slowDown))).toEqual([
      'over@example.com: a session that is revoked is answered with too_many_requests',
      'over@example.com: a spent passcode is answered with too_many_requests',
    ])
  })

  it('detects duplicate mails and secrets that were redeemed without effect', async () => {
    const mails = ['first', 'second'].map((messageId) => ({ messageId, to: 'ada@example.com', text: 'hello' }))
    expect(checkMail({ ...sink, messages: mails }, new Map([['ada@example.com', 1]]))).toEqual([
      'D4: ada@example.com was sent 2 mails for 1',
    ])
    expect(checkMail({ ...sink, messages: mails }, new Map([['ada@example.com', 2]]))).toEqual([])

    const databaseUrl = `sqlite:${join(folder, 'for-nothing.db')}`
    const deployment = { script, databaseUrl, smtpUrl: sink.url }
    const publicToken = await createProject(deployment)
    const provider = await startProvider(deployment)
    const calls = callsTo(provider.port, publicToken)
    const purposes = outcomes.flatMap(([list]) => list.replaceAll("'", '').split(', '))
    for (const [index, purpose] of purposes.entries()) {
      const sent = await calls.post('/otps/email/login_or_create', { email: `spent-${index}@example.com` })
      const id = sent.kind === 'ok' ? String(sent.data.method_id) : ''
      await query(
        databaseUrl,
        `update one_time set purpose = '${purpose}', used_at = 1, used_by = 'unknown' where id = '${id}' returning id`,
      )
    }
    const found = (await checkStore(deployment, [])).map((what) => / for no (\w+),/.exec(what)?.[1])
    const times = (event: string): number => found.filter((one) => one === event).length
    for (const [list, event] of outcomes) expect([event, times(event)]).toEqual([event, list.split(', ').length])
    expect(times('session')).toBe(12)
    await provider.stop()
  })
})
