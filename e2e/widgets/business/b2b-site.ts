import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { bundleB2bStandalone, bundleLocales } from '../../../tools/build/bundle-standalone.ts'
import { openPage, sharedBrowser } from '../../browser.ts'
import { messagesTo, newestMessage, type RunningProcess, startDevelopment } from '../../provider.ts'
import { currentStep, totpCode } from '../../totp-code.ts'

/** The business project of the development provider, where Ada is a member of Acme and of Globex. */
export const publicToken = 'public-token-test-22222222-2222-4222-8222-222222222222'
const project = 'project-test-22222222-2222-4222-8222-222222222222'
export const ada = 'ada@acme.test'

/** The CSP that the documentation promises to support, with Trusted Types. */
const policy = (api: string): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  `connect-src ${api}; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** Records the events of the element, layout shifts, and what was sent before the first input. */
const pageScript = `
const app = globalThis.app = { events: [], errors: [], shift: 0, calls: [], callsBefore: null, answers: 0, answersBefore: 0 }
const { fetch } = globalThis
globalThis.fetch = (...given) => {
  app.calls.push(new URL(given[0], location.href).pathname)
  return fetch(...given).then((answer) => { app.answers += 1; return answer })
}
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) app.shift += value })
  .observe({ type: 'layout-shift', buffered: true })
new MutationObserver(() => {
  if (app.callsBefore || !document.querySelector('input')) return
  app.callsBefore = [...app.calls]
  app.answersBefore = app.answers
}).observe(document, { childList: true, subtree: true })
addEventListener('latchkey-event', ({ detail }) => app.events.push(detail.type))
addEventListener('latchkey-error', ({ detail }) => app.errors.push(detail.message))
`

const html = (attributes: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Host application</title>
<script src="/page.js"></script>
<script type="module" src="/files/latchkey-b2b.js"></script>
</head>
<body>
<main><h1>Host application</h1><latchkey-b2b-login ${attributes}></latchkey-b2b-login></main>
</body>
</html>`

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

export interface BusinessSetup {
  readonly provider: RunningProcess
  readonly context: BrowserContext
  /** The origin of the host application. */
  readonly url: string
  /** The URL of a page with the element. */
  address(attributes: Record<string, string>, path?: string): string
  /** Opens it. The test fails at its end if the page breaks its CSP or throws. */
  open(attributes: Record<string, string>, path?: string): Promise<Page>
  /** Waits for the redirect of the provider to `/back`, and opens the element with the token of that URL. */
  land(page: Page, attributes: Record<string, string>): Promise<void>
  /** Changes settings of the development provider as an operator does. */
  admin<Data = Record<string, never>>(method: string, path: string, body?: object): Promise<Data>
  /** The newest code of an address, after the given step. */
  codeAfter(step: () => Promise<unknown>, email?: string): Promise<string>
}

let files: Promise<Map<string, string>> | undefined

async function bundle(): Promise<Map<string, string>> {
  const outdir = 'node_modules/.latchkey/b2b-locales'
  const [{ chunks }] = await Promise.all([bundleB2bStandalone('b2b', { write: false }), bundleLocales(outdir)])
  const folder = join(import.meta.dirname, '..', '..', '..', outdir)
  const locales = (await readdir(folder)).filter((name) => /^b2b-.*\.js$/.test(name))
  return new Map([
    ...[...chunks].map(([name, { code }]) => [name, code] as const),
    ...(await Promise.all(locales.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const))),
  ])
}

/** A provider with the sample organizations, and a host application with the published element. */
export function prepareBusiness(): BusinessSetup {
  const setup = {} as { -readonly [Name in keyof BusinessSetup]: BusinessSetup[Name] }
  let close = (): void => undefined
  const complaints: string[] = []

  beforeAll(async () => {
    files ??= bundle()
    const [scripts, provider] = await Promise.all([files, startDevelopment()])
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const script = pathname === '/page.js' ? pageScript : scripts.get(pathname.replace('/files/', ''))
      response.setHeader('content-security-policy', policy(provider.url))
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      response.end(script ?? html(searchParams.get('attributes') ?? ''))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = () => {
      server.close()
      server.closeAllConnections()
    }
    Object.assign(setup, { provider, url: `http://localhost:${(server.address() as AddressInfo).port}` })
    const browser = await sharedBrowser()
    setup.context = await browser.newContext({ reducedMotion: 'reduce' })
  })
  afterEach(async () => {
    for (const page of setup.context.pages()) await page.close()
    await setup.context.clearCookies()
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await setup.context?.close()
    close()
    await setup.provider?.end()
  })

  return Object.assign(setup, {
    address(attributes, path = '/') {
      const all = { 'public-token': publicToken, api: setup.provider.url, ...attributes }
      const text = Object.entries(all).map(([name, value]) => `${name}="${quoted(value)}"`)
      return `${setup.url}${path}?${new URLSearchParams({ attributes: text.join(' ') })}`
    },
    async open(attributes, path) {
      return (await openPage(setup.context, setup.address(attributes, path), complaints)).page
    },
    async land(page, attributes) {
      await page.waitForURL(`${setup.url}/back?**`)
      const target = new URL(setup.address(attributes))
      for (const [name, value] of new URL(page.url()).searchParams) target.searchParams.set(name, value)
      await page.goto(target.href)
    },
    async admin(method, path, body = {}) {
      const response = await fetch(`${setup.provider.url}/dev/admin/${project}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    codeAfter: (step, email) => codeAfter(setup.provider.url, step, email),
  } satisfies Partial<BusinessSetup>)
}

/** The newest code of an address, after the given step. */
export async function codeAfter(provider: string, step: () => Promise<unknown>, email: string = ada): Promise<string> {
  const [before] = await messagesTo(provider, email)
  await step()
  return (await newestMessage(provider, email, before?.id)).codes[0] ?? ''
}

/** Proves an address by a code. */
export async function prove(setup: Pick<BusinessSetup, 'codeAfter'>, page: Page, email: string = ada): Promise<void> {
  await field(page, 'Email').fill(email)
  const code = await setup.codeAfter(() => button(page, 'Continue').first().click(), email)
  await screen(page, 'email_otp_entry')
  await page.getByRole('textbox', { name: /passcode/i }).fill(code)
}

/** Enrolls an authenticator app: the recovery codes are shown. */
export async function enrollApp(
  page: Page,
  look: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await screen(page, 'mfa_enrollment_selection')
  await look(page)
  await button(page, /Authenticator app/).click()
  await screen(page, 'totp_enrollment_qr_code')
  await look(page)
  await button(page, 'I cannot scan it').click()
  await look(page)
  const secret = (await page.locator('.latchkey-b2b-key').textContent())?.replace(/\s/g, '') ?? ''
  await button(page, 'Continue').click()
  await screen(page, 'totp_entry')
  await page.getByRole('textbox').fill(totpCode(secret, currentStep()))
  await screen(page, 'recovery_code_save')
  await look(page)
}

export const screen = (page: Page, name: string): Promise<void> =>
  page.locator(`.latchkey[data-screen="${name}"]`).waitFor()

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** The slug of the organization that the tab is signed in to. */
export const storedOrganization = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([name, value]) =>
      name.includes(':session:') && String(value).startsWith('{')
        ? [JSON.parse(String(value)).session?.organization_slug]
        : [],
    ),
  )

export interface Recorded {
  events: string[]
  errors: string[]
  shift: number
  calls: string[]
  callsBefore: string[]
  answersBefore: number
}

export const recorded = (page: Page): Promise<Recorded> =>
  page.evaluate(() => (globalThis as unknown as { app: Recorded }).app)
