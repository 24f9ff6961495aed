import { rm } from 'node:fs/promises'
import type { ClientOptions } from '@latchkey/client'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openPage, sharedBrowser, triedToLeave } from '../browser.ts'
import { sharedContexts } from '../contexts.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { type RunningProcess, sharedDevelopment, startDevelopment } from '../provider.ts'
import { type HostSite, startHostSite } from './host-site.ts'

export interface ClientSetupOptions {
  /** Allows what a captcha needs in the CSP of the host page. */
  hasCaptcha?: boolean
  /** For files that change the provider's settings or use fixed addresses. @default false */
  hasOwnProvider?: boolean
}

export interface ClientSetup {
  provider: RunningProcess
  /** The data folder of the provider, for CLI commands. */
  dataDir: string
  browser: Browser
  site: HostSite
  /** A browser context, new for each test, without network access. */
  context: BrowserContext
  /** The last opened page. */
  page: Page
  /** Console errors and failed requests of this test. A test that expects some removes them. */
  complaints: string[]
  /** Opens another host page. */
  open(options?: ClientOptions, token?: string): Promise<Page>
  /** Continues in another browser with the given options. */
  browse(options?: BrowserContextOptions): Promise<void>
}

type Parts = Pick<ClientSetup, 'provider' | 'dataDir' | 'browser' | 'site'>

let shared: Promise<Parts> | undefined

/** The same provider and host site for all files of this process, until it exits. */
function sharedParts(): Promise<Parts> {
  shared ??= sharedDevelopment().then((provider) => withSite(provider, false))
  return shared
}

async function ownParts(hasCaptcha: boolean): Promise<Parts> {
  const dataDir = createMemoryFolder('client')
  return withSite({ ...(await startDevelopment({ dataDir })), dataDir }, hasCaptcha)
}

async function withSite(
  { dataDir, ...provider }: RunningProcess & { dataDir: string },
  hasCaptcha: boolean,
): Promise<Parts> {
  const [browser, site] = await Promise.all([sharedBrowser(), startHostSite(provider.url, hasCaptcha)])
  return { dataDir, provider, browser, site }
}

/**
 * A provider, a browser and a host site for all tests of a file. Each test fails on console errors and on requests to
 * other hosts.
 */
export function prepareClient({ hasCaptcha = false, hasOwnProvider = false }: ClientSetupOptions = {}): ClientSetup {
  const setup = {} as ClientSetup
  const pool = sharedContexts()

  beforeAll(async () => {
    Object.assign(setup, await (hasOwnProvider ? ownParts(hasCaptcha) : sharedParts()))
  })
  afterAll(async () => {
    if (!hasOwnProvider) return
    await setup.site?.close()
    await setup.provider?.end()
    if (setup.dataDir) await rm(setup.dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    setup.complaints = []
    setup.context = await pool.take()
  })
  afterEach(async () => {
    await pool.release()
    expect({ complaints: setup.complaints, tried: triedToLeave(setup.context) }).toEqual({ complaints: [], tried: [] })
  })

  return Object.assign(setup, {
    async open(options, token) {
      const { page } = await openPage(setup.context, setup.site.page(options, token), setup.complaints)
      setup.page = page
      return page
    },
    async browse(options) {
      await pool.release()
      setup.context = await pool.take(options)
    },
  } satisfies Partial<ClientSetup>)
}
