import { randomBytes } from 'node:crypto'
import {
  type BootstrapResponse,
  type ErrorBody,
  type MagicLinksAuthenticateResponse,
  type OAuthAuthenticateResponse,
  type PasswordsCreateResponse,
  type PasswordsStrengthCheckResponse,
  sdkPath,
  type UsersGetResponse,
  type UsersSearchResponse,
  type UsersUpdateResponse,
} from '@latchkey/contract'
import type { ProviderConfig } from '../config.ts'
import type { Clock } from '../core/clock-and-random.ts'
import { s256 } from '../core/hash.ts'
import { createVault, type MasterKey, type Vault } from '../core/vault.ts'
import { createProvider, type Provider } from '../create-provider.ts'
import { deliverByChannel } from '../delivery/by-channel.ts'
import type { Channel, Delivery, Message } from '../delivery/delivery.ts'
import { createFakeEnterprise, type FakeEnterprise } from '../dev/enterprise/fake-enterprise.ts'
import { createEnterpriseKeys } from '../dev/enterprise/keys.ts'
import { createEnterpriseStore } from '../dev/enterprise/store.ts'
import { createFakeDns, type FakeDns } from '../dev/fake-dns.ts'
import { createFakeIdentityProviders, type FakeIdentityProviders } from '../dev/social-login/fakes.ts'
import { createSigner } from '../dev/social-login/signer.ts'
import { createLogger } from '../observability/logger.ts'
import type { OpenTelemetryApi } from '../observability/open-telemetry.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { BreachRanges } from '../passwords/breach.ts'
import { createPasswordEngine, type PasswordEngine } from '../passwords/password-engine.ts'
import type { Estimate } from '../passwords/strength/estimator.ts'
import { createProject } from '../projects/create-project.ts'
import type { CaptchaVerifier } from '../protection/captcha-verifier.ts'
import { openPostgres, openSqlite } from '../storage/operations/open-storage.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'

/** Both engines run the same product tests. */
export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export function openTestStorage(engine: Engine): Promise<Storage> {
  return engine === 'sqlite'
    ? openSqlite({ path: ':memory:' })
    : // Without time limits, so that a busy machine does not fail tests that are not about time.
      createReadyDatabase().then((url) => openPostgres({ url, answerWithinMs: null }))
}

export interface HarnessOptions {
  settings?: Partial<ProjectSettings>
  config?: Partial<ProviderConfig>
  environment?: 'test' | 'live'
  vertical?: 'CONSUMER' | 'B2B'
  captcha?: CaptchaVerifier
  passwords?: PasswordEngine
  breachRanges?: readonly BreachRanges[]
  /** The channels that have a carrier. Defaults to all of them. */
  channels?: readonly Channel[]
  openTelemetry?: OpenTelemetryApi
  disposableDomains?: ReadonlySet<string>
  /** Replaces responses of the fake identity providers. */
  outbound?: (fakes: OutboundFetch) => OutboundFetch
}

export interface CallOptions {
  session?: string | null
  origin?: string | null
  headers?: Record<string, string>
  peerAddress?: string
  project?: ProjectRecord
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The body of an error; empty if it is not JSON. */
  json: ErrorBody
  /** The field `data` of the response, if it has one. */
  data: AnyData
  /** `error_type`, or the status of a success. */
  outcome: string
}

/** All response types together: a test reads the fields of its call. */
export type AnyData = MagicLinksAuthenticateResponse &
  UsersUpdateResponse &
  UsersGetResponse &
  UsersSearchResponse &
  PasswordsCreateResponse &
  OAuthAuthenticateResponse &
  PasswordsStrengthCheckResponse &
  BootstrapResponse

