import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { unavailableEndpoints } from '@latchkey/server'
import { expect } from 'vitest'
import type { SentRequest, Testkit, TestkitOptions } from '../index.ts'
import { secretOf } from './contract.suite.ts'

/** What a call needs of a testkit of either kind. */
type WireKit = Pick<Testkit, 'network' | 'project' | 'provider'>

/** One call: its body (null without a body), the shape of the `data` in the response, and the calls that lead to it. */
export interface WireRow<Kit, Options> {
  body: unknown
  data: Shape
  act(kit: Kit): Promise<unknown>
  options?: Options
  /** Sent without credentials; the content type is its only header. */
  isBare?: true
}

export const origin = 'https://app.example.com'
export const text: unknown = expect.any(String)
/** Sent with protected calls. Every project of this file requires both, so that the test notices them in other calls. */
export const protection = { captcha_token: 'captcha-1', dfp_telemetry_id: 'telemetry-1' }
export const protectedProject = {
  settings: {
    captcha: { enabled: true, siteKey: 'site-1', secretSealed: '' },
    dfp: { enabled: true, mode: 'OBSERVATION' },
  },
  captcha: { verify: async () => true },
  client: {
    captcha: { getToken: async () => protection.captcha_token },
    telemetryId: { getTelemetryId: async () => protection.dfp_telemetry_id },
  },
} satisfies TestkitOptions

/** The names of the endpoints of the contract that the provider serves. */
export function servedEndpoints(): string[] {
  return Object.keys(endpoints).filter((name) => !unavailableEndpoints.includes(name))
}

/**
 * The expected shape of a response: the name of a type (`string|null`), a list of one shape, or an object with exactly
 * these keys. A key that ends in `?` may be missing.
 */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape }

