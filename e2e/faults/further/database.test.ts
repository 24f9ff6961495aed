import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tools/test/postgres.ts'
import { type Account, newAccount, note } from '../account.ts'
import { type Calls, callsTo, insist, isAsWanted, isUnavailable, type RecordedCall, wrongAnswers } from '../calls.ts'
import { checkInvariants } from '../check-invariants.ts'
import { changeFactors } from '../factors.ts'
import { auditGuesses, guess } from '../guesses.ts'
import { codeIn } from '../mail-sink.ts'
import { createApplication, type Deployment } from '../provider-process.ts'
import { query } from '../query.ts'
import { type SteadyLoad, signIn, startLoad } from '../steady-load.ts'
import { cyclesOf, deploy, isSoWithin, keysAddress, prepareFaultSite, serve } from './site.ts'

const site = prepareFaultSite()

/** A provider with users under load, and a record of all responses. */
async function underLoad(name: string, databaseUrl?: string) {
  const made = await deploy(site, 'PostgreSQL', databaseUrl === undefined ? {} : { databaseUrl })
  const { deployment, publicToken, projectId } = made
  const provider = await serve(deployment)
  const record: RecordedCall[] = []
  const calls = callsTo(provider.port, publicToken, record)
  const keyAddresses = () => [keysAddress(provider.port, projectId)]
  const { id: clientId } = await createApplication(deployment)
  const load = await startLoad(name, { calls, sink: site.sink, users: 4, keyAddresses, clientId })
  return { ...made, provider, record, calls, load }
}

/** All responses are successful or 503; then checks D1 to D6. */
async function isWhole(setup: Awaited<ReturnType<typeof underLoad>>): Promise<void> {
  const { deployment, provider, record, calls, load } = setup
  await load.stop()
  expect(wrongAnswers(record)).toEqual([])
  expect(load.problems.filter((problem) => problem.includes('verify'))).toEqual([])
  expect(await checkInvariants(deployment, { accounts: load.accounts, calls, sink: site.sink })).toEqual([])
  expect(await provider.stop()).toBe(0)
}

