import { randomBytes } from 'node:crypto'
import { openSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Account, newAccount } from '../account.ts'
import { callsTo, type RecordedCall, wrongAnswers } from '../calls.ts'
import { checkInvariants, checkStore } from '../check-invariants.ts'
import { beginCommand, type Deployment, type RunningProvider, runCommand } from '../provider-process.ts'
import { query } from '../query.ts'
import { signatureProblem, signIn, startLoad } from '../steady-load.ts'
import { cyclesOf, deploy, engines, keysAddress, prepareFaultSite, serve } from './site.ts'

const site = prepareFaultSite()

/** A request that was sent except for its last byte. */
async function begin(port: number, token: string, session: string, body: object) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''))
    socket.on('error', () => undefined)
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  const text = JSON.stringify(body)
  socket.write(
    [
      'PUT /sdk/v1/users/me HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Basic ${btoa(`${token}:${session}`)}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      '',
      text.slice(0, -1),
    ].join('\r\n'),
  )
  return { end: () => socket.write(text.slice(-1)), status: closed }
}

/** On a new connection: an older one may get its response before newer ones are accepted. */
const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/health/alive', agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(true))
    }).once('error', () => resolve(false))
  })

describe.each(engines)('a provider on %s that gets SIGTERM', (engine) => {
  it(`completes running requests, stops in time and closes its database, ${cyclesOf(50)} times (F2)`, async () => {
    const { deployment, publicToken } = await deploy(site, engine)
    const accounts = Array.from({ length: 16 }, (_, index) =>
      newAccount(`stop-${engine.toLowerCase()}-${index}@example.com`),
    )
    const signInAll = async (provider: RunningProvider): Promise<string[]> => {
      const calls = callsTo(provider.port, publicToken)
      return Promise.all(accounts.map((account) => signIn(calls, site.sink, account)))
    }
    for (let cycle = 0; cycle < cyclesOf(50); cycle += 1) {
      const provider = await serve(deployment)
      const tokens = await signInAll(provider)
      const pending = await Promise.all(
        accounts.map((account, index) => {
          account.possibleSteps = [cycle]
          return begin(provider.port, publicToken, tokens[index] ?? '', { untrusted_metadata: { step: cycle } })
        }),
      )
      // This response proves that the provider has read all earlier requests.
      expect(await isListening(provider.port)).toBe(true)
      const start = performance.now()
      const ended = provider.stop()
      while (await isListening(provider.port));
      for (const { end } of pending) end()
      const answers = await Promise.all(pending.map(({ status }) => status))
      expect(answers).toEqual(accounts.map(() => 'HTTP/1.1 200 OK'))
      expect([await ended, performance.now() - start <= 10_000]).toEqual([0, true])
      expect(await isOpen(deployment)).toBe(false)
    }
    const provider = await serve(deployment)
    const calls = callsTo(provider.port, publicToken)
    expect(await checkInvariants(deployment, { accounts, calls, sink: site.sink })).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether a process ended without closing the database. */
async function isOpen({ databaseUrl }: Deployment): Promise<boolean> {
  // Closing merges the write-ahead log into the file; an empty log may remain.
  if (databaseUrl.startsWith('sqlite:')) return sizeOf(`${databaseUrl.slice('sqlite:'.length)}-wal`) > 0
  const text = `select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey'`
  return Number((await query(databaseUrl, text))[0]?.count) > 0
}

/** The fields of signing keys that a rotation changes. */
async function keysOf({ databaseUrl }: Deployment): Promise<string> {
  return JSON.stringify(
    await query(databaseUrl, 'select kid, state, private_key_sealed from signing_keys order by kid'),
  )
}

/** Starts a command and kills it after a delay. Returns whether it was killed, and whether it had changed the database. */
async function cutShort(deployment: Deployment, command: readonly string[], afterMs: number) {
  const before = await keysOf(deployment)
  const running = beginCommand(deployment, ...command)
  const ended = new Promise<string | null>((resolve) => running.once('exit', (_code, signal) => resolve(signal)))
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  running.kill('SIGKILL')
  return { wasKilled: (await ended) === 'SIGKILL', hasChanged: (await keysOf(deployment)) !== before }
}

/** The delay of the next kill: approaches the moment of the write from both sides. */
function seekMoment(wholeMs: number) {
  let [early, late] = [0, wholeMs]
  return {
    next: () => Math.max((early + late) / 2, 0),
    tried({ hasChanged }: { hasChanged: boolean }): void {
      const moment = (early + late) / 2
      if (hasChanged) late = moment
      else early = moment
      // The duration varies from run to run.
      if (late - early < wholeMs / 16) [early, late] = [moment - wholeMs / 8, moment + wholeMs / 8]
    },
  }
}

describe.each(engines)('keys on %s whose change is cut short', (engine) => {
  const cycles = Math.max(12, cyclesOf(20))
  it(`still sign and are still published, ${cycles} times (F14)`, async () => {
    const newKey = (): string => randomBytes(32).toString('base64url')
    // The provider has all master keys.
    const masterKeys = Array.from({ length: 2 + Math.ceil(cycles / 4) }, newKey)
    const startingWith = (key = '') => ({ LATCHKEY_MASTER_KEY: [...new Set([key, ...masterKeys])].join(',') })
    const { deployment, projectId, publicToken } = await deploy(site, engine, { env: startingWith(masterKeys[0]) })
    const provider = await serve(deployment)
    const record: RecordedCall[] = []
    const calls = callsTo(provider.port, publicToken, record)
    const published = keysAddress(provider.port, projectId)
    const load = await startLoad(`cut-short-${engine.toLowerCase()}`, {
      ...{ calls, sink: site.sink, users: 2, keyAddresses: () => [published] },
    })
    const [token] = load.accounts[0]?.sessions.keys() ?? []
    let resealed = 0
    const reseal = () => ({ ...deployment, env: startingWith(masterKeys[++resealed]) })
    const timed = async (run: () => Promise<unknown>): Promise<number> => {
      const start = performance.now()
      await run()
      return performance.now() - start
    }
    // Measure the duration, to kill the command around the moment of its write.
    const rotations = seekMoment(await timed(() => runCommand(deployment, 'keys', 'rotate', '--force')))
    const reseals = seekMoment(await timed(() => runCommand(reseal(), 'keys', 'reseal')))
    const tried: Awaited<ReturnType<typeof cutShort>>[] = []
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const refreshed = await calls.post('/sessions/authenticate', {}, token)
      const isReseal = cycle % 4 === 3
      const moments = isReseal ? reseals : rotations
      const change = isReseal ? ['keys', 'reseal'] : ['keys', 'rotate', '--force']
      const cut = await cutShort(isReseal ? reseal() : deployment, change, moments.next())
      moments.tried(cut)
      tried.push(cut)
      await load.round()
      expect(await checkStore(deployment, load.accounts)).toEqual([])
      // A token from before the rotation, verified with the keys published after it.
      const jwt = refreshed.kind === 'ok' ? String(refreshed.data.session_jwt) : ''
      expect(await signatureProblem(jwt, published)).toBeUndefined()
    }
    await load.stop()
    expect([load.problems, wrongAnswers(record)]).toEqual([[], []])
    expect(tried.some(({ wasKilled }) => wasKilled)).toBe(true)
    // Some kills before the write and some after it: otherwise the test proves nothing.
    expect(new Set(tried.map(({ hasChanged }) => hasChanged))).toEqual(new Set([false, true]))
    expect(await provider.stop()).toBe(0)
  })
})

describe.each(engines)('a provider on %s whose log', (engine) => {
  const requests = 1_000
  const cycles = cyclesOf(10)

  /** Sends concurrent requests until enough have a response. */
  async function keepBusy(port: number, publicToken: string, account: Account): Promise<RecordedCall[]> {
    const record: RecordedCall[] = []
    const calls = callsTo(port, publicToken, record)
    const token = await signIn(calls, site.sink, account)
    const work = async (): Promise<void> => {
      while (record.length < requests) await calls.post('/sessions/authenticate', {}, token)
    }
    await Promise.all(Array.from({ length: 4 }, work))
    return record
  }

  /** The 99th percentile, which excludes pauses of the machine. */
  const slowest = (record: readonly RecordedCall[]): number =>
    record.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(record.length * 0.99)] ?? 0

  it.each([
    ['has no reader', (): 'pipe' | number => 'pipe'],
    ['is on a disk that is full', (): 'pipe' | number => openSync('/dev/full', 'w')],
  ])(`%s responds as usual, and stops on SIGTERM, ${cycles} times (F18)`, async (name, log) => {
    const { deployment, publicToken } = await deploy(site, engine, { env: { LATCHKEY_LOG_LEVEL: 'info' } })
    const account = newAccount(`${engine.toLowerCase()}-${name.replaceAll(' ', '-')}@example.com`)
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const provider = await serve({ ...deployment, log: log() })
      const record = await keepBusy(provider.port, publicToken, account)
      expect(wrongAnswers(record)).toEqual([])
      expect(slowest(record)).toBeLessThanOrEqual(100)
      const start = performance.now()
      expect([await provider.stop(), performance.now() - start <= 10_000]).toEqual([0, true])
    }
    expect(await checkStore(deployment, [account])).toEqual([])
  })
})

describe('a restored PostgreSQL database', () => {
  it(`has revoked what may have ended after the backup, ${cyclesOf(5)} times (F20)`, async () => {
    const { deployment, publicToken } = await deploy(site, 'PostgreSQL')
    const url = new URL(deployment.databaseUrl)
    const at = (pathname: string): string => Object.assign(new URL(url), { pathname }).href
    const accounts: Account[] = []
    for (let cycle = 0; cycle < cyclesOf(5); cycle += 1) {
      accounts.push(newAccount(`copied-${cycle}@example.com`))
      const first = await serve(deployment)
      const calls = callsTo(first.port, publicToken)
      const tokens: string[] = []
      for (const account of accounts) tokens.push(await signIn(calls, site.sink, account))
      expect(await first.stop()).toBe(0)
      // The result of pg_dump and pg_restore, on a machine that may not have them.
      const copy = `${url.pathname.slice(1)}_copy_${cycle}`
      await query(at('/postgres'), `create database "${copy}" template "${url.pathname.slice(1)}"`)
      const restored = { ...deployment, databaseUrl: at(`/${copy}`) }
      const sessions = accounts.reduce((sum, account) => sum + account.sessions.size, 0)
      expect(await runCommand(restored, 'restore')).toContain(`${sessions} sessions`)
      const second = await serve(restored)
      for (const token of tokens) {
        const answer = await callsTo(second.port, publicToken).post('/sessions/authenticate', {}, token)
        expect(answer).toMatchObject({ kind: 'refused', errorType: 'session_not_found' })
      }
      expect(await checkStore(restored, accounts)).toEqual([])
      expect(await second.stop()).toBe(0)
    }
  })
})

describe('a provider with an invalid configuration', () => {
  const broken: [name: string, value: string][] = [
    ['LATCHKEY_MASTER_KEY', 'changeme'],
    ['LATCHKEY_BASE_URL', 'http://auth.example.com'],
    ['LATCHKEY_DATABASE_URL', 'mysql://db/x'],
    ['LATCHKEY_LIMITS', '{'],
    ['LATCHKEY_TRUST_PROXY', '0.0.0.0/0'],
    ['LATCHKEY_SMTP_URL', 'mail.example.com'],
    ['LATCHKEY_PROT', '4000'],
  ]
  it.each(broken)('%s=%s does not start and names the setting (F19)', async (name, value) => {
    const { deployment } = await deploy(site, 'SQLite')
    const env = { ...deployment.env, [name]: value }
    const outcome = await runCommand({ ...deployment, env }, 'serve', '--port', '0').then(
      () => 'it served',
      (error: { code: number; stderr: string }) => `${error.code}: ${error.stderr}`,
    )
    expect(outcome).toMatch(new RegExp(`^1: ${name} `))
  })
})
