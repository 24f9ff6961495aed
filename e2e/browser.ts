import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { findChromium } from '../tools/test/chromium.ts'

/** Whatever is not this machine has no address: nothing leaves it. */
const onlyHere = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'

interface BrowserWishes extends Pick<LaunchOptions, 'executablePath' | 'ignoreDefaultArgs'> {
  /** Other rules for where names lead, for who has hosts of their own. */
  names?: string
}

export function launchBrowser({ names = onlyHere, ...options }: BrowserWishes = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? '',
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${names}`,
    ],
  })
}

let shared: Promise<Browser> | undefined

/** One browser for all test files of this process. Callers close their contexts. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

const attempts = new WeakMap<BrowserContext, string[]>()

/** The addresses of whatever tried to leave this machine, which nothing can, since it was asked for the first time. */
export function triedToLeave(context: BrowserContext): string[] {
  const known = attempts.get(context)
  if (known) return known
  const tried: string[] = []
  attempts.set(context, tried)
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED') tried.push(request.url())
  })
  return tried
}

/** A page that keeps what went wrong on it: violations of its policy, script errors, console errors. */
export async function openPage(
  context: BrowserContext,
  url: string,
  complaints: string[] = [],
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused call is shown by the browser as an error of its own; the page's words for it are tested elsewhere.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(`console: ${message.text()}`)
    }
  })
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
  await page.goto(url)
  return { page, complaints }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on the page, or in some parts of it, as `rule: selector`; evaluated by the browser's debugger, so that
 * the page's policy stays on.
 */
export function axeViolations(page: Page, ...parts: string[]): Promise<string[]> {
  return judge(page, parts, {})
}

/** What axe finds of colours alone: for what differs by its colours from a page that it has seen whole. */
export function contrastViolations(page: Page, ...parts: string[]): Promise<string[]> {
  return judge(page, parts, { runOnly: ['color-contrast'] })
}

async function judge(page: Page, include: string[], choice: axe.RunOptions): Promise<string[]> {
  // It is large: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  // Only what is wrong is worked out in full, and nothing is fetched for it.
  const options: axe.RunOptions = { ...choice, iframes: false, preload: false, resultTypes: ['violations'] }
  return page.evaluate(
    async ({ include, options }) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await engine.run(include.length > 0 ? { include } : document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    { include, options },
  )
}
