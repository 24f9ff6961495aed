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
const factor = {
  ...{ type: 'string', delivery_method: 'string', last_authenticated_at: 'time' },
  ...{ 'created_at?': 'time', 'updated_at?': 'time' },
  'email_factor?': { email_id: 'string', email_address: 'string' },
  'phone_number_factor?': { phone_id: 'string', phone_number: 'string' },
  'google_oauth_factor?': { id: 'string', email_id: 'string', provider_subject: 'string' },
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
