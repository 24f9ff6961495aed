import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createMemoryFolder } from '../memory-folder.ts'
import { bundled } from '../provider.ts'
import { newAccount } from './account.ts'
import { type Calls, callsTo, isAsWanted, type Outcome, type RecordedCall } from './calls.ts'
import { checkInvariants } from './check-invariants.ts'
import { cpuSeconds } from './cpu-time.ts'
import { freshDatabase } from './fresh-database.ts'
import { raceAtLastByte } from './last-byte-race.ts'
import { codeIn, type MailSink, startMailSink } from './mail-sink.ts'
import {
  createApplication,
  type Deployment,
  type RunningProvider,
  runCommand,
  startProvider,
} from './provider-process.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'
import { signatureProblem, signIn, startLoad } from './steady-load.ts'

/** Number of kills and key rotations; many in the long run (`FAULT_CYCLES`). */
const cycles = Math.ceil(Number(process.env.FAULT_CYCLES ?? 10) / 10)
const sendsPerAddress = 5
const folder = createMemoryFolder('machines')
const newKey = (): string => randomBytes(32).toString('base64url')

let sink: MailSink
let script: string
beforeAll(async () => {
  ;[sink, script] = await Promise.all([startMailSink(), bundled()])
})
afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

const generous = [
  ...['requests_per_ip', 'refreshes_per_session', 'sends_per_ip', 'sends_per_project'],
  ...[
    'password_attempts_per_ip',
    'password_creates_per_ip',
    'wrong_secrets_per_ip',
    'accounts_per_ip',
    'sign_ins_per_ip',
  ],
]
const limits = {
  ...Object.fromEntries(generous.map((name) => [name, { limit: 1_000_000, windowMs: 60_000 }])),
  sends_per_address: { limit: sendsPerAddress, windowMs: 900_000 },
}

/** The short run covers several providers on PostgreSQL only. */
const isLong = cycles > 1
const sqlite = {
  engine: 'SQLite',
  databaseUrl: async () => `sqlite:${join(folder, 'machines.db')}`,
  machines: 2,
}
const engines = [
  {
    engine: 'PostgreSQL',
    databaseUrl: () => freshDatabase(inject('postgresUrl')),
    machines: isLong ? 3 : 2,
  },
  ...(isLong ? [sqlite] : []),
]

