import { type Client, type ClientOptions, createClient, type PublicState } from '@latchkey/client'
import {
  createMemoryProfile,
  createVirtualClock,
  type MemoryProfile,
  type MemoryTab,
  type VirtualClock,
} from '@latchkey/client/testing'
import { redirectTypes, sdkPath, type Vertical } from '@latchkey/contract'
import {
  type Administration,
  type CaptchaVerifier,
  createAdministration,
  createPasswordEngine,
  createProject,
  createProvider,
  createVault,
  openPostgres,
  openSqlite,
  type PasswordEngine,
  type ProjectRecord,
  type ProjectSettings,
  type Provider,
  type ProviderConfig,
  type Storage,
} from '@latchkey/server'
import {
  createEnterpriseKeys,
  createEnterpriseStore,
  createFakeDns,
  createFakeEnterprise,
  createFakeIdentityProviders,
  createInbox,
  createSigner,
  type FakeDns,
} from '@latchkey/server/dev'
import { createRandom } from '@latchkey/server/node'
import { createTestEnterprise, type TestEnterprise } from './enterprise.ts'
import { createTestIdentityProviders, type TestIdentityProviders } from './identity-providers.ts'
import { createNetwork, type Network, peerAddress } from './network.ts'
import { createTestInbox, type TestInbox } from './test-inbox.ts'
import { totpCode } from './totp-code.ts'

/** The options of `createTestkit`. */
export interface TestkitOptions<State = PublicState> {
  /**
   * The URL of an empty PostgreSQL database.
   * @default SQLite in memory
   */
  postgresUrl?: string
  /** A storage that several testkits share; each creates its own project. `close()` does not close it. */
  storage?: Storage
  vertical?: Vertical
  environment?: 'test' | 'live'
  /** Changes to the default settings of a project. */
  settings?: Partial<ProjectSettings>
  /** Changes to the configuration of the provider, such as its limits. */
  config?: Partial<ProviderConfig>
  /** Verifies captcha tokens. */
  captcha?: CaptchaVerifier
  /** The default options of clients. */
  client?: ClientOptions<State>
}

/** A tab and its client. */
export interface Page<PageClient = Client> {
  tab: MemoryTab
  client: PageClient
}

/** A response of the provider without a client. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: { data?: Record<string, unknown>; error_type?: string }
}

/** A provider, a browser and an inbox in one process, with a clock that only moves when a test moves it. */
export interface Testkit<PageClient = Client, State = PublicState> {
  provider: Provider
  storage: Storage
  project: ProjectRecord
  clock: VirtualClock
  network: Network
  inbox: TestInbox
  /** The admin API in-process, without a secret key. */
  administration: Administration
  /** The name service that proves domains of organizations. */
  dns: FakeDns
  /** Fakes of the 19 identity providers. */
  identityProviders: TestIdentityProviders
  /** Fakes of the identity providers of companies. */
  enterprise: TestEnterprise
  browser: MemoryProfile
  /** The first tab and its client. */
  tab: MemoryTab
  client: PageClient
  /** Opens another tab of the same browser, with its own client. */
  openTab(options?: ClientOptions<State>, href?: string): Page<PageClient>
  /** Opens another browser, which shares only the provider. */
  openBrowser(options?: ClientOptions<State>, href?: string): Page<PageClient>
  /** Creates another project on the same provider. */
  addProject(settings?: Partial<ProjectSettings>): Promise<ProjectRecord>
  /** Sends a request below `/sdk/v1` without a client. */
  call(method: string, path: string, body?: object, sessionToken?: string): Promise<RawAnswer>
  /**
   * The current code of an authenticator app, by the secret of its enrollment.
   *
   * @example
   * const { secret } = await kit.client.totps.create({ expiration_minutes: 60 })
   * await kit.client.totps.authenticate({ totp_code: kit.totpCode(secret), session_duration_minutes: 30 })
   */
  totpCode(secret: string): string
  /** Follows a link of a message and returns the URL that it redirects to. */
  follow(link: string): Promise<string>
  close(): Promise<void>
}

const baseUrl = 'https://auth.example.com'
const pageUrl = 'https://app.example.com/'
const pageOrigin = new URL(pageUrl).origin

/** Keys that all testkits share, because creating one is slow. */
const signer = createSigner()
const enterpriseStore = createEnterpriseStore()

let quickPasswords: PasswordEngine | undefined

/** Shared by all testkits, with the lowest cost that the algorithm allows. */
function passwords(): PasswordEngine {
  quickPasswords ??= createPasswordEngine({
    random: createRandom(),
    parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    longestQueueMs: 60_000,
  })
  return quickPasswords
}

/**
 * Starts a testkit. Call `close()` when the test has ended.
 *
 * @example
 * const kit = await createTestkit()
 * const { method_id } = await kit.client.otps.email.loginOrCreate('ada@example.com')
 * await kit.client.otps.authenticate(kit.inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
 */
