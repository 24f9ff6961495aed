import { randomBytes } from 'node:crypto'
import type { AdminOAuthClientsCreateRequest } from '@latchkey/contract/admin'
import { adminEndpoints } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { createAdministration } from '../admin/administration.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type BusinessHarness, createBusinessHarness } from '../testing/business-harness.ts'
import {
  type Answer,
  basic,
  createHarness,
  type Harness,
  type HarnessOptions,
  origin,
  pkcePair,
} from '../testing/harness.ts'

export const host = 'https://auth.example.com'
export const consentPage = 'https://app.example.com/consent'
export const callback = 'https://rp.example.net/callback'
export const loggedOut = 'https://rp.example.net/bye'
const random = { bytes: (length: number): Uint8Array => randomBytes(length) }

export interface TestClient {
  id: string
  secret: string
}

/** A project with the OIDC provider, and the steps of a client application and a consent page. */
export interface IdpHarness extends Harness {
  issuer: string
  newClient(change?: Partial<AdminOAuthClientsCreateRequest>): Promise<TestClient>
  /** Calls the authorization endpoint and returns the redirect or the error page. */
  authorizePage(query: Record<string, string | undefined>, method?: 'GET' | 'POST'): Promise<Arrival>
  /** Calls `authorize/start`, as a consent page does before it shows anything. */
  open(fields: object, session: string | null): Promise<Answer>
  /** The answer of a consent page that was opened before, by the form, as a browser would send it. */
  answer(fields: object, session: string | null, headers?: Record<string, string>, kind?: '' | '/b2b'): Promise<Arrival>
  /** A consent page from its opening to its answer. Throws unless the opening has the outcome `opened`, by default 200. */
  submit(fields: object, session: string | null, headers?: Record<string, string>, opened?: string): Promise<Arrival>
  /** The whole flow: the authorization endpoint, the consent page and the redirect to the client application. */
  consent(
    query: Record<string, string | undefined>,
    session: string | null,
    fields?: object,
    opened?: string,
  ): Promise<Arrival>
  post(
    path: string,
    form: Record<string, string | string[] | undefined>,
    headers?: Record<string, string>,
  ): Promise<JsonResponse>
  get(path: string, headers?: Record<string, string>): Promise<JsonResponse>
  /** Calls the token endpoint, with `client_secret_basic` if the client has a secret. */
  token(client: TestClient, form: Record<string, string | string[] | undefined>): Promise<JsonResponse>
  /** Gets a code and redeems it. */
  signInto(client: TestClient, session: string, query?: Record<string, string | undefined>): Promise<JsonResponse>
}

/** The result of a navigation: a redirect with its query, or a page of the provider. */
export interface Arrival {
  answer: Answer
  /** Null if there is no redirect. */
  url: URL | null
  query: Record<string, string>
}

/** The response of a JSON endpoint. */
export interface JsonResponse {
  status: number
  headers: Headers
  /** Fields differ by endpoint. */
  json: Record<string, string>
}

export const identityProvider = {
  consentPageUrl: consentPage,
  dynamicRegistration: false,
  clientIdMetadataDocuments: false,
  resources: ['https://api.example.net/'],
}

export const policy: ProjectSettings['rbacPolicy'] = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'notes', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'notes', description: '', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { scope: 'notes:write', description: '', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

/** Every member reads notes; editors write them too. */
export const businessPolicy: ProjectSettings['rbacPolicy'] = {
  ...policy,
  roles: policy.roles.map((role) => (role.role_id === 'editor' ? role : { ...role, role_id: builtInRoleIds.member })),
}

const requestFields = new Set([
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'prompt', 'code_challenge', 'state', 'nonce'],
])
const generous = { limit: 1e6, windowMs: 60_000 }

export async function createIdpHarness(storage: Storage, options: HarnessOptions = {}): Promise<IdpHarness> {
  return withIdentityProvider(await createHarness(storage, identityProviderOptions(options)))
}

export type BusinessIdpHarness = IdpHarness & BusinessHarness

/** A business project with the OIDC provider. Its consent pages make the calls of members. */
export async function createBusinessIdpHarness(
  storage: Storage,
  options: HarnessOptions = {},
): Promise<BusinessIdpHarness> {
  const settings = { rbacPolicy: businessPolicy, ...options.settings }
  const harness = await createBusinessHarness(storage, identityProviderOptions({ ...options, settings }))
  return { ...harness, ...withIdentityProvider(harness, '/b2b') }
}