describe.each(engines)(
  '$machines providers on one $engine database behind a proxy',
  ({ engine, databaseUrl, machines }) => {
    let deployment: Deployment
    let proxy: ReverseProxy
    let running: RunningProvider[] = []
    let project: { project_id: string; public_token: string }
    let calls: Calls
    let clientId: string
    let created = 0

    const env = (masterKey: string, notice = '0'): Record<string, string> => ({
      LATCHKEY_LIMITS: JSON.stringify(limits),
      LATCHKEY_TRUST_PROXY: '1',
      LATCHKEY_MASTER_KEY: masterKey,
      LATCHKEY_SHUTDOWN_DELAY: notice,
    })
    const start = (count: number): Promise<RunningProvider[]> =>
      Promise.all(Array.from({ length: count }, () => startProvider(deployment)))
    const ports = (): number[] => running.map(({ port }) => port)
    const directly = (): Calls[] => ports().map((port) => callsTo(port, project.public_token))
    const keyAddresses = (): string[] =>
      ports().map((port) => `http://127.0.0.1:${port}/v1/sessions/jwks/${project.project_id}`)
    const nextAccount = () => {
      created += 1
      return newAccount(`${engine.toLowerCase()}-${created}@example.com`)
    }
    const typeOf = (outcome: Outcome): string => (outcome.kind === 'refused' ? outcome.errorType : outcome.kind)

    let masterKey = newKey()
    beforeAll(async () => {
      deployment = { script, databaseUrl: await databaseUrl(), smtpUrl: sink.url, env: env(masterKey) }
      const make = ['projects', 'create', '--name', 'Machines', '--environment', 'test', '--json']
      project = JSON.parse(await runCommand(deployment, ...make, '--origin', 'http://localhost:3000'))
      clientId = (await createApplication(deployment)).id
      ;[running, proxy] = await Promise.all([start(machines), startReverseProxy()])
      proxy.use(ports())
      calls = callsTo(proxy.port, project.public_token)
    })
    afterAll(async () => {
      expect(await Promise.all(running.map((provider) => provider.stop()))).toEqual(running.map(() => 0))
      await proxy.close()
    })

    it('providers share sessions, limits, lock-outs, one-time secrets and the outbox (F8)', async () => {
      const account = nextAccount()
      const token = await signIn(calls, sink, account)
      const everywhere = (ask: (one: Calls) => Promise<Outcome>) => Promise.all(directly().map(ask))
      const refresh = (one: Calls) => one.post('/sessions/authenticate', {}, token)
      expect((await everywhere(refresh)).map(({ kind }) => kind)).toEqual(running.map(() => 'ok'))
      expect((await calls.post('/sessions/revoke', null, token)).kind).toBe('ok')
      expect((await everywhere(refresh)).map(typeOf)).toEqual(running.map(() => 'session_not_found'))

      const send = (one: Calls, email: string) => one.post('/otps/email/login_or_create', { email })
      const limited = nextAccount().address
      for (let sent = 0; sent < sendsPerAddress; sent += 1) expect((await send(calls, limited)).kind).toBe('ok')
      expect((await everywhere((one) => send(one, limited))).map(typeOf)).toEqual(
        running.map(() => 'too_many_requests'),
      )
      const { count } = await sink.next(limited, sendsPerAddress - 1)
      expect(count).toBe(sendsPerAddress)

      const raced = nextAccount().address
      const method = await send(calls, raced)
      const mail = await sink.next(raced)
      const methodId = method.kind === 'ok' ? method.data.method_id : ''
      const body = { token: codeIn(mail.text), method_id: methodId, session_duration_minutes: 60 }
      const headers = { authorization: `Basic ${btoa(`${project.public_token}:${project.public_token}`)}` }
      const entries = [...ports(), ...ports()].map((port) => ({
        port,
        request: { path: '/sdk/v1/otps/authenticate', headers, body },
      }))
      expect((await raceAtLastByte(entries)).filter(({ status }) => status === 200)).toHaveLength(1)

      const locked = nextAccount().address
      let guess = 0
      for (const _code of ['first', 'second']) {
        const wrong = await send(calls, locked)
        const { text } = await sink.next(locked, guess / 5)
        const token = String((Number(codeIn(text)) + 1) % 1_000_000).padStart(6, '0')
        for (let tries = 0; tries < 5; tries += 1, guess += 1) {
          const method_id = wrong.kind === 'ok' ? wrong.data.method_id : ''
          await calls.post('/otps/authenticate', { token, method_id, session_duration_minutes: 60 })
        }
      }
      const third = await send(calls, locked)
      const right = codeIn((await sink.next(locked, 2)).text)
      const redeem = (one: Calls) =>
        one.post('/otps/authenticate', {
          ...{ token: right, session_duration_minutes: 60 },
          method_id: third.kind === 'ok' ? third.data.method_id : '',
        })
      expect(new Set((await everywhere(redeem)).map(typeOf))).toEqual(new Set(['user_lock_limit_reached']))
      expect(ports().filter((port) => (proxy.answers.get(port) ?? 0) === 0)).toEqual([])
    })

    it('a provider shuts down gracefully on SIGTERM: not ready, no new connections, running requests completed (F2)', async () => {
      deployment = { ...deployment, env: env(masterKey, '1') }
      const [leaving] = await start(1)
      if (!leaving) throw new Error('there is one')
      const at = (path: string) => fetch(`http://127.0.0.1:${leaving.port}${path}`).then(({ status }) => status)
      const email = nextAccount().address
      const text = JSON.stringify({ email })
      const socket = connect(leaving.port, '127.0.0.1')
      let heard = ''
      socket.on('data', (chunk) => (heard += chunk))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const basic = btoa(`${project.public_token}:${project.public_token}`)
      socket.write(`POST /sdk/v1/otps/email/login_or_create HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\n`)
      socket.write(`Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, -1)}`)
      expect(await at('/health/ready')).toBe(200)
      const ended = leaving.stop()
      while ((await at('/health/ready')) !== 503);
      expect([await at('/health/alive'), await at('/health')]).toEqual([200, 200])
      const isOpen = () =>
        at('/health/alive').then(
          () => true,
          () => false,
        )
      while (await isOpen());
      socket.write(text.slice(-1))
      await closed
      expect([heard.split('\r\n')[0], /connection: close/i.test(heard)]).toEqual(['HTTP/1.1 200 OK', true])
      expect(await ended).toBe(0)
      // Sent by the stopped provider or by another one.
      expect(codeIn((await sink.next(email)).text)).toMatch(/^\d{6}$/)
    })

    it(`providers continue while one is killed and another is stopped, ${cycles} times (F2, F8)`, async () => {
      deployment = { ...deployment, env: env(masterKey) }
      const record: RecordedCall[] = []
      const recorded = callsTo(proxy.port, project.public_token, record)
      const load = await startLoad(`kill-${engine.toLowerCase()}`, {
        ...{ calls: recorded, sink, users: 4, keyAddresses, clientId },
      })
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await load.round()
        const [killed] = running.splice(0, 1)
        await killed?.kill()
        const gone = performance.now()
        await load.round()
        // Requests in progress at the killed provider are lost. Later requests succeed, and no response is wrong.
        expect(load.problems.filter((problem) => !/: \{"kind":"lost"\}$/.test(problem))).toEqual([])
        expect(record.filter(({ outcome, at }) => outcome.kind === 'lost' && at > gone)).toEqual([])
        load.problems.length = 0
        record.length = 0
        deployment = { ...deployment, env: env(masterKey, '1') }
        const [leaving] = await start(1)
        proxy.use([...ports(), leaving?.port ?? 0])
        await load.round()
        expect(await leaving?.stop()).toBe(0)
        deployment = { ...deployment, env: env(masterKey) }
        running.push(...(await start(1)))
        proxy.use(ports())
        await load.round()
        expect([load.problems, record.filter((call) => !isAsWanted(call))]).toEqual([[], []])
      }
      await load.stop()
      expect(await checkInvariants(deployment, { accounts: load.accounts, calls, sink })).toEqual([])
    })

    const enduring = isLong ? it : () => {}

    enduring(`providers change their signing keys and their master key under load, ${cycles} times (F14)`, async () => {
      const load = await startLoad(`keys-${engine.toLowerCase()}`, {
        ...{ calls, sink, users: 4, keyAddresses, clientId },
      })
      const replaceAll = async (keys: string): Promise<void> => {
        deployment = { ...deployment, env: env(keys) }
        const [before, fresh] = [running, await start(machines)]
        running = [...before, ...fresh]
        proxy.use(ports())
        await load.round()
        running = fresh
        proxy.use(ports())
        await load.round()
        expect(await Promise.all(before.map((provider) => provider.stop()))).toEqual(before.map(() => 0))
      }
      const token = [...(load.accounts[0]?.sessions.keys() ?? [])][0]
      const kept: string[] = []
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const refreshed = await calls.post('/sessions/authenticate', {}, token)
        kept.push(refreshed.kind === 'ok' ? String(refreshed.data.session_jwt) : '')
        for (let rotation = 0; rotation < 2; rotation += 1) {
          await runCommand(deployment, 'keys', 'rotate', '--force')
          await load.round()
        }
        const [older, newer] = [masterKey, newKey()]
        const early = nextAccount()
        const sent = await calls.post('/otps/email/login_or_create', { email: early.address })
        await replaceAll(`${older},${newer}`)
        await replaceAll(`${newer},${older}`)
        const code = codeIn((await sink.next(early.address)).text)
        const body = {
          token: code,
          method_id: sent.kind === 'ok' ? sent.data.method_id : '',
          session_duration_minutes: 5,
        }
        expect((await calls.post('/otps/authenticate', body)).kind).toBe('ok')
        expect(await runCommand(deployment, 'keys', 'reseal')).toMatch(/signing keys +[1-9]/)
        await replaceAll(newer)
        masterKey = newer
        await load.round()
        // Tokens signed before are valid after: with the keys that every process publishes, through all rotations of this cycle.
        for (const address of keyAddresses()) expect(await signatureProblem(kept.at(-1) ?? '', address)).toBeUndefined()
      }
      await load.stop()
      expect(load.problems).toEqual([])
      expect(await checkInvariants(deployment, { accounts: load.accounts, calls, sink })).toEqual([])
    })

    /** Requests per second of CPU time of the providers, independent of the speed and load of the machine. */
    const comparing = engine === 'PostgreSQL' ? enduring : () => {}
    comparing('two providers answer as many refreshes per second of CPU time as one alone (F8)', async () => {
      // The same number per provider: queued requests cost less than single ones.
      const clients = 16
      const tokens: string[] = []
      while (tokens.length < 2 * clients) tokens.push(await signIn(calls, sink, nextAccount()))
      const measure = async (chosen: RunningProvider[]): Promise<number> => {
        const providers = chosen.map(({ port }) => callsTo(port, project.public_token))
        const spent = (): number => chosen.reduce((sum, { child }) => sum + cpuSeconds(child.pid ?? 0), 0)
        const rounds = 100
        const before = spent()
        await Promise.all(
          tokens.slice(0, clients * chosen.length).map(async (token, index) => {
            for (let round = 0; round < rounds; round += 1) {
              const answer = await providers[(index + round) % providers.length]?.post(
                '/sessions/authenticate',
                {},
                token,
              )
              if (answer?.kind !== 'ok') throw new Error(JSON.stringify(answer))
            }
          }),
        )
        return (rounds * clients * chosen.length) / (spent() - before)
      }
      const [one, two] = [running.slice(0, 1), running.slice(0, 2)]
      // Warm up: the second provider has run its code half as often.
      for (let warming = 0; warming < 6; warming += 1) await measure(two)
      const pairs: { alone: number; together: number }[] = []
      for (let pair = 0; pair < 7; pair += 1) pairs.push({ alone: await measure(one), together: await measure(two) })
      const ratios = pairs.map(({ alone, together }) => together / alone).sort((a, b) => a - b)
      const shown = pairs.map(({ alone, together }) => `${alone.toFixed(0)} alone, ${together.toFixed(0)} together`)
      process.stdout.write(`refreshes per CPU-second: ${shown.join('; ')}; median ratio ${ratios[3]?.toFixed(2)}\n`)
      expect(ratios[3]).toBeGreaterThanOrEqual(0.9)
    })
  },
)
