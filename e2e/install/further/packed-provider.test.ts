// The provider as it is published, run by npx in an empty folder.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../tools/bootstrap/run.mjs'
import { addDocsToProvider, packPackages } from '../../../tools/build/build.ts'
import { freePort } from '../../../tools/test/free-port.ts'
import { openPage, sharedBrowser } from '../../browser.ts'
import { findTarballs } from '../../hosts/packed/tarballs.ts'
import { type RunningCommand, runCommand, startCommand } from '../command.ts'

let tarball: string
let folder: string
let cwd: string
/** The names of spans that a process has reported. */
let spans: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-npx-'))
  cwd = join(folder, 'empty')
  await mkdir(cwd)
  // `npm run build` packs the documentation too. It is built here, unless it is current.
  const built = (await findTarballs()).has('@latchkey/provider')
  const docs = await run(process.execPath, ['tools/docs.mjs', '--background'], { quiet: true })
  await addDocsToProvider()
  const packed = await packPackages(folder, { quiet: true, names: ['@latchkey/provider'] })
  expect([built, docs.code, packed.code], docs.output + packed.output).toEqual([true, 0, 0])
  tarball = join(folder, packed.output.trim().split('\n').at(-1) ?? '')
}, 900_000)
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** The words of `npx @latchkey/provider …`, with the tarball instead of the registry. */
const npx = (...args: string[]): string[] => ['--yes', '--package', tarball, 'latchkey', ...args]

/** A module that registers an SDK, which appends the names of spans to a file. Returns its path. */
async function writeTracing(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const path = join(folder, 'tracing.cjs')
  spans = join(folder, 'spans')
  await writeFile(spans, '')
  await writeFile(
    path,
    `const { appendFileSync } = require('node:fs')
const { trace } = require(${JSON.stringify(resolve('@opentelemetry/api'))})
const { BasicTracerProvider, SimpleSpanProcessor } = require(${JSON.stringify(resolve('@opentelemetry/sdk-trace-base'))})
const exporter = {
  export(spans, done) {
    for (const { name } of spans) appendFileSync(${JSON.stringify(spans)}, name + '\\n')
    done({ code: 0 })
  },
  shutdown: async () => {},
}
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
`,
  )
  return path
}

describe('latchkey dev from the tarball', { timeout: 600_000 }, () => {
  let development: RunningCommand
  let url: string
  let context: BrowserContext
  beforeAll(async () => {
    const env = { NODE_OPTIONS: `--require=${await writeTracing()}` }
    development = startCommand('npx', npx('dev', '--port', '0'), { cwd, env })
    url = (await development.find(/Playground\s+(http:\/\/localhost:\d+)\//))[1] ?? ''
    context = await (await sharedBrowser()).newContext()
  }, 600_000)
  afterAll(async () => {
    await context?.close()
    await development?.end()
  })

  it('runs a development provider with playground, inbox and stand-alone widgets', async () => {
    expect(development.output()).toContain('npx @latchkey/provider --help')
    const { page, complaints } = await openPage(context, url)
    await page.getByRole('button', { name: 'Continue', exact: true }).first().waitFor()
    const paths = ['/inbox', '/standalone/latchkey.js', '/v1/frame', '/openapi.json', '/health/ready']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
    expect([complaints, statuses]).toEqual([[], paths.map(() => 200)])
    expect(await readdir(cwd)).toEqual(['.latchkey'])
  })

  it('serves the documentation with its search and its assets, without a violation of its CSP', async () => {
    const failed: string[] = []
    context.on('response', (response) => {
      if (!response.ok() && response.status() !== 302) failed.push(`${response.status()} ${response.url()}`)
    })
    const { page, complaints } = await openPage(context, `${url}/docs`)
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search the documentation' })
    await dialog.getByRole('combobox').fill('rate limit')
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/rate-limits/)
    await page.getByRole('heading', { level: 1, name: 'Rate limits' }).waitFor()
    const color = await page.getByRole('main').evaluate((element) => getComputedStyle(element).fontFamily)
    expect({ failed, complaints, isStyled: /sans-serif/.test(color) }).toEqual({
      failed: [],
      complaints: [],
      isStyled: true,
    })
    const index = await fetch(`${url}/docs/`)
    const policy = index.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    const assets = [...(await index.text()).matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path)
    const responses = await Promise.all(assets.map((path) => fetch(`${url}${path}`)))
    expect(responses.length).toBeGreaterThan(1)
    for (const { status, headers } of responses)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  it('reports its requests to an OpenTelemetry SDK that the process has registered', async () => {
    await fetch(`${url}/v1/sessions/jwks/unknown`)
    await expect.poll(() => readFile(spans, 'utf8')).toContain('GET /v1/sessions/jwks/{project_id}\n')
  })

  it('has a page for an unknown address, and one for each error of the API', async () => {
    const { page, complaints } = await openPage(context, `${url}/docs/no-such-page`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect((await fetch(`${url}/docs/no-such-page`)).status).toBe(404)
    await page.goto(`${url}/docs/errors/otp_code_not_found`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('otp_code_not_found')
    // The site's own page, not the short one of the provider.
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
    expect(complaints).toEqual([])
  })
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
  // Neither the site nor a page of a development provider is public.
  const paths = ['/docs', '/docs/', '/docs/widgets', '/docs/search.json', '/docs/llms.txt', '/', '/inbox']
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(env.LATCHKEY_BASE_URL + path)).status))
  expect(statuses).toEqual(paths.map(() => 404))
  const errorPage = await fetch(`${env.LATCHKEY_BASE_URL}/docs/errors/otp_code_not_found`)
  expect([errorPage.status, (await errorPage.text()).includes('/docs/assets/')]).toEqual([200, false])
  await provider.end('SIGTERM')
})