/** One project with its own provider, on a storage that tests may share. */
export interface Harness {
  storage: Storage
  provider: Provider
  project: ProjectRecord
  vault: Vault
  /** Fakes of all identity providers; `pointAtFakes` adds them to a project. */
  fakes: FakeIdentityProviders
  /** Identity providers of companies, which the provider reaches without a network. */
  enterprise: FakeEnterprise
  /** The name service of the provider. */
  dns: FakeDns
  clock: Clock & { advance(ms: number): void }
  /** Every sent message, oldest first. */
  sent: Message[]
  /** Every log line. */
  logs: string[]
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  fetch(request: Request, peerAddress?: string): Promise<Answer>
  /** The newest message to an address, after the outbox is drained. */
  lastMessage(to: string): Promise<Message>
  newProject(options?: HarnessOptions): Promise<ProjectRecord>
  /** Signs in by a passcode and creates the user if needed. */
  signIn(email: string, options?: CallOptions & { minutes?: number }): Promise<SignedInUser>
  close(): Promise<void>
}

export interface SignedInUser {
  token: string
  accountId: string
  sessionId: string
  emailId: string
}

export const origin = 'https://app.example.com'
export const landing = 'https://app.example.com/authenticate'

export const testSettings: Partial<ProjectSettings> = {
  authorizedOrigins: [origin],
  redirectUrls: {
    ...{ login: [landing], signup: [`${landing}?new={}`, landing], logout: [] },
    reset_password: ['https://app.example.com/reset'],
    ...{ discovery: ['https://app.example.com/discovery'], invite: ['https://app.example.com/join'] },
  },
  pkceRequired: { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false },
}

export const masterKey: MasterKey = { id: 'k1', key: new Uint8Array(randomBytes(32)) }
export const random = { bytes: (length: number): Uint8Array => randomBytes(length) }

/** Shared by all harnesses, with the lowest cost that the algorithm allows: other tests cover the real cost. */
export const quickPasswords: PasswordEngine = withRememberedEstimates(
  createPasswordEngine({
    random,
    parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    longestQueueMs: 60_000,
  }),
)

/** Race tests set the same few passwords many hundred times; each is estimated once. */
function withRememberedEstimates(engine: PasswordEngine): PasswordEngine {
  const remembered = new Map<string, Promise<Estimate>>()
  return {
    ...engine,
    estimate(password, inputs) {
      const key = JSON.stringify([password, inputs])
      const estimate = remembered.get(key) ?? engine.estimate(password, inputs)
      remembered.set(key, estimate)
      return estimate
    },
  }
}

/** Shared by all fake identity providers, because creating a key is slow. */
const signer = createSigner()
/** The time at which every harness starts. */
const startOfHarnesses = 1_800_000_000_000

/** Shared by all harnesses, because creating keys is slow. Their certificates are valid for years. */
const enterpriseKeys = createEnterpriseKeys({ store: createEnterpriseStore(), clock: { now: () => startOfHarnesses } })

let harnesses = 0

