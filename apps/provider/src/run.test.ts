import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CommandResult, createRecordingTerminal, runRecorded } from './recording-terminal.suite.ts'
import { run } from './run.ts'

let folder: string
let env: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-run-'))
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 73 + 11) % 256))
  env = {
    LATCHKEY_BASE_URL: 'https://auth.example.com',
    LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'latchkey.sqlite')}`,
    LATCHKEY_MASTER_KEY: key.toString('base64'),
    LATCHKEY_SMTP_URL: 'smtp://localhost:1',
    LATCHKEY_MAIL_FROM: 'sign-in@example.com',
    LATCHKEY_LOG_LEVEL: 'silent',
    LATCHKEY_HOST: '127.0.0.1',
  }
})
afterEach(() => rm(folder, { recursive: true }))

const command = (...argv: string[]): Promise<CommandResult> => runRecorded(argv, env)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

describe('run', () => {
  it('migrates the database, and does nothing the second time', async () => {
    const upToDate = { code: 0, out: 'The SQLite database is up to date.\n', err: '' }
    expect([await command('migrate'), await command('migrate')]).toEqual([upToDate, upToDate])
    expect((await stat(join(folder, 'latchkey.sqlite'))).mode & 0o777).toBe(0o600)
  })

  it('creates a project and prints its token', async () => {
    const argv = ['projects', 'create', '--name', 'Acme', '--origin', 'https://app.example.com']
    const { code, out, err } = await command(...argv, '--redirect', 'https://app.example.com/welcome')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^project_id {4}project-live-[0-9a-f-]{36}\npublic_token {2}public-token-live-[0-9a-f-]{36}\n$/)
  })

  it.each([
    [[], '--name is required'],
    [['--name', 'Acme', '--environment', 'prod'], '--environment must be one of test, live'],
    [['--name', 'Acme', '--vertical', 'b2b'], '--vertical must be one of CONSUMER, B2B'],
    [['--name', 'Acme', '--origin', 'http://app.example.com'], 'authorizedOrigins'],
    [['--name', 'Acme', '--redirect', 'javascript:alert(1)'], 'redirectUrls'],
  ])('rejects a project with %j', async (argv, complaint) => {
    const { code, out, err } = await command('projects', 'create', ...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(complaint)
  })

  it('rotates signing keys, and a new key only with --force', async () => {
    const created = await command('projects', 'create', '--name', 'Acme')
    const id = /project_id\s+(\S+)/.exec(created.out)?.[1] ?? ''
    const young = await command('signing-keys', 'rotate', '--project', id)
    const first = await command('signing-keys', 'rotate', '--project', id, '--force')
    const second = await command('signing-keys', 'rotate', '--force')
    expect([young.code, first.code, second.code]).toEqual([1, 0, 0])
    expect([first.out.startsWith(id), second.out.startsWith(id), first.out === second.out]).toEqual([true, true, false])
    expect(await command('signing-keys', 'rotate', '--project', 'project-live-x')).toEqual({
      code: 2,
      out: '',
      err: `There is no project "project-live-x". Choose one with --project:\n  ${id}  Acme\n`,
    })
  })

  it('serves until it is stopped, without the pages of a development provider', async () => {
    let stop = () => {}
    let markServing = () => {}
    const isServing = new Promise<void>((resolve) => {
      markServing = resolve
    })
    const port = await freePort()
    const untilStopped = () => {
      markServing()
      return new Promise<void>((resolve) => {
        stop = resolve
      })
    }
    const own = createRecordingTerminal({ untilStopped })
    const ended = run(['serve', '--port', String(port)], env, own)
    await Promise.race([isServing, ended])
    const statuses = await Promise.all(
      ['/health', '/', '/inbox', '/dev/inbox', '/dev/clock'].map(
        async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
      ),
    )
    const second = await command('serve', '--port', String(port))
    stop()
    expect([await ended, own.written.err, statuses]).toEqual([0, '', [200, 404, 404, 404, 404]])
    expect(second.code).toBe(1)
    expect(second.err).toMatch(new RegExp(`^Port ${port} is already in use\\. Choose another with [^\\n]+\\n$`))
  })

  it('reports in one line that the database cannot be opened', async () => {
    env.LATCHKEY_DATABASE_URL = `sqlite:${join(folder, 'nowhere', 'latchkey.sqlite')}`
    const { code, err } = await command('serve')
    expect([code, err.split('\n').length]).toEqual([1, 2])
    expect(err).toMatch(/^LATCHKEY_DATABASE_URL points to a database that cannot be opened: /)
  })

  it('names a missing setting instead of starting (F19)', async () => {
    delete env.LATCHKEY_MASTER_KEY
    expect(await command('serve')).toEqual({ code: 1, out: '', err: 'LATCHKEY_MASTER_KEY is missing\n' })
  })

  it('does nothing if the master key does not decrypt the keys in the database (F19)', async () => {
    await command('projects', 'create', '--name', 'Acme')
    const right = env.LATCHKEY_MASTER_KEY
    env.LATCHKEY_MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 31 + 7) % 256)).toString(
      'hex',
    )
    const rejected = {
      code: 1,
      out: '',
      err: 'LATCHKEY_MASTER_KEY does not decrypt the keys in this database. Append the key they were encrypted with: <new key>,<old key>\n',
    }
    expect(await command('serve', '--port', '0')).toEqual(rejected)
    expect(await command('projects', 'create', '--name', 'Other')).toEqual(rejected)
    expect(await command('signing-keys', 'rotate', '--force')).toEqual(rejected)
    env.LATCHKEY_MASTER_KEY = `${env.LATCHKEY_MASTER_KEY},${right}`
    expect((await command('signing-keys', 'rotate', '--force')).code).toBe(0)
  })

  it('prints the help with --help', async () => {
    const { code, out } = await command('--help')
    expect(code).toBe(0)
    for (const word of [
      'dev',
      'serve',
      'projects create',
      'signing-keys rotate',
      'migrate',
      'LATCHKEY_MASTER_KEY',
      '--port',
    ]) {
      expect(out).toContain(word)
    }
  })
})
