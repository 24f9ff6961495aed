import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '@latchkey/server'
import { createReadyDatabase } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProvider, bundleProviderOnce } from '../../../tools/build/bundle-provider.ts'

/** Runs the shipped bundle in separate processes, next to a running provider. */
let main: string
beforeAll(async () => {
  const outdir = fileURLToPath(new URL('../../../node_modules/.latchkey/provider-cli', import.meta.url))
  await rm(outdir, { recursive: true, force: true })
  main = await bundleProvider(outdir, 'serve')
})

it('bundles the command line without the pages of a development provider', () => {
  const folders = ['frame', 'page', 'standalone'].filter((name) => existsSync(join(main, '..', name)))
  expect(folders).toEqual(['frame'])
})

it('bundles the command line again only if a source has changed', async () => {
  const outdir = join(main, '..', '..', 'provider-once')
  const record = join(outdir, 'bundled-command.json')
  const bundledAt = async () => {
    const path = await bundleProviderOnce(outdir, 'users')
    return (await stat(path)).mtimeMs
  }
  await rm(outdir, { recursive: true, force: true })
  const first = await bundledAt()
  expect(await bundledAt()).toBe(first)
  const known = JSON.parse(await readFile(record, 'utf8'))
  const sources = Object.keys(known)
  expect(sources).toEqual(expect.arrayContaining(['apps/provider/src/main.ts', 'package-lock.json']))
  await writeFile(record, JSON.stringify({ ...known, 'apps/provider/src/main.ts': 'another version' }))
  expect(await bundledAt()).toBeGreaterThan(first)
})