export async function createHarness(storage: Storage, options: HarnessOptions = {}): Promise<Harness> {
  let now = startOfHarnesses
  harnesses += 1
  const name = `Acme ${harnesses}.`
  const clock = {
    now: () => now,
    advance(ms: number) {
      now += ms
    },
  }
  const { channels } = options
  const sent: Message[] = []
  const logs: string[] = []
  const delivery: Delivery = {
    async send(message) {
      // Tests share a storage and its outbox: skip messages that another harness left.
      if (message.text.includes(name)) sent.push(message)
    },
  }
  const vault = createVault([masterKey], random)
  const newProject = (projectOptions: HarnessOptions = {}): Promise<ProjectRecord> =>
    createProject(
      storage,
      { clock, random, vault },
      {
        name,
        environment: projectOptions.environment ?? 'test',
        vertical: projectOptions.vertical ?? 'CONSUMER',
        baseUrl: options.config?.baseUrl ?? 'https://auth.example.com',
        settings: { ...testSettings, ...projectOptions.settings },
      },
    )
  const fakes = createFakeIdentityProviders({ baseUrl: 'https://auth.example.com', clock, random, signer })
  const dns = createFakeDns(clock)
  const enterprise = createFakeEnterprise({
    ...{ baseUrl: 'https://auth.example.com', clock, random, keys: enterpriseKeys, store: createEnterpriseStore() },
    async readMetadata(entityId) {
      const response = await provider.fetch(new Request(entityId), { peerAddress: '203.0.113.7' })
      return response.ok ? response.text() : null
    },
  })
  const outbound = enterprise.outbound(fakes.outbound)
  const provider = createProvider({
    config: {
      baseUrl: 'https://auth.example.com',
      masterKeys: [masterKey],
      trustProxy: 0,
      mode: 'production',
      background: false,
      projectCacheMs: 0,
      searchFloorMs: 0,
      ...options.config,
    },
    ...{ storage, clock, random },
    delivery: channels
      ? deliverByChannel(Object.fromEntries(channels.map((channel) => [channel, delivery])))
      : delivery,
    logger: createLogger({ level: 'debug', destination: { write: (line: string) => void logs.push(line) } }),
    openTelemetry: options.openTelemetry,
    captcha: options.captcha,
    passwords: options.passwords ?? quickPasswords,
    breachRanges: options.breachRanges,
    outbound: options.outbound?.(outbound) ?? outbound,
    identityProviders: fakes.identityProviders,
    lookupTxt: dns.lookupTxt,
    disposableDomains: options.disposableDomains,
  })
  const project = await newProject(options)

  const harness: Harness = {
    ...{ storage, provider, project, vault, fakes, enterprise, dns, clock, sent, logs, newProject },
    async fetch(request, peerAddress = '203.0.113.7') {
      const response = await provider.fetch(request, { peerAddress })
      return toAnswer(response)
    },
    call(method, path, body, options = {}) {
      const target = options.project ?? project
      const headers = new Headers({ authorization: basic(target.publicToken, options.session), ...options.headers })
      const from = options.origin === undefined ? origin : options.origin
      if (from !== null) headers.set('origin', from)
      if (method === 'POST' || method === 'PUT') {
        if (!headers.has('content-type')) headers.set('content-type', 'application/json')
      }
      const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
      const payload = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
      const url = path.startsWith('/v1') || path.startsWith('/health') ? path : `${sdkPath}${path}`
      const request = new Request(`https://auth.example.com${url}`, {
        method,
        headers,
        ...(hasBody ? { body: payload as string } : {}),
      })
      return harness.fetch(request, options.peerAddress)
    },
    async lastMessage(to) {
      await provider.outbox.drain()
      const message = sent.findLast((one) => one.to === to)
      if (!message) throw new Error(`no message was sent to ${to}`)
      return message
    },
    async signIn(email, { minutes = 30, ...options } = {}) {
      const started = await harness.call('POST', '/otps/email/login_or_create', { email }, options)
      // Looks for a message with a code: a notice may have been sent after it.
      await provider.outbox.drain()
      const [code] = sent.findLast(({ to, codes }) => to === email.toLowerCase() && codes.length > 0)?.codes ?? []
      const done = await harness.call(
        'POST',
        '/otps/authenticate',
        { token: code, method_id: started.data.method_id, session_duration_minutes: minutes },
        options,
      )
      if (done.status !== 200) throw new Error(`sign-in failed: ${done.text}`)
      return {
        token: done.data.session_token,
        accountId: done.data.user_id,
        sessionId: done.data.session.session_id,
        emailId: done.data.user.emails[0]?.email_id ?? '',
      }
    },
    close: () => provider.close(),
  }
  return harness
}

export function basic(publicToken: string, session?: string | null): string {
  return `Basic ${Buffer.from(`${publicToken}:${session ?? publicToken}`).toString('base64')}`
}

export function pkcePair(): { code_challenge: string; code_verifier: string } {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_challenge: s256(code_verifier), code_verifier }
}

/** The token of a mailed link. */
export function tokenOf(message: Message): string {
  return new URL(message.links[0] ?? '').searchParams.get('token') ?? ''
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true
  const json = (isJson ? JSON.parse(text) : {}) as ErrorBody & { data: AnyData }
  const outcome = response.status < 400 ? String(response.status) : (json.error_type ?? text)
  return { status: response.status, headers: response.headers, text, json, data: json.data, outcome }
}
