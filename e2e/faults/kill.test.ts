import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundled } from '../provider.ts'
import { type Calls, callsTo } from './calls.ts'
import { freshDatabase } from './fresh-database.ts'
import { judge } from './judge.ts'
import { type Account, audit, newAccount } from './ledger.ts'
import { codeIn, type MailSink, startMailSink } from './mail-sink.ts'
import { createProject, type Deployment, startProvider } from './provider-process.ts'

const cycles = Number(process.env.FAULT_CYCLES ?? 10)
const people = 8

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

/** A repeatable sequence in [0, 1), so that a failing run can be run again. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** One person who signs in, changes something and signs out, over and over, until the provider dies. */
async function live(account: Account, calls: Calls, random: () => number, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
    if (sent.kind !== 'ok') return
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
    account.possibleSteps = [step]

    if (random() < 0.5) {
      account.sessions.set(token, 'unknown')
      const revoked = await calls.post('/sessions/revoke', null, token)
      if (revoked.kind === 'ok') account.sessions.set(token, 'revoked')
    }
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
  const acknowledged = (): number => accounts.reduce((sum, account) => sum + account.sessions.size, 0)
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const provider = await startProvider(deployment)
    const calls = callsTo(provider.port, publicToken)
    const wrong = (await Promise.all(accounts.map((account) => audit(account, calls)))).flat()
    expect(wrong, `after kill ${cycle} of seed ${seed}`).toEqual([])

    let running = true
    const lives = accounts.map((account) => live(account, calls, random, () => running))
    // Somewhere in the middle of work, however fast the machine: at once, or some sign-ins later.
    const enough = acknowledged() + Math.floor(random() * 5)
    await until(() => acknowledged() >= enough, 15_000)
    await pause(random() * 500)
    await provider.kill()
    running = false
    await Promise.all(lives)
  }
  const provider = await startProvider(deployment)
  const calls = callsTo(provider.port, publicToken)
  expect(await judge(deployment, { accounts, calls, sink }), `after the last kill of seed ${seed}`).toEqual([])
  expect(await provider.stop()).toBe(0)
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
    const first = await startProvider(deployment)
    // Never below one half: the person does not sign out again.
    await live(
      account,
      callsTo(first.port, publicToken),
      () => 0.5,
      () => account.sessions.size === 0,
    )
    await first.stop()
    expect([...account.sessions.values()]).toContain('live')

    copyFileSync(`${path}.before`, path)
    const second = await startProvider(deployment)
    expect(await audit(account, callsTo(second.port, publicToken))).toContain(
      'forgotten@example.com: a live session is gone',
    )
    await second.stop()
  })
})
