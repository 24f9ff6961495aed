import { rm } from 'node:fs/promises'
import type { ClientOptions } from '@latchkey/client'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openPage, sharedBrowser, triedToLeave } from '../browser.ts'
import { createContexts } from '../contexts.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { type RunningProcess, startDevelopment } from '../provider.ts'
import { type HostSite, startHostSite } from './host-site.ts'

export interface ClientSetupOptions {
  /** Allows what a captcha needs in the CSP of the host page. */
  hasCaptcha?: boolean
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

/**
 * A provider, a browser and a host site for all tests of a file. Each test fails on console errors and on requests to
 * other hosts.
 */
export function prepareClient({ hasCaptcha = false }: ClientSetupOptions = {}): ClientSetup {
  const setup = {} as ClientSetup
  const pool = createContexts(() => setup.browser)
  /** The context of this test, if it has its own. */
  let own: BrowserContext | undefined

  async function leave(): Promise<void> {
    // Pending routes are aborted with the context.
    await own?.unrouteAll({ behavior: 'ignoreErrors' })
    await own?.close()
    own = undefined
    await pool.release()
  }

  beforeAll(async () => {
    const dataDir = createMemoryFolder('client')
    const [provider, browser] = await Promise.all([startDevelopment({ dataDir }), sharedBrowser()])
    Object.assign(setup, { dataDir, provider, browser, site: await startHostSite(provider.url, hasCaptcha) })
  })
  afterAll(async () => {
    await pool.end()
    await setup.site?.close()
    await setup.provider?.end()
    await rm(setup.dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    setup.complaints = []
    setup.context = await pool.take()
  })
  afterEach(async () => {
    await leave()
    expect({ complaints: setup.complaints, tried: triedToLeave(setup.context) }).toEqual({ complaints: [], tried: [] })
  })

  return Object.assign(setup, {
    async open(options, token) {
      const { page } = await openPage(setup.context, setup.site.page(options, token), setup.complaints)
      setup.page = page
      return page
    },
    async browse(options) {
      await leave()
      own = await setup.browser.newContext(options)
      triedToLeave(own)
      setup.context = own
    },
  } satisfies Partial<ClientSetup>)
}
