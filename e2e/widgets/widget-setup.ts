import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openPage, sharedBrowser } from '../browser.ts'
import { sharedContexts } from '../contexts.ts'
import type { ShowOptions } from '../hosts/host-login.ts'
import { type HostPageOptions, type HostSite, startHosts } from '../hosts/host-site.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import {
  type InboxMessage,
  newestMessage,
  type RunningProcess,
  sharedDevelopment,
  startDevelopment,
} from '../provider.ts'
import { isFull } from './matrix.ts'
import { button, codeField, emailField, newEmail, root, screen } from './widget-page.ts'

/** A host page with the widget on it. */
export interface Shown {
  context: BrowserContext
  page: Page
  /** Errors and warnings of the browser and the widget. A test with any of them at its end fails. */
  complaints: string[]
}

export interface WidgetSetup {
  provider: RunningProcess
  /** The data folder of the provider, for CLI commands. */
  dataDir: string
  browser: Browser
  site: HostSite
  /** A separate browser context with optional settings. */
  newContext(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
  /** Opens a host page without a widget. */
  open(options?: HostPageOptions, context?: BrowserContext): Promise<Shown>
  /** Also checks a page that was opened in another way for errors and warnings. */
  watch(opened: Shown): void
  /** Opens a host page, mounts the widget and waits for it. */
  show(wanted?: ShowOptions & HostPageOptions, context?: BrowserContext): Promise<Shown>
}

/** Options of the page; all others are options of the widget. Add new options here too. */
const pageOptions: Record<keyof HostPageOptions, true> = {
  build: true,
  client: true,
  publicToken: true,
  leavesToken: true,
  rendered: true,
  hasOneTap: true,
  hasPromisedPolicy: true,
  query: true,
}

type Parts = Pick<WidgetSetup, 'provider' | 'dataDir' | 'browser' | 'site'>

let shared: Promise<Parts> | undefined

/** The same provider and host pages for all files of this process, until it exits. */
function sharedParts(): Promise<Parts> {
  shared ??= sharedDevelopment().then(withHosts)
  return shared
}

async function ownParts(): Promise<Parts> {
  const dataDir = createMemoryFolder('widgets')
  return withHosts({ ...(await startDevelopment({ dataDir })), dataDir })
}

async function withHosts({ dataDir, ...provider }: RunningProcess & { dataDir: string }): Promise<Parts> {
  const [browser, site] = await Promise.all([sharedBrowser(), startHosts(provider.url)])
  return { dataDir, provider, browser, site }
}

interface WidgetSetupOptions {
  /** For files that move the provider's clock, change its settings or use fixed addresses. @default false */
  hasOwnProvider?: boolean
  /**
   * Screens change with animations. Drawing them is a fifth of the CPU time of a sign-in, so that `npm test` leaves them
   * out in most files; the full run has them in all. @default false
   */
  hasMotion?: boolean
}

/** A provider, a browser and host pages for all tests of a file. Each test must end without errors and warnings. */
export function prepareWidgets({ hasOwnProvider = false, hasMotion = isFull }: WidgetSetupOptions = {}): WidgetSetup {
  const setup = {} as WidgetSetup
  const pool = sharedContexts()
  const shown: Shown[] = []

  beforeAll(async () => {
    Object.assign(setup, await (hasOwnProvider ? ownParts() : sharedParts()))
  })
  afterAll(async () => {
    if (!hasOwnProvider) return
    await setup.site?.close()
    await setup.provider?.end()
    if (setup.dataDir) await rm(setup.dataDir, { recursive: true, force: true })
  })
  afterEach(async () => {
    // Waits for pending messages before the context is closed.
    await Promise.all(shown.map(({ page }) => (page.isClosed() ? undefined : page.evaluate(() => undefined))))
    const complaints = shown.splice(0).flatMap((one) => one.complaints)
    await pool.release()
    expect(complaints).toEqual([])
  })

  return Object.assign(setup, {
    async newContext(options) {
      const context = await pool.take({ ...(!hasMotion && { reducedMotion: 'reduce' }), ...options })
      context.setDefaultTimeout(60_000)
      return context
    },
    async open(options, given) {
      const context = given ?? (await setup.newContext())
      const opened = { context, ...(await openPage(context, setup.site.page(options))) }
      shown.push(opened)
      return opened
    },
    watch: (opened) => void shown.push(opened),
    async show(options = {}, context) {
      const pick = (isForPage: boolean): object =>
        Object.fromEntries(Object.entries(options).filter(([name]) => name in pageOptions === isForPage))
      const opened = await setup.open(pick(true), context)
      await opened.page.evaluate((options) => app.show(options), pick(false))
      await root(opened.page).waitFor()
      return opened
    },
  } satisfies Partial<WidgetSetup>)
}

/** Requests a passcode for a new user and returns the address. */
export async function askForCode(page: Page): Promise<string> {
  const email = newEmail()
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'otp_authenticate')
  return email
}

/** Signs a new user in with a passcode and returns the address. */
export async function signIn(setup: WidgetSetup, page: Page): Promise<string> {
  const email = await askForCode(page)
  await codeField(page).fill(await codeFor(setup, email))
  await screen(page, 'otp_confirmation')
  return email
}

export async function codeFor(setup: WidgetSetup, to: string): Promise<string> {
  const { codes } = await newestMessage(setup.provider.url, to)
  return codes[0] ?? ''
}

export async function linkFor(setup: WidgetSetup, to: string): Promise<string> {
  const { links } = await newestMessage(setup.provider.url, to)
  return links[0] ?? ''
}

/** All messages to a recipient, newest first. */
export async function messagesTo(setup: WidgetSetup, to: string): Promise<InboxMessage[]> {
  const response = await fetch(`${setup.provider.url}/dev/inbox?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { messages: InboxMessage[] }).messages
}
