import type { AuthenticateResponse, BootstrapResponse, Session, User } from '@latchkey/contract'
import type { ClientOptions } from './core/options.ts'
import type { Client } from './create-client.ts'
import { createClient } from './create-client.ts'
import type { MemoryProfile, MemoryTab } from './platform/memory.ts'
import { createMemoryProfile } from './platform/memory.ts'
import type { VirtualClock } from './platform/memory-clock.ts'
import { createVirtualClock } from './platform/memory-clock.ts'

export const publicToken = 'public-token-test-7d8f'
export const api = 'http://localhost:4000'

/** A request of the client. */
export interface Sent {
  readonly method: string
  readonly url: string
  /** Below `/sdk/v1`. */
  readonly path: string
  readonly body: unknown
  readonly headers: Record<string, string>
  readonly init: RequestInit
}

/** `data` is wrapped as a success; `body` is sent as it is. */
export interface Reply {
  readonly status?: number
  readonly data?: unknown
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Record<string, string>
}

export type Answer = Reply | Error | ((sent: Sent) => Reply | Error | Promise<Reply | Error>)

export interface Script {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly sent: Sent[]
  /** Sets the responses of a path, one per request. The last one is repeated. */
  on(path: string, ...answers: [Answer, ...Answer[]]): void
  /** The requests to a path. */
  to(path: string): Sent[]
}

export function createScript(): Script {
  const answers = new Map<string, Answer[]>()
  const sent: Sent[] = []
  return {
    sent,
    on: (path, ...list) => {
      answers.set(path, list)
    },
    to: (path) => sent.filter((call) => call.path === path),
    async fetch(url, init) {
      const path = url.replace(/^.*\/sdk\/v1/, '')
      const call: Sent = {
        method: init.method ?? '',
        url,
        path,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
        headers: { ...(init.headers as Record<string, string>) },
        init,
      }
      sent.push(call)
      const list = answers.get(path) ?? [{ status: 404, body: errorBody('endpoint_not_found', 404) }]
      const next = list.length > 1 ? list.shift() : list[0]
      const reply = await (typeof next === 'function' ? next(call) : next)
      if (reply instanceof Error) throw reply
      return toResponse(reply ?? {})
    },
  }
}

function toResponse({ status = 200, data, body, text, headers }: Reply): Response {
  const json =
    data === undefined ? body : { data: { request_id: 'request-id-test-1', status_code: 200, ...(data as object) } }
  return new Response(text ?? JSON.stringify(json), {
    status,
    headers: {
      'content-type': text === undefined ? 'application/json' : 'text/plain',
      ...headers,
    },
  })
}

export function errorBody(error_type: string, status_code = 400): Record<string, unknown> {
  return {
    status_code,
    error_type,
    error_message: `The words of ${error_type}.`,
    error_url: `https://latchkey.example/docs/errors#${error_type}`,
    request_id: 'request-id-test-2',
  }
}

export function fail(error_type: string, status = 400): Reply {
  return { status, body: errorBody(error_type, status) }
}

export function makeUser(id: string, changes: Partial<User> = {}): User {
  return {
    user_id: `user-test-${id}`,
    created_at: '2029-12-01T00:00:00Z',
    status: 'active',
    name: { first_name: id, middle_name: '', last_name: '' },
    emails: [{ email_id: `email-test-${id}`, email: `${id}@example.com`, verified: true }],
    phone_numbers: [],
    providers: [],
    password: null,
    totps: [],
    crypto_wallets: [],
    webauthn_registrations: [],
    biometric_registrations: [],
    roles: ['latchkey_user'],
    trusted_metadata: {},
    untrusted_metadata: {},
    external_id: null,
    is_locked: false,
    lock_created_at: null,
    lock_expires_at: null,
    ...changes,
  }
}

export function makeSession(id: string, userId: string, changes: Partial<Session> = {}): Session {
  return {
    session_id: `session-test-${id}`,
    user_id: `user-test-${userId}`,
    started_at: '2030-01-01T00:00:00Z',
    last_accessed_at: '2030-01-01T00:00:00Z',
    expires_at: '2030-01-01T01:00:00Z',
    attributes: { ip_address: '192.0.2.1', user_agent: 'test' },
    authentication_factors: [],
    custom_claims: null,
    roles: ['latchkey_user'],
    ...changes,
  }
}

/** The response of an authenticate call: session `id` of user `userId`. */
export function makeAuth(
  id: string,
  userId = 'ada',
  changes: { session?: Partial<Session>; user?: Partial<User>; token?: string; jwt?: string } = {},
): Omit<AuthenticateResponse, 'request_id' | 'status_code'> & { method_id: string } {
  return {
    user_id: `user-test-${userId}`,
    user: makeUser(userId, changes.user),
    session: makeSession(id, userId, changes.session),
    session_token: changes.token ?? `token-${id}`,
    session_jwt: changes.jwt ?? `jwt-${id}`,
    method_id: 'method-1',
  }
}

export function makeBootstrap(changes: Partial<BootstrapResponse> = {}): Partial<BootstrapResponse> {
  return {
    project_name: 'Tea House',
    disable_sdk_watermark: false,
    cname_domain: null,
    email_domains: ['mail.example.com'],
    captcha_settings: { enabled: false },
    pkce_required_for_email_magic_links: false,
    pkce_required_for_password_resets: false,
    pkce_required_for_oauth: false,
    pkce_required_for_sso: false,
    slug_pattern: null,
    create_organization_enabled: false,
    password_config: null,
    siwe_required_for_crypto_wallets: false,
    vertical: 'CONSUMER',
    ...changes,
  }
}

export interface TestSetup {
  readonly script: Script
  readonly profile: MemoryProfile
  readonly clock: VirtualClock
  /** Another tab of the same browser, with a client of its own. */
  open(options?: ClientOptions & { href?: string; token?: string }): { client: Client; tab: MemoryTab }
}

/** A browser profile and a scripted provider; every tab gets the real client. */
export function createTestSetup(options: { deliver?: (run: () => void) => void; seed?: number } = {}): TestSetup {
  const clock = createVirtualClock()
  const script = createScript()
  script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap() })
  script.on('/events', { data: {} })
  script.on('/sessions/revoke', { data: {} })
  const profile = createMemoryProfile({ ...options, clock, fetch: script.fetch })
  return {
    script,
    profile,
    clock,
    open({ href, token = publicToken, ...rest } = {}) {
      const tab = profile.openTab(href)
      return { tab, client: createClient(token, { domains: { testApi: api }, platform: tab.platform, ...rest }) }
    },
  }
}

/** Signs in as session `id` of user `userId`. */
export async function signIn(setup: TestSetup, client: Client, id = 's1', userId = 'ada'): Promise<void> {
  setup.script.on('/otps/authenticate', { data: makeAuth(id, userId) })
  await client.otps.authenticate('123456', 'method-1', { session_duration_minutes: 30 })
}

/** Leaves the cookies of a session that a page of this host wrote, without its record: as with storage disabled. */
export function writeSessionCookies({ profile }: TestSetup, token: string): void {
  profile.cookies.write(`latchkey_session=${token}; path=/`, true)
  profile.cookies.write(`__Host-latchkey_session_binding=${token}; path=/; Secure`, true)
}

/** A promise and its handles. */
export function gate<T = void>(): { readonly promise: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open: (value) => open(value) }
}

export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('The promise was expected to reject.')
}
