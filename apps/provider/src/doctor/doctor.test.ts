import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevelopment } from '@latchkey/server/dev'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runRecorded } from '../recording-terminal.suite.ts'

let folder: string
let env: Record<string, string>
let server: Server
let date: Date | null
let health: object
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-doctor-'))
  date = null
  health = { status: 'ok', database: { ok: true } }
  server = createServer((_request, response) => {
    if (date) response.setHeader('date', date.toUTCString())
    response.end(JSON.stringify(health))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  env = {
    LATCHKEY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'latchkey.sqlite')}`,
    LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    // A closed port.
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
    LATCHKEY_MAIL_FROM: 'sign-in@example.com',
  }
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

async function latchkey(...argv: string[]): Promise<{ code: number; out: string }> {
  const { code, out, err } = await runRecorded(argv, env)
  return { code, out: out + err }
}

/** Warnings and problems by check. */
async function complaints(): Promise<{ code: number; complaints: Record<string, string> }> {
  const { code, out } = await latchkey('doctor', '--json')
  const { findings } = JSON.parse(out) as { findings: { check: string; state: string; message: string }[] }
  const found = findings.filter(({ state }) => state !== 'ok')
  return {
    code,
    complaints: Object.fromEntries(found.map(({ check, state, message }) => [check, `${state}: ${message}`])),
  }
}

const mail = { mail: 'problem: The mail server cannot be reached: ESOCKET.' }

it('prints problems with their fix and exits with 1', async () => {
  await latchkey('migrate')
  await latchkey('projects', 'create', '--name', 'Acme')
  const { code, out } = await latchkey('doctor')
  expect(code).toBe(1)
  expect(out).toContain(`✓ database      SQLite responds and has the schema of this version.\n`)
  expect(out).toContain('✗ mail          The mail server cannot be reached: ESOCKET.\n')
  expect(out).toMatch(/! project Acme {2}No page may use it yet\.\n +→ Allow one with: latchkey origins add --project /)
  expect(out).toMatch(/\n1 problem, 2 warnings\n$/)
  expect(out).not.toContain(env.LATCHKEY_MASTER_KEY)
})

it('reports a missing database without creating it', async () => {
  expect(await complaints()).toEqual({
    code: 1,
    complaints: { ...mail, database: 'problem: The SQLite file does not exist.' },
  })
  expect(await complaints()).toMatchObject({ complaints: { database: 'problem: The SQLite file does not exist.' } })
})

it('reports an old schema without migrating it', async () => {
  await writeFile(join(folder, 'latchkey.sqlite'), '', { mode: 0o600 })
  const behind = 'problem: The database lacks migration 0001-initial, and migrating was turned off.'
  expect((await complaints()).complaints.migrations).toBe(behind)
  expect((await complaints()).complaints.migrations).toBe(behind)
})

it('reports an unreachable database without its password', async () => {
  env.LATCHKEY_DATABASE_URL = 'postgres://me:hunter2hunter2@127.0.0.1:1/latchkey'
  const { code, out } = await latchkey('doctor')
  expect([
    code,
    out.includes('PostgreSQL cannot be opened: ECONNREFUSED 127.0.0.1:1.'),
    out.includes('hunter2'),
  ]).toEqual([1, true, false])
})

it('keeps the cause of an unreachable database in the message of other commands, without the password', async () => {
  env.LATCHKEY_DATABASE_URL = 'postgres://me:hunter2hunter2@127.0.0.1:1/latchkey'
  const { code, out } = await latchkey('projects', 'list')
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^LATCHKEY_DATABASE_URL points to a database that cannot be opened: .*ECONNREFUSED 127\.0\.0\.1:1/,
    ),
  ])
  expect(out).not.toContain('hunter2')
})

it('reports every wrong setting', async () => {
  env.LATCHKEY_LOG_LEVEL = 'loud'
  env.LATCHKEY_PORT = 'x'
  const { out } = await latchkey('doctor', '--json')
  const { findings } = JSON.parse(out) as { findings: { check: string; state: string; message: string }[] }
  expect(findings.filter(({ check }) => check === 'settings').map(({ message }) => message)).toEqual([
    'LATCHKEY_PORT must be a port: 0 to 65535.',
    'LATCHKEY_LOG_LEVEL must be one of debug, info, warn, error, silent.',
  ])
})

it('warns of a project whose email_domains is not the domain of the sender', async () => {
  await latchkey('migrate')
  const lists = ['--origin', 'https://a.example.com', '--redirect', 'https://a.example.com/']
  await latchkey('projects', 'create', '--name', 'Acme', ...lists)
  expect((await complaints()).complaints).toEqual(mail)
  env.LATCHKEY_MAIL_FROM = 'sign-in@other.example'
  expect((await complaints()).complaints['project Acme']).toBe(
    'warning: Emails come from other.example, but email_domains is ["example.com"]: "Open in Gmail" finds no email.',
  )
})

it('reports a wrong master key, invalid settings and files that other users can read', async () => {
  await latchkey('migrate')
  await latchkey(
    'projects',
    'create',
    '--name',
    'Acme',
    '--origin',
    'https://a.example.com',
    '--redirect',
    'https://a.example.com/',
  )
  expect((await complaints()).complaints).toEqual(mail)
  await chmod(join(folder, 'latchkey.sqlite'), 0o644)
  env.LATCHKEY_MASTER_KEY = randomBytes(32).toString('hex')
  expect((await complaints()).complaints).toMatchObject({
    'master key': 'problem: The master key cannot decrypt the keys in this database.',
    permissions: expect.stringContaining('warning: Other users of this machine can read the database'),
  })
  env.LATCHKEY_LOG_LEVEL = 'loud'
  expect((await complaints()).complaints.settings).toMatch(/^problem: LATCHKEY_LOG_LEVEL must be one of /)
})

it.each([
  [{}, []],
  [
    { LATCHKEY_SMS_URL: 'https://sms.example.com/', LATCHKEY_SMS_SECRET: randomBytes(32).toString('hex') },
    ['A webhook for text messages is configured.'],
  ],
  [{ LATCHKEY_TWILIO_FROM: '+15005550006' }, ['Twilio is configured for text messages and WhatsApp.']],
  [
    { LATCHKEY_TWILIO_FROM: 'MG0123456789abcdef0123456789abcdef' },
    ['Twilio is configured for text messages; WhatsApp needs a number in LATCHKEY_TWILIO_WHATSAPP_FROM.'],
  ],
])('names the carrier of text messages without its secret (%#)', async (carrier, expected) => {
  const secret = 'a-long-enough-auth-token'
  const account = { LATCHKEY_TWILIO_ACCOUNT_SID: 'AC1', LATCHKEY_TWILIO_AUTH_TOKEN: secret }
  Object.assign(env, carrier, 'LATCHKEY_TWILIO_FROM' in carrier ? account : {})
  const { out } = await latchkey('doctor', '--json')
  const { findings } = JSON.parse(out) as { findings: { check: string; state: string; message: string }[] }
  expect(findings.filter(({ check }) => check === 'text messages')).toMatchObject(
    expected.map((message) => ({ state: 'ok', message })),
  )
  expect(out).not.toContain(secret)
})

it('reports a wrong clock, and a base URL without a provider', async () => {
  await latchkey('migrate')
  date = new Date(Date.now() - 3_600_000)
  expect((await complaints()).complaints.clock).toMatch(
    /^problem: The clocks of this machine and of the provider differ by 3[56]\d\d seconds\.$/,
  )
  health = {}
  expect((await complaints()).complaints['base URL']).toMatch(/^problem: The server at .* is not a provider\.$/)
  env.LATCHKEY_BASE_URL = 'http://127.0.0.1:1'
  expect((await complaints()).complaints['base URL']).toBe('warning: No response from http://127.0.0.1:1.')
})

it('checks a development provider with --dev, without settings of production', async () => {
  env = { LATCHKEY_DATA_DIR: join(folder, 'dev'), LATCHKEY_PORT: String((server.address() as AddressInfo).port) }
  const { code, out } = await latchkey('doctor', '--dev')
  expect([code, out]).toEqual([1, expect.stringContaining(`✗ database  ${folder}/dev has no development provider.`)])
  const development = await startDevelopment({ port: 0, dataDir: join(folder, 'dev') })
  await development.close()
  const { findings } = JSON.parse((await latchkey('doctor', '--dev', '--json')).out)
  const states = Object.fromEntries(findings.map(({ check, state }: Record<string, string>) => [check, state]))
  expect(states).toMatchObject({ Node: 'ok', projects: 'ok', 'master key': 'ok', 'base URL': 'ok' })
  expect(Object.keys(states)).not.toContain('settings')
})
