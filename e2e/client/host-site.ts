import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ClientOptions } from '@latchkey/client'
import { build } from 'esbuild'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { messagesTo, newestMessage } from '../provider.ts'
import type { HostPage } from './host-page.ts'

declare global {
  /** Only inside the page. */
  var host: HostPage
}

/** A project of the development provider, the same on every machine. */
export const publicToken = 'public-token-test-11111111-1111-4111-8111-111111111111'
export const sessionCookie = 'latchkey_session'
export const jwtCookie = 'latchkey_session_jwt'
export const intermediateCookie = 'latchkey_intermediate_session_token'
export const recordKey = `latchkey:${publicToken}:session`

/** Rounds of each race between tabs. An even number: two kinds of rounds alternate. */
export const raceRounds: number = Number(process.env.RACE_ROUNDS ?? 4)

export interface HostSite {
  url: string
  /** The files by path. A page fetches lazy chunks when it needs them. */
  scripts: Map<string, string>
  /** The URL of a page whose client has these options, and optionally another public token. */
  page(options?: ClientOptions, token?: string): string
  close(): Promise<void>
}

const html =
  '<!doctype html><meta charset="utf-8"><title>Host</title><script type="module" src="/host-page.js"></script>'

/** The CSP that the client supports; with captcha it allows workers. */
const policy = (api: string, hasCaptcha: boolean): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  `connect-src ${api}; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; ` +
  (hasCaptcha ? 'trusted-types latchkey; worker-src blob:' : "trusted-types 'none'")

let bundled: Promise<Map<string, string>> | undefined

async function bundleHostPage(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'host-page.ts')],
    outdir: 'host',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/')), text]))
}

/** A host application on its own origin. */
export async function startHostSite(api: string, hasCaptcha = false): Promise<HostSite> {
  // Once for all test files of this process.
  bundled ??= bundleHostPage()
  const scripts = await bundled
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', policy(api, hasCaptcha))
    // A sandboxed frame has an opaque origin: modules need CORS headers.
    if (script) response.setHeader('access-control-allow-origin', '*')
    // Like a file with a hash in its name: the browser compiles it once.
    if (script) response.setHeader('cache-control', 'max-age=3600, immutable')
    response.end(script ?? html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    scripts,
    page: (options, token) => pageAddress(url, api, options, token),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pageAddress(site: string, api: string, options: ClientOptions = {}, token = publicToken): string {
  const wanted = { domains: { testApi: api }, ...options }
  return `${site}/?${new URLSearchParams({ public_token: token, options: JSON.stringify(wanted) })}`
}

/**
 * The same page on a host other than localhost, without a server: requests are fulfilled here, and calls to the provider
 * are forwarded with an authorized origin.
 */
export async function serveFrom(
  context: BrowserContext,
  site: string,
  hostSite: HostSite,
  provider: string,
): Promise<string> {
  await context.route(`${site}/**`, (route) => {
    const script = hostSite.scripts.get(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: script ? 'text/javascript' : 'text/html', body: script ?? html })
  })
  const api = 'https://api.test'
  await context.route(`${api}/**`, async (route) => {
    const request = route.request()
    const answer = await route.fetch({
      url: request.url().replace(api, provider),
      headers: { ...(await request.allHeaders()), origin: hostSite.url },
    })
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'access-control-allow-origin': site } })
  })
  return pageAddress(site, api)
}

let addresses = 0

export function newEmail(): string {
  addresses += 1
  return `user-${addresses}@example.com`
}

/** Signs in on the page by a passcode from the inbox. */
export async function signIn(page: Page, provider: string, email: string = newEmail(), minutes = 30): Promise<string> {
  const [before] = await messagesTo(provider, email)
  const methodId = await page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then((r) => r.method_id), email)
  const { codes } = await newestMessage(provider, email, before?.id)
  await page.evaluate(
    ([code = '', method = '', duration = '']) =>
      host.client.otps.authenticate(code, method, { session_duration_minutes: Number(duration) }).then(() => undefined),
    [codes[0] ?? '', methodId, String(minutes)],
  )
  return email
}

/** The email address of the signed-in user. */
export function signedInAs(page: Page): Promise<string | null> {
  return page.evaluate(() => host.client.user.getSync()?.emails[0]?.email ?? null)
}

export function tokenOn(page: Page): Promise<string | null> {
  return page.evaluate(() => host.client.session.getTokens()?.session_token ?? null)
}

/** The session cookies of the browser. */
export async function cookiesOf(
  context: BrowserContext,
): Promise<Record<string, Awaited<ReturnType<BrowserContext['cookies']>>[number]>> {
  const all = await context.cookies()
  return Object.fromEntries(all.filter(({ name }) => !name.startsWith('other')).map((cookie) => [cookie.name, cookie]))
}

/** The session in local storage. */
export function recordOn(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), recordKey)
}

export interface Hold {
  /** Resolves when `count` calls wait. */
  arrived(count: number): Promise<void>
  /** Releases all calls, including later ones. */
  release(): Promise<void>
}

/** Holds requests to a path, or their responses. */
export async function hold(context: BrowserContext, path: string, what: 'calls' | 'answers'): Promise<Hold> {
  const pattern = `**/sdk/v1${path}`
  const held: (() => Promise<void>)[] = []
  let isOpen = false
  let wake = (): void => undefined
  const keep = async (route: Route): Promise<void> => {
    if (isOpen || route.request().method() === 'OPTIONS') return route.continue()
    const response = what === 'answers' ? await route.fetch() : undefined
    held.push(() => (response ? route.fulfill({ response }) : route.continue()))
    wake()
  }
  await context.route(pattern, keep)
  return {
    async arrived(count) {
      while (held.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async release() {
      isOpen = true
      await Promise.all(held.splice(0).map((letGo) => letGo()))
      await context.unroute(pattern, keep)
    },
  }
}

/** Records calls to a path. */
export function watchCalls(page: Page, path: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/sdk/v1${path}` && request.method() !== 'OPTIONS') seen.push(request)
  })
  return seen
}