function identityProviderOptions(options: HarnessOptions): HarnessOptions {
  return {
    ...options,
    config: {
      limits: {
        authorizations_per_ip: generous,
        challenges_per_ip: generous,
        requests_per_ip: generous,
        requests_per_oauth_client: generous,
        sends_per_address: generous,
        sends_per_ip: generous,
      },
      ...options.config,
    },
    settings: { rbacPolicy: policy, identityProvider, ...options.settings },
  }
}

function withIdentityProvider(harness: Harness, kind: '' | '/b2b' = ''): IdpHarness {
  const { project, vault, clock } = harness
  const base = project.issuer
  const context = { storage: harness.storage, vault, clock, random, baseUrl: new URL(base).origin }
  const administration = createAdministration(context, { operator: 'cli:tests' })

  async function readJsonResponse(response: Response): Promise<JsonResponse> {
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      json: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
    }
  }

  async function arrive(request: Request): Promise<Arrival> {
    const answer = await harness.fetch(request)
    const inPage = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')
    const location = answer.headers.get('location') ?? inPage
    const url = location ? new URL(location) : null
    return { answer, url, query: Object.fromEntries(url?.searchParams ?? []) }
  }

  const send = (url: string, init: RequestInit): Promise<Response> =>
    harness.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.7' })

  const idp: IdpHarness = {
    ...harness,
    issuer: base,
    async newClient(change = {}) {
      const request: AdminOAuthClientsCreateRequest = {
        ...{ client_type: 'third_party', client_name: 'Relying Party' },
        ...{ redirect_uris: [callback], post_logout_redirect_uris: [loggedOut] },
        ...change,
      }
      const made = await administration.call(adminEndpoints.adminOAuthClientsCreate, { project, request })
      return { id: made.oauth_client.client_id, secret: made.client_secret ?? '' }
    },
    authorizePage(query, method = 'GET') {
      const params = form({ response_type: 'code', redirect_uri: callback, ...query })
      const url = `${base}/oauth2/authorize`
      const headers = { accept: 'text/html' }
      if (method === 'GET') return arrive(new Request(`${url}?${params}`, { headers }))
      return arrive(new Request(url, { method, body: params, headers }))
    },
    open(fields, session) {
      const sent = Object.entries(fields).filter(([name]) => requestFields.has(name))
      return harness.call('POST', `${kind}/oauth/authorize/start`, Object.fromEntries(sent), { session })
    },
    async submit(fields, session, headers = {}, opened = '200') {
      const { outcome } = await idp.open(fields, session)
      if (outcome !== opened) throw new Error(`The consent page was opened with ${outcome} instead of ${opened}.`)
      return idp.answer(fields, session, headers)
    },
    answer(fields, session, headers = {}, ownKind = kind) {
      const body = form({ ...fields, __Authorization: basic(project.publicToken, session) })
      return arrive(
        new Request(`${host}/sdk/v1${ownKind}/oauth/authorize`, {
          method: 'POST',
          body,
          headers: { origin, accept: 'text/html', ...headers },
        }),
      )
    },
    async consent(query, session, fields = {}, opened = '200') {
      const page = await idp.authorizePage(query)
      if (page.url?.href.startsWith(consentPage) !== true) return page
      return idp.submit({ ...page.query, consent_granted: 'true', ...fields }, session, {}, opened)
    },
    post: async (path, fields, headers = {}) =>
      readJsonResponse(await send(`${base}${path}`, { method: 'POST', body: form(fields), headers })),
    get: async (path, headers = {}) => readJsonResponse(await send(`${base}${path}`, { headers })),
    token: (client, fields) =>
      client.secret === ''
        ? idp.post('/oauth2/token', { client_id: client.id, ...fields })
        : idp.post('/oauth2/token', fields, { authorization: asClient(client) }),
    async signInto(client, session, query = {}) {
      const { code_challenge, code_verifier } = pkcePair()
      const { query: answered } = await idp.consent({ client_id: client.id, code_challenge, ...query }, session)
      const code = answered.code ?? ''
      return idp.token(client, { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier })
    },
  }
  return idp
}

export function asClient({ id, secret }: TestClient): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
}

function form(fields: object): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) if (one !== undefined) params.append(name, String(one))
  return params
}
