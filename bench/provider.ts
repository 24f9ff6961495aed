import {
  createAdministration,
  createProject,
  createProvider,
  createVault,
  type Delivery,
  defaultLimits,
  type Limit,
  type LimitName,
  type Message,
  type NewProject,
  type OpenTelemetryApi,
  openPostgres,
  openSqlite,
  type ProjectRecord,
  type Provider,
  type ProviderConfig,
  type Storage,
} from '@latchkey/server'
import { createClock, createRandom, serve } from '@latchkey/server/node'
import { livePages } from './business-fixtures.ts'

const baseUrl = 'http://localhost:4999'
const raised: Limit = { limit: 100_000_000, windowMs: 60_000 }
/** Limits are raised, not bypassed: each request is still counted. */
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, raised])) as Record<LimitName, Limit>

/** A provider with production settings and one project. */
export interface MeasuredProvider {
  provider: Provider
  storage: Storage
  project: ProjectRecord
  /** The time of the provider. */
  now(): number
  /** Lets time pass, also for codes that are valid once in 30 seconds. */
  advance(ms: number): void
  /** Calls a path in this process: GET without a body, else POST. */
  send(path: string, credentials: string, body?: object): Promise<Record<string, unknown>>
  /** Calls an endpoint of the public API. */
  call(path: string, body: object): Promise<Record<string, unknown>>
  /** Creates a secret key of the project. */
  secretKey(): Promise<string>
  /** Signs in with a passcode and returns the session token. */
  signIn(email: string): Promise<string>
  /** Passes each further message to the listener. */
  onMessage(listener: (message: Message) => void): void
  /** The passcode of the newest message. */
  sentCode(): Promise<string | undefined>
  /** Creates an organization of a business project and returns the session token of its first member. */
  createOrganization(email: string): Promise<string>
  /** Serves until the process is stopped; prints `listening`, the port and `credentials`. */
  listen(credentials: string): Promise<void>
}

/** How the project differs from a consumer project for tests. */
type MeasuredProject = Partial<Pick<NewProject, 'environment' | 'vertical' | 'settings'>>

export async function openMeasured(
  database: string,
  overrides: Partial<ProviderConfig> = {},
  { settings, ...kind }: MeasuredProject = {},
  openTelemetry?: OpenTelemetryApi,
): Promise<MeasuredProvider> {
  const pages = kind.environment === 'live' ? livePages : 'http://localhost:3000'
  const machine = createClock()
  let ahead = 0
  const clock = { now: () => machine.now() + ahead }
  const random = createRandom()
  const masterKeys = [{ id: 'bench', key: random.bytes(32) }] as const
  const storage = database.startsWith('postgres:')
    ? await openPostgres({ url: database })
    : await openSqlite({ path: database })
  const vault = createVault(masterKeys, random)
  const project = await createProject(
    storage,
    { clock, random, vault },
    {
      name: 'Bench',
      environment: 'test',
      vertical: 'CONSUMER',
      ...kind,
      baseUrl,
      settings: {
        authorizedOrigins: [pages],
        identityProvider: {
          consentPageUrl: `${pages}/consent`,
          dynamicRegistration: false,
          clientIdMetadataDocuments: false,
          resources: [],
        },
        ...settings,
      },
    },
  )
  let lastMessage: Message | undefined
  let listener: (message: Message) => void = () => undefined
  const delivery: Delivery = {
    async send(message) {
      lastMessage = message
      listener(message)
    },
  }
  const config = { baseUrl, masterKeys, trustProxy: 0, mode: 'production', limits, ...overrides } as const
  const provider = createProvider({ config, storage, delivery, clock, random, openTelemetry })
  const { publicToken } = project

  async function send(path: string, credentials: string, body?: object): Promise<Record<string, unknown>> {
    const response = await provider.fetch(
      new Request(`${baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: body ? JSON.stringify(body) : null,
      }),
      { peerAddress: '127.0.0.1' },
    )
    const json = (await response.json()) as { data?: Record<string, unknown> }
    if (!json.data) throw new Error(`${path} was rejected: ${JSON.stringify(json)}`)
    return json.data
  }
  const call: MeasuredProvider['call'] = (path, body) => send(`/sdk/v1${path}`, `${publicToken}:${publicToken}`, body)

  const hour = { session_duration_minutes: 60 }

  async function sentCode(): Promise<string | undefined> {
    await provider.outbox.drain()
    return lastMessage?.codes[0]
  }

  return {
    provider,
    storage,
    project,
    ...{ now: clock.now, send, call },
    advance(ms) {
      ahead += ms
    },
    onMessage(added) {
      listener = added
    },
    sentCode,
    async secretKey() {
      const administration = createAdministration({ storage, vault, clock, random, baseUrl }, { operator: 'bench' })
      return `${project.id}:${(await administration.createSecretKey(project, 'bench')).secret}`
    },
    async signIn(email) {
      const { method_id } = await call('/otps/email/login_or_create', { email })
      const answer = await call('/otps/authenticate', { token: await sentCode(), method_id, ...hour })
      return String(answer.session_token)
    },
    async createOrganization(email_address) {
      await call('/b2b/otps/email/discovery/send', { email_address })
      const body = { email_address, code: await sentCode() }
      const { intermediate_session_token } = await call('/b2b/otps/email/discovery/authenticate', body)
      const answer = await call('/b2b/discovery/organizations/create', { intermediate_session_token, ...hour })
      return String(answer.session_token)
    },
    async listen(credentials) {
      const running = await serve(provider, { port: 0, hostname: '127.0.0.1' })
      console.log(`listening ${running.port} ${credentials}`)
      process.on('SIGTERM', () => {
        void running
          .close()
          .then(() => storage.close())
          .then(() => process.exit(0))
      })
    },
  }
}