/** The differences between a value and its shape. */
export function differences(value: unknown, shape: Shape, path = 'data'): string[] {
  if (typeof shape === 'string') {
    const found = kindOf(value)
    const isEqual = shape.split('|').some((kind) => kind === found || (kind === 'string' && found === 'time'))
    return isEqual ? [] : [`${path} is ${found}, not ${shape}`]
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${kindOf(value)}, not a list`]
    return value.flatMap((one, index) => differences(one, shape[0], `${path}[${index}]`))
  }
  if (kindOf(value) !== 'object') return [`${path} is ${kindOf(value)}, not an object`]
  const entries = new Map(Object.entries(Object(value) as Record<string, unknown>))
  const wrong: string[] = []
  for (const [key, inner] of Object.entries(shape)) {
    const name = key.replace(/\?$/, '')
    if (entries.has(name)) wrong.push(...differences(entries.get(name), inner, `${path}.${name}`))
    else if (name === key) wrong.push(`${path}.${name} is missing`)
    entries.delete(name)
  }
  return [...wrong, ...[...entries.keys()].map((name) => `${path}.${name} is not in the table`)]
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return 'time'
  return typeof value
}

export const ok = { request_id: 'string', status_code: 'number' } as const

const name = { first_name: 'string', middle_name: 'string', last_name: 'string' } as const
export const passkey = {
  ...{ webauthn_registration_id: 'string', domain: 'string', user_agent: 'string', authenticator_type: 'string' },
  ...{ verified: 'boolean', name: 'string', credential_id: 'string', created_at: 'time' },
} as const
export const emails = [{ email_id: 'string', email: 'string', verified: 'boolean' }] as const
export const phoneNumbers = [{ phone_id: 'string', phone_number: 'string', verified: 'boolean' }] as const
export const cryptoWallets = [
  {
    ...{ crypto_wallet_id: 'string', crypto_wallet_address: 'string', crypto_wallet_type: 'string' },
    verified: 'boolean',
  },
] as const
export const user = {
  ...{ user_id: 'string', created_at: 'time', status: 'string', name, emails, phone_numbers: phoneNumbers },
  providers: [
    {
      ...{ oauth_user_registration_id: 'string', provider_subject: 'string', provider_type: 'string' },
      ...{ profile_picture_url: 'string|null', locale: 'string|null' },
    },
  ],
  password: 'null|object',
  totps: [{ totp_id: 'string', verified: 'boolean' }],
  crypto_wallets: cryptoWallets,
  webauthn_registrations: [passkey],
  biometric_registrations: [{ biometric_registration_id: 'string', verified: 'boolean' }],
  roles: ['string'],
  ...{ trusted_metadata: 'object', untrusted_metadata: 'object', external_id: 'string|null' },
  ...{ is_locked: 'boolean', lock_created_at: 'time|null', lock_expires_at: 'time|null' },
} as const satisfies Shape
export const factor = {
  ...{ type: 'string', delivery_method: 'string', last_authenticated_at: 'time' },
  ...{ 'created_at?': 'time', 'updated_at?': 'time' },
  'email_factor?': { email_id: 'string', email_address: 'string' },
  'phone_number_factor?': { phone_id: 'string', phone_number: 'string' },
  'google_oauth_factor?': { id: 'string', email_id: 'string', provider_subject: 'string' },
  'saml_sso_factor?': { id: 'string', provider_id: 'string', external_id: 'string' },
  'webauthn_factor?': { webauthn_registration_id: 'string', domain: 'string', user_agent: 'string' },
  'authenticator_app_factor?': { totp_id: 'string' },
  'recovery_code_factor?': { totp_recovery_code_id: 'string' },
  'crypto_wallet_factor?': {
    ...{ crypto_wallet_id: 'string', crypto_wallet_address: 'string', crypto_wallet_type: 'string' },
  },
  'oauth_access_token_exchange_factor?': { client_id: 'string' },
  'trusted_auth_token_factor?': 'object',
  'impersonated_factor?': 'object',
} as const
const session = {
  ...{ session_id: 'string', user_id: 'string', started_at: 'time', last_accessed_at: 'time', expires_at: 'time' },
  attributes: { ip_address: 'string', user_agent: 'string' },
  authentication_factors: [factor],
  custom_claims: 'null|object',
  roles: ['string'],
} as const

/** The response to a sign-in. */
export const auth = {
  ...ok,
  ...{ user_id: 'string', user, session, session_token: 'string', session_jwt: 'string', '__user?': user },
} as const satisfies Shape

export const bootstrap = {
  ...ok,
  ...{
    project_name: 'string',
    disable_sdk_watermark: 'boolean',
    cname_domain: 'string|null',
    email_domains: ['string'],
  },
  captcha_settings: { enabled: 'boolean', 'siteKey?': 'string' },
  ...{ pkce_required_for_email_magic_links: 'boolean', pkce_required_for_password_resets: 'boolean' },
  ...{ pkce_required_for_oauth: 'boolean', pkce_required_for_sso: 'boolean' },
  ...{ slug_pattern: 'string|null', create_organization_enabled: 'boolean', password_config: 'null|object' },
  ...{ 'dfp_protected_auth_enabled?': 'boolean', 'dfp_protected_auth_mode?': 'string' },
  'rbac_policy?': {
    roles: [
      {
        ...{ role_id: 'string', description: 'string' },
        permissions: [{ resource_id: 'string', actions: ['string'] }],
      },
    ],
    resources: [{ resource_id: 'string', description: 'string', actions: ['string'] }],
    scopes: [{ scope: 'string', description: 'string', permissions: ['object'] }],
  },
  ...{ siwe_required_for_crypto_wallets: 'boolean', vertical: 'string' },
} as const satisfies Shape

export const strength = {
  ...ok,
  ...{ valid_password: 'boolean', score: 'number', breached_password: 'boolean' },
  ...{ breach_detection_on_create: 'boolean', strength_policy: 'string' },
  feedback: {
    warning: 'string',
    suggestions: ['string'],
    luds_requirements: {
      ...{ has_digit: 'boolean', has_lower_case: 'boolean', has_symbol: 'boolean', has_upper_case: 'boolean' },
      ...{ missing_characters: 'number', missing_complexity: 'number' },
    },
  },
} as const satisfies Shape

interface Exchange {
  request: SentRequest
  headers: Headers
  body: unknown
}

/** The last call of an endpoint, with the parts of its response that the page can read. */
async function exchange(kit: WireKit, endpointName: EndpointName, act: () => Promise<unknown>): Promise<Exchange> {
  const { method, path } = endpoints[endpointName]
  const pattern = new RegExp(`^/sdk/v1${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`)
  const found: Exchange[] = []
  kit.network.onAnswer = async (request, answer) => {
    if (request.method === method && pattern.test(request.path))
      found.push({ request, headers: answer.headers, body: await answer.clone().json() })
    return answer
  }
  await act()
  await kit.network.idle()
  const last = found.at(-1)
  if (!last) throw new Error(`${method} ${path} was not called`)
  return last
}

/** Makes the calls of a row, and compares the last call of its endpoint, the response and the preflight response. */
export async function expectExchange<Kit extends WireKit>(
  kit: Kit,
  endpointName: EndpointName,
  { body, data, act, isBare }: WireRow<Kit, unknown>,
): Promise<void> {
  const { request, headers, body: answer } = await exchange(kit, endpointName, () => act(kit))

  expect(request.body).toEqual(body)
  const wrapped = Object(answer) as { data?: Record<string, unknown> }
  expect(Object.keys(wrapped)).toEqual(['data'])
  expect(differences(wrapped.data, data)).toEqual([])
  // Members are no users: business responses never have the field of consumer responses.
  if (endpointName.startsWith('b2b')) expect(JSON.stringify(answer)).not.toContain('__user')
  expect(wrapped.data).toMatchObject({ status_code: 200, request_id: headers.get('x-request-id') })

  const { authorization, 'x-sdk-client': telemetry, ...rest } = request.headers
  const parent = { 'x-sdk-parent-host': origin }
  expect(rest).toEqual({ 'content-type': 'application/json', ...(isBare ? {} : parent) })
  expect([Boolean(authorization), Boolean(telemetry)]).toEqual([!isBare, !isBare])
  expect(request.credentials).toBe(isBare ? 'omit' : 'include')
  if (!isBare) {
    expect(atob(authorization?.replace('Basic ', '') ?? '').split(':')[0]).toBe(kit.project.publicToken)
    expect(secretOf(request)).toBeTruthy()
  }
  const values = ['content-type', 'date', 'x-request-id'].map((name) => headers.get(name))
  expect(values).toEqual([expect.stringContaining('application/json'), text, text])
  expect(await preflight(kit, request)).toEqual({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': isBare ? null : 'true',
    'access-control-allow-methods': isBare ? 'POST' : 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': isBare
      ? 'content-type'
      : 'authorization, content-type, x-sdk-client, x-sdk-parent-host',
    'access-control-expose-headers': 'retry-after, date, x-request-id',
  })
}

/** The CORS headers of the preflight response for a call. */
async function preflight(kit: WireKit, { method, path, headers }: SentRequest): Promise<Record<string, string | null>> {
  const parameters = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': Object.keys(headers).sort().join(','),
  }
  const request = new Request(`https://auth.example.com${path}`, { method: 'OPTIONS', headers: parameters })
  const answer = await kit.provider.fetch(request, { peerAddress: '203.0.113.7' })
  const about = ['origin', 'credentials', 'methods', 'headers']
  return Object.fromEntries(
    [...about.map((part) => `access-control-allow-${part}`), 'access-control-expose-headers'].map((name) => [
      name,
      answer.headers.get(name),
    ]),
  )
}
