import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../browser.ts'
import { launch, startDevelopment } from '../provider.ts'
import { type HostSite, newEmail, startHostSite } from './host-site.ts'
import { apiHost, app, startOwnSite } from './own-site.ts'

const password = 'a kettle of seven herrings'
const wrong = 'nine umbrellas in the attic'

interface Place {
  browser: Browser
  /** The URL of a page with a client. */
  page: string
  close(): Promise<void>
}

/** A development provider on localhost, without HTTPS. */
async function openDevelopment(dataDir: string): Promise<Place> {
  const provider = await startDevelopment({ dataDir })
  const site = await startHostSite(provider.url)
  const browser = await launchBrowser()
  const close = async (): Promise<void> => {
    await browser.close()
    await site.close()
    await provider.end()
  }
  return { browser, page: site.page(), close }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** A production provider behind a proxy with HTTPS, on another host than the pages. */
async function openProduction(dataDir: string): Promise<Place> {
  const port = await freePort()
  const options = {
    dataDir,
    env: {
      LATCHKEY_DATABASE_URL: `sqlite://${join(dataDir, 'data.db')}`,
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64url'),
      LATCHKEY_BASE_URL: `https://${apiHost}`,
      // Neither of them is reached: no message is sent, and no list of breached passwords is needed.
      LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
      LATCHKEY_BREACHED_PASSWORDS_URL: 'http://127.0.0.1:1',
      LATCHKEY_MAIL_FROM: 'sign-in@provider.example',
      LATCHKEY_HOST: '127.0.0.1',
      LATCHKEY_PORT: String(port),
    },
  }
  const words = [
    'projects',
    'create',
    '--name',
    'Tea',
    '--environment',
    'test',
    '--origin',
    app,
    '--redirect',
    `${app}/`,
  ]
  const created = await launch([...words, '--json'], options)
  expect([(await created.ended).code, created.output()]).toMatchObject([0, expect.any(String)])
  const { public_token } = JSON.parse(created.output())
  const provider = await launch(['serve'], options)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 50))
  const scripts: HostSite = await startHostSite(url)
  const site = await startOwnSite(url, scripts)
  const browser = await launchBrowser({ names: site.rules })
  const close = async (): Promise<void> => {
    await browser.close()
    await site.close()
    await scripts.close()
    await provider.end()
  }
  return { browser, page: site.page(public_token), close }
}

const enter = (page: Page, name: 'create' | 'authenticate', email: string, typed: string): Promise<string> =>
  page.evaluate(
    ([which, to = '', secret = '']) =>
      host.client.passwords[which as 'create']({ email: to, password: secret, session_duration_minutes: 30 }).then(
        () => 'ok',
        (error: { error_type?: string }) => error.error_type ?? String(error),
      ),
    [name, email, typed],
  )

const deviceCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.includes('latchkey_device_'))

describe.each([
  {
    where: 'in development',
    open: openDevelopment,
    name: /^latchkey_device_[0-9a-f]{16}$/,
    attributes: { domain: 'localhost', secure: false, sameSite: 'Lax' },
  },
  {
    where: 'in production',
    open: openProduction,
    name: /^__Host-latchkey_device_[0-9a-f]{16}$/,
    attributes: { domain: apiHost, secure: true, sameSite: 'None' },
  },
])('a browser in which the password was right, $where', ({ open, name, attributes }) => {
  let dataDir: string
  let place: Place
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'latchkey-known-browser-'))
    place = await open(dataDir)
  })
  afterAll(async () => {
    await place?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** A browser with its own cookies, on the network of all others. */
  async function openBrowser(): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await place.browser.newContext({ ignoreHTTPSErrors: true })
    return { context, ...(await openPage(context, place.page)) }
  }

  it('signs in while wrong passwords of another browser on the same network lock the account (R-11)', async () => {
    const email = newEmail()
    const owner = await openBrowser()
    const attacker = await openBrowser()
    expect(await enter(owner.page, 'create', email, password)).toBe('ok')
    const [kept] = await deviceCookies(owner.context)
    expect(kept).toMatchObject({ ...attributes, name: expect.stringMatching(name), path: '/', httpOnly: true })
    const days = ((kept?.expires ?? 0) * 1_000 - Date.now()) / (24 * 60 * 60_000)
    expect(Math.round(days)).toBe(90)
    expect(await owner.page.evaluate(() => document.cookie)).not.toContain('latchkey_device_')

    for (let count = 0; count < 10; count += 1)
      expect(await enter(attacker.page, 'authenticate', email, wrong)).toBe('unauthorized_credentials')
    expect(await enter(attacker.page, 'authenticate', email, password)).toBe('user_lock_limit_reached')
    expect(await deviceCookies(attacker.context)).toEqual([])

    // Nine wrong ones and the right one: the attacker has used up none of this browser's guesses.
    for (let count = 0; count < 9; count += 1)
      expect(await enter(owner.page, 'authenticate', email, wrong)).toBe('unauthorized_credentials')
    expect(await enter(owner.page, 'authenticate', email, password)).toBe('ok')

    await owner.context.clearCookies({ name: kept?.name ?? '' })
    expect(await enter(owner.page, 'authenticate', email, password)).toBe('user_lock_limit_reached')
    expect([owner.complaints, attacker.complaints]).toEqual([[], []])
    await Promise.all([owner.context.close(), attacker.context.close()])
  })
})