const health = async (port: number): Promise<[number, string]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health`)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}

/** A call succeeds within five seconds after the database is back. */
async function recovers(load: SteadyLoad): Promise<boolean> {
  const before = load.done()
  return isSoWithin(5_000, async () => load.done() > before)
}

/** Guesses before the outage are counted after it; checked now, because the code would expire later. */
async function areGuessesCounted({ accounts }: SteadyLoad, calls: Calls): Promise<void> {
  expect((await Promise.all(accounts.map((account) => auditGuesses(account, calls)))).flat()).toEqual([])
}

/** A code that is requested before the outage. */
async function askForCode(calls: Calls, account: Account) {
  account.mailsAsked += 1
  const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
  const { text, count } = await site.sink.next(account.address, account.mailsSeen)
  account.mailsSeen = count
  note(account, 'otp_send', sent)
  const methodId = sent.kind === 'ok' ? String(sent.data.method_id) : ''
  return { token: codeIn(text), method_id: methodId, session_duration_minutes: 60 }
}

describe('a separate PostgreSQL server', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('crashes and restarts: calls get 503, no user is signed out, nothing is lost (F3)', async () => {
    const setup = await underLoad('restart', await server.createDatabase('restarts'))
    const { load, record, calls } = setup
    for (let cycle = 0; cycle < cyclesOf(50); cycle += 1) {
      await load.round()
      const before = record.length
      await server.restart()
      expect(await recovers(load), `restart ${cycle}`).toBe(true)
      await load.round()
      const met = record.slice(before).filter((call) => !isAsWanted(call))
      // Some calls failed during the crash, but none with an error that signs a user out.
      expect(
        met.some(({ outcome }) => isUnavailable(outcome)),
        `restart ${cycle}`,
      ).toBe(true)
      expect(met.filter(({ outcome }) => !isUnavailable(outcome))).toEqual([])
      await areGuessesCounted(load, calls)
    }
    await isWhole(setup)
  })

  it('hangs: all calls get a response within three seconds, and no connection is lost permanently (F4)', async () => {
    const database = await server.createDatabase('freezes')
    const setup = await underLoad('freeze', database)
    const { provider, record, load, calls } = setup
    const early = newAccount('freeze-early@example.com')
    load.accounts.push(early)
    for (let cycle = 0; cycle < cyclesOf(20); cycle += 1) {
      await load.round()
      const body = await askForCode(calls, early)
      const thaw = freeze(server.pid)
      const before = record.length
      const away = Promise.all([
        calls.post('/otps/authenticate', body),
        calls.post('/otps/email/login_or_create', { email: `freeze-${cycle}@example.com` }),
        calls.post('/passwords/authenticate', { email: early.address, password: 'x', session_duration_minutes: 5 }),
      ])
      try {
        await new Promise((resolve) => setTimeout(resolve, 30_000))
        expect(await health(provider.port)).toEqual([503, 'degraded'])
        expect((await fetch(`http://127.0.0.1:${provider.port}/health/alive`)).status).toBe(200)
      } finally {
        thaw()
      }
      expect((await away).map(isUnavailable)).toEqual([true, true, true])
      expect(await recovers(load), `freeze ${cycle}`).toBe(true)
      // All calls during the outage have a response by now and are included.
      await load.round()
      const answered = record.slice(before)
      expect(answered.filter(({ outcome }) => isUnavailable(outcome)).length).toBeGreaterThan(3)
      expect(answered.filter(({ ms }) => ms > 3_000)).toEqual([])
      // The code still works.
      const redeemed = await insist(() => calls.post('/otps/authenticate', body))
      expect(redeemed.kind).toBe('ok')
      note(early, 'otp_authenticate', redeemed)
      if (redeemed.kind === 'ok') early.sessions.set(String(redeemed.data.session_token), 'live')
      early.spent.push({ methodId: body.method_id, code: body.token })
      await areGuessesCounted(load, calls)
    }
    const [open] = await query(
      database,
      `select count(*) as count from pg_stat_activity where datname = 'freezes' and application_name = 'latchkey'`,
    )
    expect(Number(open?.count)).toBeLessThanOrEqual(10)
    await isWhole(setup)
  })
})

