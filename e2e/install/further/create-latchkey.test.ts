// `npm create latchkey` in an empty folder, with the packages as they are published: from the command to a signed-in user.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../tools/test/free-port.ts'
import { axeViolations, sharedBrowser } from '../../browser.ts'
import { statusOf } from '../../examples/status-of.ts'
import { tarballFolder } from '../../hosts/packed/tarballs.ts'
import { newestMessage } from '../../provider.ts'
import { type RunningCommand, runCommand, startCommand } from '../command.ts'

const limit = 600_000
/** How each template prints the address of the application. */
const addresses = {
  'react-vite': /Local:\s+(http:\/\/localhost:\d+)/,
  nextjs: /Local:\s+(http:\/\/localhost:\d+)/,
  html: /Application\s+(http:\/\/localhost:\d+)/,
}

let tarballs: string
let program: string
let parent: string

beforeAll(async () => {
  tarballs = await tarballFolder()
  const name = (await readdir(tarballs)).find((file) => file.startsWith('create-latchkey-'))
  program = join(tarballs, name ?? '')
  parent = await mkdtemp(join(tmpdir(), 'latchkey-create-'))
}, limit)
afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))

const create = (...args: string[]): string[] => [
  'exec',
  '--yes',
  '--package',
  program,
  '--',
  'create-latchkey',
  ...args,
]

describe.each(Object.entries(addresses))('npm create latchkey with the template %s', (template, address) => {
  const folder = () => join(parent, template)
  const times: string[] = []
  let provider: string
  let context: BrowserContext
  let page: Page
  let development: RunningCommand
  const complaints: string[] = []

  /** Measures one step; the steps together are the first hour of a developer. */
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const result = await work()
    times.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return result
  }

  beforeAll(async () => {
    const port = await freePort()
    provider = `http://localhost:${port}`
    const options = ['--template', template, '--provider-port', String(port), '--tarballs', tarballs]
    await timed('create and install', () => runCommand('npm', create(template, ...options), { cwd: parent }))
    const PORT = String(await freePort())
    const url = await timed('start', async () => {
      development = startCommand('npm', ['run', 'dev'], {
        cwd: folder(),
        env: { PORT, NEXT_TELEMETRY_DISABLED: '1' },
      })
      return (await development.find(address))[1] ?? ''
    })
    context = await (await sharedBrowser()).newContext()
    context.setDefaultTimeout(120_000)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    await timed('first page', async () => {
      await page.goto(url)
      await page.getByRole('textbox', { name: 'Email' }).waitFor()
    })
  }, limit)
  beforeEach(() => void complaints.splice(0))
  afterEach(() => expect(complaints.splice(0)).toEqual([]))
  afterAll(async () => {
    await context?.close()
    await development?.end()
    process.stdout.write(`${template}: ${times.join(', ')}\n`)
  }, limit)

  it('signs a user in by the code in the inbox, shows who it is, and signs out', { timeout: limit }, async () => {
    await timed('sign in', async () => {
      await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('textbox', { name: /code/i }).waitFor()
      const { codes } = await newestMessage(provider, 'ada@example.com')
      await page.getByRole('textbox', { name: /code/i }).fill(codes[0] ?? '')
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
    })
    await page.getByText('ada@example.com').waitFor()
    await page.reload()
    await page.getByText('ada@example.com').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  it('has a page that reads well on a phone and has no violation of accessibility rules', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([overflow <= 0, await axeViolations(page)]).toEqual([true, []])
  })

  it('lists the user on the command line of the project', { timeout: limit }, async () => {
    const args = ['latchkey', 'users', 'list', '--dev', '--project', 'Latchkey Demo']
    expect(await runCommand('npx', args, { cwd: folder() })).toContain('ada@example.com')
  })

  it('refuses to write into the same folder again', async () => {
    const again = startCommand('npm', create(template, '--template', template), { cwd: parent })
    expect(await again.ended).toBe(1)
    expect(again.output()).toContain(`The folder ${template} is not empty`)
  })

  if (template === 'html')
    it('serves files of its folders only, and no request ends it', async () => {
      const answers: (number | undefined)[] = []
      for (const path of ['//', '/../package.json', '/latchkey/../package.json', '/..%2fpackage.json', '/'])
        answers.push(await statusOf(page.url(), path))
      expect(answers).toEqual([400, 404, 404, 404, 200])
    })

  it('stops the application and the provider together', { timeout: limit }, async () => {
    // A development server of Next.js reports every lost connection in the console of the page.
    await page.close()
    await development.end()
    await expect(fetch(`${provider}/health`)).rejects.toThrow()
  })

  if (template !== 'html')
    it('builds for production, with its types checked', { timeout: limit }, async () => {
      await timed('build', () =>
        runCommand('npm', ['run', 'build'], { cwd: folder(), env: { NEXT_TELEMETRY_DISABLED: '1' } }),
      )
      expect(['dist', '.next'].some((name) => existsSync(join(folder(), name)))).toBe(true)
    })
})
