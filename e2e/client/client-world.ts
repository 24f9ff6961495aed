import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientOptions } from '@latchkey/client'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openPage, sharedBrowser, triedToLeave } from '../browser.ts'
import { createContexts } from '../contexts.ts'
import { type RunningProcess, startDevelopment } from '../provider.ts'
import { type HostSite, startHostSite } from './host-site.ts'

export interface ClientWorldOptions {
  /** The host page's policy has room for what a captcha needs. */
  hasCaptcha?: boolean
}

export interface ClientWorld {
  provider: RunningProcess
  /** Where the provider keeps its data, for those who administer it beside the browser. */
  dataDir: string
  browser: Browser
  site: HostSite
  /** A browser of somebody's own, new for each test, without a way off this machine. */
  context: BrowserContext
  /** The page opened last. */
  page: Page
  /** What browser and pages did not like in this test. Who expects some takes it out. */
  complaints: string[]
  /** Opens another host page. */
  open(options?: ClientOptions, token?: string): Promise<Page>
  /** Goes on in another browser, where one has to be of a certain kind. */
  browse(options?: BrowserContextOptions): Promise<void>
}

/**
 * A provider, a browser and a host site for all tests of a file. Each test ends without a complaint of the browser and
 * without a call to anybody else.
 */
export function prepareClientWorld({ hasCaptcha = false }: ClientWorldOptions = {}): ClientWorld {
  const world = {} as ClientWorld
  const pool = createContexts(() => world.browser)
  /** One of a certain kind, for this test alone. */
  let own: BrowserContext | undefined

  async function leave(): Promise<void> {
    // Calls under way end with the context; what answers them must not mind.
    await own?.unrouteAll({ behavior: 'ignoreErrors' })
    await own?.close()
    own = undefined
    await pool.giveBack()
  }

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-client-'))
    const [provider, browser] = await Promise.all([startDevelopment({ dataDir }), sharedBrowser()])
    Object.assign(world, { dataDir, provider, browser, site: await startHostSite(provider.url, hasCaptcha) })
  })
  afterAll(async () => {
    await pool.end()
    await world.site?.close()
    await world.provider?.end()
    await rm(world.dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    world.complaints = []
    world.context = await pool.take()
  })
  afterEach(async () => {
    await leave()
    expect({ complaints: world.complaints, tried: triedToLeave(world.context) }).toEqual({ complaints: [], tried: [] })
  })

  return Object.assign(world, {
    async open(options, token) {
      const { page } = await openPage(world.context, world.site.page(options, token), world.complaints)
      world.page = page
      return page
    },
    async browse(options) {
      await leave()
      own = await world.browser.newContext(options)
      triedToLeave(own)
      world.context = own
    },
  } satisfies Partial<ClientWorld>)
}
