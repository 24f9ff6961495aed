import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tools/postgres.mjs'
import { callsTo, type RecordedCall, wrongAnswers } from '../calls.ts'
import { judge } from '../judge.ts'
import { newAccount } from '../ledger.ts'
import type { Deployment } from '../provider-process.ts'
import { query } from '../query.ts'
import { type SteadyLoad, signIn, startLoad } from '../steady-load.ts'
import { cyclesOf, deploy, isSoWithin, keysAddress, prepareFaultSite, serve } from './site.ts'

const site = prepareFaultSite()

/** A provider with people at work, and a record of all they were told. */
async function underLoad(name: string, databaseUrl?: string) {
  const made = await deploy(site, 'PostgreSQL', databaseUrl === undefined ? {} : { databaseUrl })
  const { deployment, publicToken, projectId } = made
  const provider = await serve(deployment)
  const record: RecordedCall[] = []
  const calls = callsTo(provider.port, publicToken, record)
  const keyAddresses = () => [keysAddress(provider.port, projectId)]
  const load = await startLoad(name, { calls, sink: site.sink, people: 4, keyAddresses })
  return { ...made, provider, record, calls, load }
}

/** Nobody was told anything but that it went well, or to come again; then D1 to D6. */
async function isWhole(world: Awaited<ReturnType<typeof underLoad>>): Promise<void> {
  const { deployment, provider, record, calls, load } = world
  await load.stop()
  expect(wrongAnswers(record)).toEqual([])
  expect(load.problems.filter((problem) => problem.includes('verify'))).toEqual([])
  expect(await judge(deployment, { accounts: load.accounts, calls, sink: site.sink })).toEqual([])
  expect(await provider.stop()).toBe(0)
}

const health = async (port: number): Promise<[number, string]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health`)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}

/** Somebody is answered well again, within five seconds of the database's return. */
async function recovers(load: SteadyLoad): Promise<boolean> {
  const before = load.done()
  return isSoWithin(5_000, async () => load.done() > before)
}

describe('a PostgreSQL server of their own', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('is restarted as after a crash: told to come again, never signed out, nothing lost (F3)', async () => {
    const world = await underLoad('restart', await server.createDatabase('restarts'))
    for (let cycle = 0; cycle < cyclesOf(50); cycle += 1) {
      await world.load.round()
      await server.restart()
      expect(await recovers(world.load), `restart ${cycle}`).toBe(true)
    }
    await isWhole(world)
  })

  it('stands still: everybody is answered within three seconds, and no connection is lost for good (F4)', async () => {
    const database = await server.createDatabase('freezes')
    const world = await underLoad('freeze', database)
    const { provider, record, load } = world
    for (let cycle = 0; cycle < cyclesOf(20); cycle += 1) {
      await load.round()
      const thaw = freeze(server.pid)
      const before = record.length
      try {
        await new Promise((resolve) => setTimeout(resolve, 30_000))
        expect(await health(provider.port)).toEqual([503, 'degraded'])
        expect((await fetch(`http://127.0.0.1:${provider.port}/health/alive`)).status).toBe(200)
      } finally {
        thaw()
      }
      const refused = record.slice(before).filter(({ outcome }) => outcome.kind === 'refused')
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.filter(({ ms }) => ms > 3_000)).toEqual([])
      expect(await recovers(load), `freeze ${cycle}`).toBe(true)
    }
    const [open] = await query(
      database,
      `select count(*) as count from pg_stat_activity where datname = 'freezes' and application_name = 'latchkey'`,
    )
    expect(Number(open?.count)).toBeLessThanOrEqual(10)
    await isWhole(world)
  })
})

describe('a PostgreSQL database', () => {
  /** One in twenty of what is written fails as it would where transactions meet. */
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

  it('breaks one write in twenty: it is written again, and nobody hears of it (F5)', async () => {
    const world = await underLoad('stumble')
    const { deployment, calls, load, record } = world
    await load.round()
    await makeClumsy(deployment.databaseUrl, ['users', 'sessions', 'one_time'])
    for (let person = 0; person < cyclesOf(200); person += 1) {
      const account = newAccount(`stumbling-${person}@example.com`)
      await signIn(calls, site.sink, account)
      load.accounts.push(account)
    }
    await load.round()
    const [stumbled] = await query(deployment.databaseUrl, 'select last_value as count from clumsiness')
    expect(Math.floor(Number(stumbled?.count) / 20)).toBeGreaterThan(cyclesOf(200) / 20)
    expect(record.filter(({ outcome }) => outcome.kind !== 'ok')).toEqual([])
    await isWhole(world)
  })

  it('only reads: what writes is told to come again, refreshes and keys go on, nothing is lost (F6)', async () => {
    const world = await underLoad('read-only')
    const { deployment, provider, projectId, calls, load } = world
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
      expect(await calls.post('/otps/email/login_or_create', { email: 'nobody@example.com' })).toMatchObject({
        ...{ kind: 'refused', status: 503 },
      })
      await change('off')
      const longer = { session_duration_minutes: 60 }
      expect(
        await isSoWithin(5_000, async () => (await calls.post('/sessions/authenticate', longer, token)).kind === 'ok'),
      ).toBe(true)
    }
    await isWhole(world)
  })
})

describe('an SQLite file', () => {
  it('on a disk that is full: what writes is told to come again, refreshes and keys go on, nothing is lost (F6)', async () => {
    const { deployment, projectId, publicToken } = await deploy(site, 'SQLite')
    const account = newAccount('full@example.com')
    const cycles = cyclesOf(10)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      // No file may grow beyond so many blocks: to whoever writes, that is a disk without room.
      const full: Deployment = { ...deployment, startedBy: ['sh', '-c', 'ulimit -f 3000; exec "$@"', 'sh'] }
      const provider = await serve(full)
      const record: RecordedCall[] = []
      const calls = callsTo(provider.port, publicToken, record)
      const token = await signIn(calls, site.sink, account)
      let isFull = false
      for (let step = 0; step < 20_000 && !isFull; step += 1) {
        account.possibleSteps.push(step)
        const updated = await calls.put('/users/me', { untrusted_metadata: { step, room: 'x'.repeat(3_000) } }, token)
        if (updated.kind === 'ok') account.possibleSteps = [step]
        else isFull = true
      }
      expect(isFull).toBe(true)
      for (let times = 0; times < 10; times += 1)
        expect((await calls.post('/sessions/authenticate', {}, token)).kind).toBe('ok')
      expect((await fetch(keysAddress(provider.port, projectId))).status).toBe(200)
      expect(wrongAnswers(record)).toEqual([])
      if (cycle < cycles) expect(await provider.stop()).toBe(0)
      else await provider.kill()
    }
    const provider = await serve(deployment)
    const calls = callsTo(provider.port, publicToken)
    expect(await judge(deployment, { accounts: [account], calls, sink: site.sink })).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

/** Stops a server and all its processes where they stand; answers with what lets them go on. */
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
    // It has ended meanwhile.
    return 0
  }
}
