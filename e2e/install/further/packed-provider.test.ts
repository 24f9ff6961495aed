// The provider as it is published, run by npx in an empty folder.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../tools/test/free-port.ts'
import { sharedBrowser } from '../../browser.ts'
import { findTarballs } from '../../hosts/packed/tarballs.ts'
import { runCommand, startCommand } from '../command.ts'

let tarball: string
let cwd: string

beforeAll(async () => {
  tarball = (await findTarballs()).get('@latchkey/provider') ?? ''
  cwd = await mkdtemp(join(tmpdir(), 'latchkey-npx-'))
}, 600_000)
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** The words of `npx @latchkey/provider …`, with the tarball instead of the registry. */
const npx = (...args: string[]): string[] => ['--yes', '--package', tarball, 'latchkey', ...args]

it('runs a development provider with playground, inbox and stand-alone widgets', { timeout: 600_000 }, async () => {
  const development = startCommand('npx', npx('dev', '--port', '0'), { cwd })
  const url = (await development.find(/Playground\s+(http:\/\/localhost:\d+)\//))[1] ?? ''
  expect(development.output()).toContain('npx @latchkey/provider --help')
  const page = await (await sharedBrowser()).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue', exact: true }).first().waitFor()
  await page.close()
  const paths = ['/inbox', '/standalone/latchkey.js', '/v1/frame', '/openapi.json', '/health/ready']
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
  expect([complaints, statuses]).toEqual([[], paths.map(() => 200)])
  expect(await readdir(cwd)).toEqual(['.latchkey'])
  await development.end()
})

it('serves in production, next to its administration', { timeout: 600_000 }, async () => {
  const port = await freePort()
  const env = {
    LATCHKEY_HOST: '127.0.0.1',
    LATCHKEY_PORT: String(port),
    LATCHKEY_BASE_URL: `http://127.0.0.1:${port}`,
    LATCHKEY_DATABASE_URL: `sqlite:${join(cwd, 'latchkey.sqlite')}`,
    LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64'),
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
    LATCHKEY_MAIL_FROM: 'sign-in@example.com',
  }
  const provider = startCommand('npx', npx('serve'), { cwd, env })
  await provider.find(/listening/)
  const latchkey = (...args: string[]) => runCommand('npx', npx(...args), { cwd, env })
  const made = await latchkey('projects', 'create', '--name', 'Acme', '--json')
  const { public_token } = JSON.parse(made.slice(made.indexOf('{')))
  await latchkey('settings', 'set', 'password_policy.breach_detection_on_authentication=false')
  const password_hash = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'
  await writeFile(join(cwd, 'users.ndjson'), `${JSON.stringify({ email: 'ada@example.com', password_hash })}\n`)
  await latchkey('users', 'import', 'users.ndjson', '--verified')
  // Threads verify the imported hash and compute a new one, with packages that are not in the bundle.
  const body = { email: 'ada@example.com', password: 'abc', session_duration_minutes: 30 }
  const response = await fetch(`${env.LATCHKEY_BASE_URL}/sdk/v1/passwords/authenticate`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${public_token}:${public_token}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  expect((await fetch(`${env.LATCHKEY_BASE_URL}/health/ready`)).status).toBe(200)
  await provider.end('SIGTERM')
})
