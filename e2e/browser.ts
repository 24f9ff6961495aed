import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { findChromium } from '../tools/test/chromium.ts'

/** Resolves only names of this machine, so that no request leaves it. */
const onlyLocalNames = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'

interface BrowserOptions extends Pick<LaunchOptions, 'executablePath' | 'ignoreDefaultArgs'> {
  /** The rules of Chromium's host resolver. @default only names of this machine */
  names?: string
  /** Further command line flags of Chromium. */
  flags?: string[]
}

export function launchBrowser({
  names = onlyLocalNames,
  flags = [],
  ...options
}: BrowserOptions = {}): Promise<Browser> {
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
      ...flags,
    ],
  })
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files of this process. Callers close their contexts. All pages of a context share a renderer
 * process, and the compositor runs in the browser process: starting them for each page takes a quarter of a short test.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser({ flags: ['--renderer-process-limit=1', '--in-process-gpu'] })
  return shared
}

const attempts = new WeakMap<BrowserContext, string[]>()

/** The URLs of all requests to other machines since the first call. They fail, because their names are not resolved. */
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

/** Opens a page and records its CSP violations, script errors and console errors. */
export async function openPage(
  context: BrowserContext,
  url: string,
  complaints: string[] = [],
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs every response with an error status. Tests of the page check its error text.
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
 * The axe violations of the page, or of some parts of it, as `rule: selector`. The debugger evaluates axe, so that the
 * CSP of the page stays enabled.
 */
export function axeViolations(page: Page, ...parts: string[]): Promise<string[]> {
  return runAxe(page, parts, {})
}

/** Color contrast violations only, for pages that differ by their colors from a page that was checked completely. */
export function contrastViolations(page: Page, ...parts: string[]): Promise<string[]> {
  return runAxe(page, parts, { runOnly: ['color-contrast'] })
}

async function runAxe(page: Page, include: string[], rules: axe.RunOptions): Promise<string[]> {
  // axe is large: it is loaded once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  // Details are computed for violations only, and no style sheet is fetched.
  const options: axe.RunOptions = { ...rules, iframes: false, preload: false, resultTypes: ['violations'] }
  return page.evaluate(
    async ({ include, options }) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await engine.run(include.length > 0 ? { include } : document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    { include, options },
  )
}