describe('a PostgreSQL database', () => {
  /** One in twenty writes fails with a serialization error. */
  async function makeClumsy(databaseUrl: string, tables: readonly string[]): Promise<void> {
    await query(databaseUrl, 'create sequence clumsiness')
    await query(
      databaseUrl,
      `create function stumble() returns trigger language plpgsql as $$ begin
        if nextval('clumsiness') % 20 = 0 then
          raise exception 'could not serialize access' using errcode =
            case when currval('clumsiness') % 40 = 0 then '40P01' else '40001' end;
        end if;
        return new;
      end $$`,
    )
    for (const table of tables)
      await query(
        databaseUrl,
        `create trigger stumbles before insert or update on ${table} for each row execute function stumble()`,
      )
  }

  it('fails one write in twenty: it is retried, and no call fails (F5)', async () => {
    const setup = await underLoad('stumble')
    const { deployment, calls, load, record } = setup
    await load.round()
    await makeClumsy(deployment.databaseUrl, ['users', 'sessions', 'one_time'])
    for (let index = 0; index < cyclesOf(200); index += 1) {
      const account = newAccount(`stumbling-${index}@example.com`)
      await signIn(calls, site.sink, account)
      load.accounts.push(account)
    }
    await load.round()
    const [stumbled] = await query(deployment.databaseUrl, 'select last_value as count from clumsiness')
    expect(Math.floor(Number(stumbled?.count) / 20)).toBeGreaterThan(cyclesOf(200) / 20)
    expect(record.filter((call) => !isAsWanted(call))).toEqual([])
    await isWhole(setup)
  })

  it('is read-only: writes get 503, refreshes and keys work, nothing is lost (F6)', async () => {
    const setup = await underLoad('read-only')
    const { deployment, provider, projectId, calls, load } = setup
    const name = new URL(deployment.databaseUrl).pathname.slice(1)
    const change = async (isReadOnly: 'on' | 'off'): Promise<void> => {
      const admin = inject('postgresUrl')
      await query(admin, `alter database "${name}" set default_transaction_read_only = ${isReadOnly}`)
      await query(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    }
    const [account] = load.accounts
    const token = [...(account?.sessions.keys() ?? [])][0] ?? ''
    for (let cycle = 0; cycle < cyclesOf(10); cycle += 1) {
      await load.round()
      await change('on')
      expect(
        await isSoWithin(5_000, async () => (await calls.post('/sessions/authenticate', {}, token)).kind === 'ok'),
      ).toBe(true)
      expect((await fetch(keysAddress(provider.port, projectId))).status).toBe(200)
      expect(await calls.post('/otps/email/login_or_create', { email: 'unsent@example.com' })).toMatchObject({
        ...{ kind: 'refused', status: 503 },
      })
      await change('off')
      const longer = { session_duration_minutes: 60 }
      expect(
        await isSoWithin(5_000, async () => (await calls.post('/sessions/authenticate', longer, token)).kind === 'ok'),
      ).toBe(true)
      await areGuessesCounted(load, calls)
    }
    await isWhole(setup)
  })
})

describe('an SQLite file', () => {
  it('is on a full disk: writes get 503, refreshes and keys work, nothing is lost (F6)', async () => {
    const { deployment, projectId, publicToken } = await deploy(site, 'SQLite')
    const account = newAccount('full@example.com')
    const factorUser = newAccount('factorUser-full@example.com')
    const { id: clientId } = await createApplication(deployment)
    const cycles = cyclesOf(10)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      // A file size limit has the same effect on writes as a full disk.
      const full: Deployment = { ...deployment, startedBy: ['sh', '-c', 'ulimit -f 3000; exec "$@"', 'sh'] }
      const provider = await serve(full)
      const record: RecordedCall[] = []
      const calls = callsTo(provider.port, publicToken, record)
      const token = await signIn(calls, site.sink, account)
      // Password, authenticator, consent; and again on the full disk.
      for (const act of [0.3, 0.6, 0.9]) await changeFactors(factorUser, calls, { random: () => act, clientId })
      await guess(factorUser, calls, 3, (address) => site.sink.next(address))
      let isFull = false
      for (let step = 0; step < 20_000 && !isFull; step += 1) {
        account.possibleSteps.push(step)
        const updated = await calls.put('/users/me', { untrusted_metadata: { step, room: 'x'.repeat(3_000) } }, token)
        if (updated.kind === 'ok') account.possibleSteps = [step]
        else isFull = true
      }
      expect(isFull).toBe(true)
      await changeFactors(factorUser, calls, { random: () => 0.3, clientId })
      for (let times = 0; times < 10; times += 1)
        expect((await calls.post('/sessions/authenticate', {}, token)).kind).toBe('ok')
      expect((await fetch(keysAddress(provider.port, projectId))).status).toBe(200)
      expect(wrongAnswers(record)).toEqual([])
      if (cycle < cycles) expect(await provider.stop()).toBe(0)
      else await provider.kill()
    }
    const provider = await serve(deployment)
    const calls = callsTo(provider.port, publicToken)
    expect(await checkInvariants(deployment, { accounts: [account, factorUser], calls, sink: site.sink })).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

/** Suspends a server with all its processes (SIGSTOP). Returns a function that resumes them. */
function freeze(pid: number): () => void {
  process.kill(pid, 'SIGSTOP')
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
  for (const child of children) process.kill(child, 'SIGSTOP')
  return () => {
    for (const one of [...children, pid]) process.kill(one, 'SIGCONT')
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // The process has ended in the meantime.
    return 0
  }
}