export function createTestkit(options: TestkitOptions = {}): Promise<Testkit> {
  return openTestkit(createClient, options)
}

/** Starts a testkit whose pages have clients of a kind of project. */
export async function openTestkit<PageClient extends { dispose(): void }, State>(
  createPageClient: (publicToken: string, options: ClientOptions<State>) => PageClient,
  options: TestkitOptions<State>,
): Promise<Testkit<PageClient, State>> {
  const clock = createVirtualClock(undefined, () => network.idle())
  const random = createRandom()
  const storage = options.storage ?? (await openStorage(options.postgresUrl))
  const masterKeys = [{ id: 'kit', key: random.bytes(32) }] as const
  const vault = createVault(masterKeys, random)
  const addProject = (settings?: Partial<ProjectSettings>): Promise<ProjectRecord> =>
    createProject(
      storage,
      { clock, random, vault },
      {
        name: 'Testkit',
        environment: options.environment ?? 'test',
        vertical: options.vertical ?? 'CONSUMER',
        baseUrl,
        settings: {
          authorizedOrigins: [pageOrigin],
          redirectUrls: Object.fromEntries(redirectTypes.map((type) => [type, [pageUrl]])),
          ...settings,
        },
      },
    )
  const project = await addProject(options.settings)
  const inbox = createInbox({ clock, random })
  const dns = createFakeDns(clock)
  const fakes = createFakeIdentityProviders({ baseUrl, clock, random, signer })
  const enterprise = createFakeEnterprise({
    ...{ baseUrl, clock, random, store: createEnterpriseStore() },
    keys: createEnterpriseKeys({ store: enterpriseStore, clock }),
    async readMetadata(entityId) {
      const response = await provider.fetch(new Request(entityId), { peerAddress })
      return response.ok ? response.text() : null
    },
  })
  const outbound = enterprise.outbound(fakes.outbound)
  const provider = createProvider({
    config: {
      ...{ baseUrl, masterKeys, trustProxy: 0, mode: 'production', background: false, searchFloorMs: 0 },
      ...options.config,
    },
    storage,
    delivery: inbox,
    clock,
    random,
    captcha: options.captcha,
    passwords: passwords(),
    outbound,
    identityProviders: fakes.identityProviders,
    lookupTxt: dns.lookupTxt,
  })
  const { lookupTxt } = dns
  const administration = createAdministration(
    { storage, vault, clock, random, baseUrl, lookupTxt, outbound },
    { operator: 'testkit' },
  )
  const network: Network = createNetwork(provider, clock.now)
  const pages: Page<PageClient>[] = []

  function newBrowser(href: string): MemoryProfile {
    return createMemoryProfile({ clock, fetch: network.fetch(new URL(href).origin), seed: pages.length + 1 })
  }

  function open(
    profile: MemoryProfile,
    clientOptions: ClientOptions<State> = options.client ?? {},
    href = pageUrl,
  ): Page<PageClient> {
    const tab = profile.openTab(href)
    const domains = { api: baseUrl, testApi: baseUrl }
    const client = createPageClient(project.publicToken, { domains, ...clientOptions, platform: tab.platform })
    const page = { tab, client }
    pages.push(page)
    return page
  }

  const browser = newBrowser(pageUrl)
  const first = open(browser)
  return {
    provider,
    storage,
    project,
    clock,
    network,
    inbox: createTestInbox(inbox),
    administration,
    dns,
    identityProviders: createTestIdentityProviders({ provider, storage, fakes, clock, random, vault }),
    enterprise: createTestEnterprise({ provider, enterprise, baseUrl }),
    browser,
    ...first,
    openTab: (clientOptions, href) => open(browser, clientOptions, href),
    openBrowser: (clientOptions, href = pageUrl) => open(newBrowser(href), clientOptions, href),
    addProject,
    async call(method, path, body, sessionToken = project.publicToken) {
      const headers = {
        authorization: `Basic ${btoa(`${project.publicToken}:${sessionToken}`)}`,
        'content-type': 'application/json',
      }
      const request = new Request(baseUrl + sdkPath + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      })
      const response = await provider.fetch(request, { peerAddress })
      await provider.outbox.drain()
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: parseJson(text) }
    },
    totpCode: (secret) => totpCode(secret, clock.now()),
    async follow(link) {
      const response = await provider.fetch(new Request(link, { redirect: 'manual' }), { peerAddress })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The link did not redirect: ${response.status}`)
      return location
    },
    async close() {
      for (const { client } of pages) client.dispose()
      // Pending requests must end before the storage is closed.
      await network.idle()
      await provider.close()
      if (!options.storage) await storage.close()
    },
  }
}

function openStorage(postgresUrl: string | undefined): Promise<Storage> {
  return postgresUrl ? openPostgres({ url: postgresUrl, answerWithinMs: null }) : openSqlite({ path: ':memory:' })
}

/** A captcha-required response is plain text. */
function parseJson(text: string): RawAnswer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
