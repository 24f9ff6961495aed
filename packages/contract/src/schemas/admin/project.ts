import * as z from 'zod'
import type * as endpoints from '../../admin/project.ts'
import type {
  AdminPasswordPolicy,
  AdminProjectGetResponse,
  AdminSettings,
  AdminSettingsChange,
  AdminSettingsResponse,
  AdminSettingsUpdateRequest,
} from '../../admin/project.ts'
import { dfpModes, verticals } from '../../core/products.ts'
import { id, label, noBody, okShape, text, timestamp, url } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { rbacPolicy } from '../core/rbac.ts'

const origins = z.array(url).max(100)
const redirects = z.array(url).max(100)
const redirectUrls = {
  login: redirects,
  signup: redirects,
  reset_password: redirects,
  logout: redirects,
  invite: redirects,
  discovery: redirects,
}

const enabledMethods = {
  magic_links: z.boolean(),
  otp_email: z.boolean(),
  otp_sms: z.boolean(),
  otp_whatsapp: z.boolean(),
  totps: z.boolean(),
  webauthn: z.boolean(),
  crypto_wallets: z.boolean(),
  passwords: z.boolean(),
  oauth: z.boolean(),
}

const passwordPolicy = {
  strength: z.enum(['zxcvbn', 'luds']),
  minimum_length: z.number().int(),
  luds_complexity: z.number().int(),
  luds_minimum_count: z.number().int(),
  breach_detection_on_create: z.boolean(),
  breach_detection_on_authentication: z.boolean(),
}

const attestationProfile = z.strictObject({
  profile_id: label.min(1),
  issuer: url,
  audience: url,
  keys: z.union([z.strictObject({ url }), z.strictObject({ jwks: jsonObject })]),
  trusts_email: z.boolean(),
  creates_users: z.boolean(),
})

const identityProvider = {
  consent_page_url: url.nullable(),
  dynamic_registration: z.boolean(),
  client_id_metadata_documents: z.boolean(),
  resources: z.array(url).max(100),
}

const httpOnlyCookies = { enabled: z.boolean(), domain: label.nullable(), name: label }

const off = z.strictObject({ enabled: z.literal(false) })
const on = {
  enabled: z.literal(true),
  siteKey: label.min(1),
  provider: z.enum(['proof_of_work', 'turnstile', 'hcaptcha', 'recaptcha']).optional(),
  difficulty: z.number().int().optional(),
  minimum_score: z.number().optional(),
}

/** The fields that are replaced as a whole. The provider validates their values beyond the format. */
const plain = {
  project_name: text(128).min(1),
  authorized_origins: origins,
  passkey_rp_ids: z.array(label).max(20),
  pkce_required_for_email_magic_links: z.boolean(),
  pkce_required_for_password_resets: z.boolean(),
  pkce_required_for_oauth: z.boolean(),
  pkce_required_for_sso: z.boolean(),
  dfp_protected_auth_enabled: z.boolean(),
  dfp_protected_auth_mode: z.enum(dfpModes),
  enumeration: z.enum(['bulk', 'strict']),
  step_up_minutes: z.number().int(),
  jwt_algorithm: z.enum(['ES256', 'RS256']),
  rbac_policy: rbacPolicy,
  disable_sdk_watermark: z.boolean(),
  email_domains: z.array(label).max(20),
  logo_url: url.nullable(),
  brand_color: label.nullable(),
  support_email: label.nullable(),
  default_locale: label.nullable(),
  cname_domain: label.nullable(),
  default_templates: z
    .strictObject({ magic_link: id, passcode: id, passcode_text: id, password_reset: id, invite: id })
    .partial(),
  allowed_calling_codes: z.array(text(3).min(1)).max(300).nullable(),
  sms_country_codes: z.array(text(2).min(2)).max(300).nullable(),
  attestation_profiles: z.array(attestationProfile).max(20),
  siwe_required_for_crypto_wallets: z.boolean(),
  slug_pattern: url.nullable(),
  create_organization_enabled: z.boolean(),
  domain_proof: z.enum(['required', 'not_required']),
  cross_organization_passwords: z.boolean(),
  impersonation_excluded_roles: z.array(label).max(100),
  max_session_minutes: z.number().int(),
  max_link_minutes: z.number().int().nullable(),
  limits: z.record(label, z.strictObject({ limit: z.number().int(), window_ms: z.number().int() })),
}

const settings: Exact<AdminSettings> = exactly<AdminSettings>()(
  z.object({
    ...plain,
    redirect_urls: z.object(redirectUrls),
    enabled_methods: z.object(enabledMethods),
    captcha_settings: z.union([off, z.object(on)]),
    password_policy: exactly<AdminPasswordPolicy>()(z.object(passwordPolicy)),
    identity_provider: z.object(identityProvider),
    http_only_cookies: z.object(httpOnlyCookies),
  }),
)

/** Strict, unlike most bodies: ignoring a misspelled setting could leave a security setting unchanged. */
export const settingsChange: Exact<AdminSettingsChange> = exactly<AdminSettingsChange>()(
  z
    .strictObject({
      ...plain,
      redirect_urls: z.strictObject(redirectUrls).partial(),
      enabled_methods: z.strictObject(enabledMethods).partial(),
      captcha_settings: z.union([off, z.strictObject({ ...on, secret: text(1_024).min(1).optional() })]),
      password_policy: z.strictObject(passwordPolicy).partial(),
      identity_provider: z.strictObject(identityProvider).partial(),
      http_only_cookies: z.strictObject(httpOnlyCookies).partial(),
    })
    .partial(),
)

const settingsResponse: Exact<AdminSettingsResponse> = exactly<AdminSettingsResponse>()(
  z.object({ ...okShape, settings, revision: z.number().int() }),
)

export const projectSchemas: SchemasOf<typeof endpoints> = {
  adminProjectGet: {
    request: noBody,
    response: exactly<AdminProjectGetResponse>()(
      z.object({
        ...okShape,
        project: z.object({
          project_id: id,
          name: label,
          environment: z.enum(['test', 'live']),
          vertical: z.enum(verticals),
          public_token: id,
          issuer: url,
          created_at: timestamp,
        }),
      }),
    ),
  },
  adminSettingsGet: { request: noBody, response: settingsResponse },
  adminSettingsUpdate: {
    request: exactly<AdminSettingsUpdateRequest>()(
      z.object({ settings: settingsChange, revision: z.number().int().optional() }),
    ),
    response: settingsResponse,
  },
}
