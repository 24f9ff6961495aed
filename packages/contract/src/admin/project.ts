import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { DfpMode, RedirectType, Vertical } from '../core/products.ts'
import type { RbacPolicy } from '../core/rbac.ts'
import type { TemplateKind } from './templates.ts'

export interface AdminProject {
  project_id: string
  name: string
  environment: 'test' | 'live'
  vertical: Vertical
  public_token: string
  /** The `iss` of every token. */
  issuer: string
  created_at: string
}

/** A missing method is enabled. */
export interface EnabledMethods {
  magic_links: boolean
  otp_email: boolean
  otp_sms: boolean
  otp_whatsapp: boolean
  totps: boolean
  webauthn: boolean
  crypto_wallets: boolean
  passwords: boolean
  oauth: boolean
}

export interface AdminPasswordPolicy {
  strength: 'zxcvbn' | 'luds'
  minimum_length: number
  luds_complexity: number
  luds_minimum_count: number
  breach_detection_on_create: boolean
  breach_detection_on_authentication: boolean
}

/** The service that verifies captcha tokens, and how strictly. */
export interface AdminCaptchaChoice {
  siteKey: string
  /** @default the built-in proof of work, which needs no secret */
  provider?: 'proof_of_work' | 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** The maximum number of hashes of a proof of work. */
  difficulty?: number
  /** For vendors that return a score from 0 to 1. */
  minimum_score?: number
}

/** The settings without the secret. */
export type AdminCaptchaSettings = { enabled: false } | ({ enabled: true } & AdminCaptchaChoice)

/** Vendors need their secret; a later change may omit it. */
export type AdminCaptchaSettingsChange = { enabled: false } | ({ enabled: true; secret?: string } & AdminCaptchaChoice)

/** An issuer whose tokens sign users in. */
export interface AdminAttestationProfile {
  profile_id: string
  issuer: string
  audience: string
  /** Its public keys: an https URL or a JWK set. */
  keys: { url: string } | { jwks: JsonObject }
  trusts_email: boolean
  creates_users: boolean
}

/** The settings of the project as an identity provider of other applications. */
export interface AdminIdentityProvider {
  /** The page that asks for consent and confirms logouts. Required before an application can send users here. */
  consent_page_url: string | null
  /** Applications may register themselves (RFC 7591). */
  dynamic_registration: boolean
  /** Applications may use the https URL of a client metadata document as their client id. */
  client_id_metadata_documents: boolean
  /** Resources that access tokens may be issued for (RFC 8707), in addition to the project itself. */
  resources: string[]
}

/** HttpOnly cookies, set by the API host of the project (`cname_domain`). */
export interface AdminHttpOnlyCookies {
  enabled: boolean
  /** The domain that API and pages share, such as `example.com`; null if they are on one host. */
  domain: string | null
  /** The cookie name after `__Secure-` or `__Host-`; the cookie of the JWT adds `_jwt`. */
  name: string
}

/** The settings of a project. Fields that are part of the bootstrap response have the same names there. */
export interface AdminSettings {
  project_name: string
  authorized_origins: string[]
  redirect_urls: Record<RedirectType, string[]>
  enabled_methods: EnabledMethods
  passkey_rp_ids: string[]
  pkce_required_for_email_magic_links: boolean
  pkce_required_for_password_resets: boolean
  pkce_required_for_oauth: boolean
  pkce_required_for_sso: boolean
  captcha_settings: AdminCaptchaSettings
  dfp_protected_auth_enabled: boolean
  dfp_protected_auth_mode: DfpMode
  enumeration: 'bulk' | 'strict'
  step_up_minutes: number
  jwt_algorithm: 'ES256' | 'RS256'
  rbac_policy: RbacPolicy
  disable_sdk_watermark: boolean
  email_domains: string[]
  /** An https URL of the logo that messages show; null shows the project's name. */
  logo_url: string | null
  /** The color of buttons and links in messages, `#rrggbb`; null means the default of the widgets. */
  brand_color: string | null
  /** The support address in messages; null shows none. */
  support_email: string | null
  /** The language of messages when neither the request nor the user names one; null means English. */
  default_locale: string | null
  cname_domain: string | null
  http_only_cookies: AdminHttpOnlyCookies
  password_policy: AdminPasswordPolicy
  /** The templates of messages whose call names no template. */
  default_templates: Partial<Record<TemplateKind, string>>
  /** Calling codes (`49`) that SMS and WhatsApp messages are sent to; null allows all of them. */
  allowed_calling_codes: string[] | null
  /** Countries (ISO 3166-1 alpha-2) that SMS and WhatsApp messages are sent to; null allows all of them. */
  sms_country_codes: string[] | null
  attestation_profiles: AdminAttestationProfile[]
  identity_provider: AdminIdentityProvider
  siwe_required_for_crypto_wallets: boolean
  slug_pattern: string | null
  create_organization_enabled: boolean
  /** Whether members join by an email domain only if their organization has proven it. @default by environment */
  domain_proof: 'required' | 'not_required'
  /** Whether a password that a member sets after a proof of the mailbox counts in all organizations of the project. */
  cross_organization_passwords: boolean
  /** Members with one of these roles cannot be impersonated. */
  impersonation_excluded_roles: string[]
  max_session_minutes: number
  /** The maximum lifetime of links in minutes, whatever a call requests; null sets no maximum. */
  max_link_minutes: number | null
  /** Limits that are counted across projects belong to the provider and are rejected here. */
  limits: Record<string, { limit: number; window_ms: number }>
}

/**
 * Changes the given fields only. Groups (`redirect_urls`, `enabled_methods`, `password_policy`, `identity_provider`,
 * `http_only_cookies`) are merged, the rest replaced.
 */
export interface AdminSettingsChange
  extends Partial<
    Omit<
      AdminSettings,
      | 'redirect_urls'
      | 'enabled_methods'
      | 'password_policy'
      | 'captcha_settings'
      | 'identity_provider'
      | 'http_only_cookies'
    >
  > {
  captcha_settings?: AdminCaptchaSettingsChange
  redirect_urls?: Partial<Record<RedirectType, string[]>>
  enabled_methods?: Partial<EnabledMethods>
  password_policy?: Partial<AdminPasswordPolicy>
  identity_provider?: Partial<AdminIdentityProvider>
  http_only_cookies?: Partial<AdminHttpOnlyCookies>
}

export interface AdminProjectGetResponse extends Ok {
  project: AdminProject
}

export interface AdminSettingsResponse extends Ok {
  settings: AdminSettings
  /** Increases with every change. */
  revision: number
}

export interface AdminSettingsUpdateRequest {
  settings: AdminSettingsChange
  /** Rejects the change if the settings have another revision. */
  revision?: number
}

export const adminProjectGet: Endpoint<null, AdminProjectGetResponse> = { method: 'GET', path: '/project' }

export const adminSettingsGet: Endpoint<null, AdminSettingsResponse> = { method: 'GET', path: '/settings' }

export const adminSettingsUpdate: Endpoint<AdminSettingsUpdateRequest, AdminSettingsResponse> = {
  method: 'PUT',
  path: '/settings',
}
