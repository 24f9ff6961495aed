import { type Client, type ClientOptions, createClient } from '@latchkey/client'
import {
  createMemoryProfile,
  createVirtualClock,
  type MemoryProfile,
  type MemoryTab,
  type VirtualClock,
} from '@latchkey/client/testing'
import type { Vertical } from '@latchkey/contract'
import {
  createProject,
  createProvider,
  createVault,
  openPostgres,
  openSqlite,
  type ProjectRecord,
  type ProjectSettings,
  type Provider,
  type Storage,
} from '@latchkey/server'
import { createInbox } from '@latchkey/server/dev'
import { createRandom } from '@latchkey/server/node'
import { createNetwork, type Network } from './network.ts'
import { createWorldInbox, type WorldInbox } from './world-inbox.ts'

export interface WorldOptions {
  /** The address of an empty PostgreSQL database; without it, SQLite in memory. */
  postgresUrl?: string
  vertical?: Vertical
  environment?: 'test' | 'live'
  /** What differs from a new project's settings. */
  settings?: Partial<ProjectSettings>
  /** Options of the first client, and of every one opened without its own. */
  client?: ClientOptions
}

export interface Page {
  tab: MemoryTab
  client: Client
}

/** A provider, a browser and an inbox in one process, on one clock that stands still until it is moved. */
export interface World {
  provider: Provider
  storage: Storage
  project: ProjectRecord
  clock: VirtualClock
  network: Network
  inbox: WorldInbox
  browser: MemoryProfile
  /** The first tab, and its client. */
  tab: MemoryTab
  client: Client
  /** Another tab of the same browser, with a client of its own. */
  openTab(options?: ClientOptions, href?: string): Page
  /** Another browser: nothing is shared but the provider. */
  openBrowser(options?: ClientOptions): Page
  /** Follows a mailed link; answers with the address of the page it leads to. */
  follow(link: string): Promise<string>
  close(): Promise<void>
}

const baseUrl = 'https://provider.example'
const pageUrl = 'https://app.example.com/'
const pageOrigin = new URL(pageUrl).origin

/**
 * @example
 * const world = await createWorld()
 * const { method_id } = await world.client.otps.email.loginOrCreate('ada@example.com')
 * await world.client.otps.authenticate(world.inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clock = createVirtualClock()
  const random = createRandom()
  const storage = await (options.postgresUrl
    ? openPostgres({ url: options.postgresUrl })
    : openSqlite({ path: ':memory:' }))
  const masterKeys = [{ id: 'world', key: random.bytes(32) }] as const
  const project = await createProject(
    storage,
    { clock, random, vault: createVault(masterKeys, random) },
    {
      name: 'World',
      environment: options.environment ?? 'test',
      vertical: options.vertical ?? 'CONSUMER',
      baseUrl,
      settings: {
        authorizedOrigins: [pageOrigin],
        redirectUrls: { login: [pageUrl], signup: [pageUrl], reset_password: [pageUrl], logout: [pageUrl] },
        ...options.settings,
      },
    },
  )
  const inbox = createInbox({ clock, random })
  const provider = createProvider({
    config: { baseUrl, masterKeys, trustProxy: 0, mode: 'production', background: false, searchFloorMs: 0 },
    storage,
    delivery: inbox,
    clock,
    random,
  })
  const network = createNetwork(provider, clock.now)
  const pages: Page[] = []

  function newBrowser(): MemoryProfile {
    return createMemoryProfile({ clock, fetch: network.fetch(pageOrigin), seed: pages.length + 1 })
  }

  function open(profile: MemoryProfile, clientOptions: ClientOptions = options.client ?? {}, href = pageUrl): Page {
    const tab = profile.openTab(href)
    const domains = { api: baseUrl, testApi: baseUrl }
    const client = createClient(project.publicToken, { domains, ...clientOptions, platform: tab.platform })
    const page = { tab, client }
    pages.push(page)
    return page
  }

  const browser = newBrowser()
  const first = open(browser)
  return {
    provider,
    storage,
    project,
    clock,
    network,
    inbox: createWorldInbox(inbox),
    browser,
    ...first,
    openTab: (clientOptions, href) => open(browser, clientOptions, href),
    openBrowser: (clientOptions) => open(newBrowser(), clientOptions),
    async follow(link) {
      const response = await provider.fetch(new Request(link, { redirect: 'manual' }), { peerAddress: '203.0.113.7' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The link leads nowhere: ${response.status}`)
      return location
    },
    async close() {
      for (const { client } of pages) client.dispose()
      await provider.close()
      await storage.close()
    },
  }
}