describe.each(['sqlite', 'postgres'] as const)('the command line next to a running provider on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  let provider: ChildProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'))
    const port = await freePort()
    env = {
      PATH: process.env.PATH ?? '',
      LATCHKEY_PORT: String(port),
      LATCHKEY_HOST: '127.0.0.1',
      LATCHKEY_BASE_URL: `http://127.0.0.1:${port}`,
      LATCHKEY_DATABASE_URL:
        engine === 'sqlite' ? `sqlite:${join(folder, 'latchkey.sqlite')}` : await createReadyDatabase(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
      LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
      LATCHKEY_MAIL_FROM: 'sign-in@example.com',
      LATCHKEY_LOG_LEVEL: 'error',
    }
    provider = spawn(process.execPath, ['--import', await writeTracing(folder), main, 'serve'], {
      env,
      stdio: 'ignore',
    })
    await untilReady(env.LATCHKEY_BASE_URL ?? '')
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => provider.once('exit', resolve))
    provider.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  })

  function latchkey(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [main, ...argv], { env }, (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err })
      })
    })
  }

  const json = async (...argv: string[]) => JSON.parse((await latchkey(...argv, '--json')).out)

  async function call(
    path: string,
    basic: string,
    body?: object,
  ): Promise<{ status: number; data: Record<string, string> }> {
    const response = await fetch(`${env.LATCHKEY_BASE_URL}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Basic ${btoa(basic)}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, data: ((await response.json()) as { data: Record<string, string> }).data ?? {} }
  }

  it('creates and deletes a project, a secret key and users that the running provider sees at once', async () => {
    const made = await json('projects', 'create', '--name', 'Acme', '--origin', 'https://app.example.com')
    // A running provider caches settings for five seconds, but not accounts: they change before its first call.
    await latchkey('settings', 'set', 'password_policy.breach_detection_on_authentication=false')
    const { secret, secret_key } = await json('secret-keys', 'create', '--name', 'Backend')
    const server = `${made.project_id}:${secret}`
    expect((await call('/v1/project', server)).status).toBe(200)

    const users = join(folder, 'users.ndjson')
    const password_hash = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'
    await writeFile(users, `${JSON.stringify({ email: 'ada@example.com', password_hash })}\n`)
    expect(await latchkey('users', 'import', users, '--verified')).toEqual({
      ...{
        code: 0,
        out: '1 of 1 user imported: 1 email address (1 verified), 0 phone numbers (0 verified), 1 password, 0 names.\n',
        err: '',
      },
    })
    const body = { email: 'ada@example.com', password: 'abc', session_duration_minutes: 30 }
    const signIn = () => call('/sdk/v1/passwords/authenticate', `${made.public_token}:${made.public_token}`, body)
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    const me = () => call('/sdk/v1/users/me', `${made.public_token}:${signedIn.data.session_token}`)
    expect((await me()).status).toBe(200)
    expect((await latchkey('sessions', 'list', 'ada@example.com')).out).toMatch(/\bpassword\b/)

    expect((await latchkey('users', 'disable', 'ada@example.com')).code).toBe(0)
    expect([(await me()).status, (await signIn()).status]).toEqual([401, 401])
    await latchkey('users', 'delete', 'ada@example.com', '--yes')
    expect((await call('/v1/users?query=ada', server)).data.users).toEqual([])
    await latchkey('secret-keys', 'revoke', secret_key.secret_key_id)
    expect((await call('/v1/project', server)).status).toBe(401)
  })

  // The pipe is the same for both engines.
  if (engine === 'sqlite')
    it('writes the whole audit log to a slow reader', async () => {
      const [project] = (await json('projects', 'list')).projects
      const url = env.LATCHKEY_DATABASE_URL ?? ''
      const storage = await openSqlite({ path: url.slice(7) })
      const row = (index: number) => ({
        ...{ projectId: project.project_id, id: `audit-test-${index}`, at: index, actorKind: 'system' as const },
        ...{
          actorId: null,
          impersonator: null,
          event: 'sample',
          targetId: null,
          result: 'ok' as const,
          errorType: null,
        },
        ...{ ipPrefix: null, userAgentHash: null, requestId: 'request-id-test' },
      })
      // Much more than the buffer of a pipe.
      for (let from = 0; from < 3_000; from += 500)
        await storage.audit.append(...Array.from({ length: 500 }, (_, index) => row(from + index)))
      await until(
        () => storage.audit.listUnsealed(1),
        (rows) => rows.length === 0,
      )
      await storage.close()
      const child = spawn(process.execPath, [main, 'audit', 'export', '--event', 'sample'], { env })
      const ended = new Promise((resolve) => child.once('close', resolve))
      const exited = new Promise((resolve) => child.once('exit', resolve))
      await new Promise((resolve) => child.stdout.once('readable', resolve))
      await Promise.race([exited, sleep(2_000)])
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.stdout.resume()
      expect(await ended).toBe(0)
      const rows = out.trimEnd().split('\n')
      expect([rows.length, rows.every((line) => JSON.parse(line).event === 'sample')]).toEqual([3_000, true])
    })

  it('reports its requests to an OpenTelemetry SDK that the process has registered', async () => {
    expect((await fetch(`${env.LATCHKEY_BASE_URL}/v1/sessions/jwks/unknown`)).status).toBe(404)
    const spans = await until(
      () => readFile(join(folder, 'spans'), 'utf8').catch(() => ''),
      (text) => text.includes('jwks'),
    )
    expect(spans.split('\n')).toContain('GET /v1/sessions/jwks/{project_id}')
  })

  it('exits with 0 for success, 1 for failure and 2 for a usage error', async () => {
    const codes = [
      await latchkey('--version'),
      await latchkey('projects', 'list'),
      await latchkey('users', 'get', 'unknown@example.com'),
      await latchkey('users', 'fly'),
      await latchkey('doctor'),
    ]
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 1, 2, 1])
    expect(codes[4]?.out).toContain(`✓ base URL      The provider responds at ${env.LATCHKEY_BASE_URL}.`)
    expect(codes.some(({ out, err }) => `${out}${err}`.includes(env.LATCHKEY_MASTER_KEY ?? ''))).toBe(false)
  })
})

/** A module that registers an SDK, which appends the names of spans to a file. Returns its path. */
async function writeTracing(folder: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const path = join(folder, 'tracing.cjs')
  await writeFile(
    path,
    `const { appendFileSync } = require('node:fs')
const { trace } = require(${JSON.stringify(resolve('@opentelemetry/api'))})
const { BasicTracerProvider, SimpleSpanProcessor } = require(${JSON.stringify(resolve('@opentelemetry/sdk-trace-base'))})
const exporter = {
  export(spans, done) {
    for (const { name } of spans) appendFileSync(${JSON.stringify(join(folder, 'spans'))}, name + '\\n')
    done({ code: 0 })
  },
  shutdown: async () => {},
}
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
`,
  )
  return path
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

async function untilReady(url: string): Promise<void> {
  await until(
    () => fetch(`${url}/health/ready`).catch(() => null),
    (response) => response?.ok === true,
  )
}

/** Polls until the condition holds; the timeout of the test ends it. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    await sleep(100)
  }
}
