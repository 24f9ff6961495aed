import type { Endpoint, JsonObject, Ok } from '../endpoint.ts'
import type { DfpMode, RedirectType, Vertical } from '../products.ts'
import type { RbacPolicy } from '../rbac.ts'
import type { TemplateKind } from './templates.ts'

export interface AdminProject {
  project_id: string
  name: string
  environment: 'test' | 'live'
  vertical: Vertical
  public_token: string
  /** `iss` of every token. */
  issuer: string
  created_at: string
}

/** Left out means on. */
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

/** Who checks captcha tokens, and how strictly. */
export interface AdminCaptchaChoice {
  siteKey: string
  /** Left out means our own proof of work, which needs no secret. */
  provider?: 'proof_of_work' | 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** How many hashes a proof of work takes at most. */
  difficulty?: number
  /** Of vendors that answer with a score from 0 to 1. */
  minimum_score?: number
}

/** What can be shown; the secret never is. */
export type AdminCaptchaSettings = { enabled: false } | ({ enabled: true } & AdminCaptchaChoice)

/** A vendor takes its secret too; a change of the rest may leave it as it is. */
export type AdminCaptchaSettingsChange = { enabled: false } | ({ enabled: true; secret?: string } & AdminCaptchaChoice)

/** An issuer whose word on who somebody is counts as a sign-in. */
export interface AdminAttestationProfile {
  profile_id: string
  issuer: string
  audience: string
  /** Where its public keys are: an https address, or the keys themselves. */
  keys: { url: string } | { jwks: JsonObject }
  trusts_email: boolean
  creates_users: boolean
}

/** What a project says as an identity provider of other applications. */
export interface AdminIdentityProvider {
  /** The page that asks for consent and confirms log-outs; without one no application can begin. */
  consent_page_url: string | null
  /** Applications may register themselves (RFC 7591). */
  dynamic_registration: boolean
  /** Applications may describe themselves at an https address that is their client id. */
  client_id_metadata_documents: boolean
  /** Whom access tokens may be for (RFC 8707), beside the project itself. */
  resources: string[]
}

/** Cookies that no script can read, set by the project's own API host (`cname_domain`). */
export interface AdminHttpOnlyCookies {
  enabled: boolean
  /** The domain that API and pages share, such as `example.com`; null where they are one host. */
  domain: string | null
  /** What comes after `__Secure-` or `__Host-`; the cookie of the JWT adds `_jwt`. */
  name: string
}

/** What a project decides for itself. Fields that a client reads at its start have the names it reads them by. */
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
  /** Where messages send users who need help; null means none. */
  support_email: string | null
  /** The language of messages when neither the request nor the user names one; null means English. */
  default_locale: string | null
  cname_domain: string | null
  http_only_cookies: AdminHttpOnlyCookies
  password_policy: AdminPasswordPolicy
  /** The template of a message for which a call names none. */
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
  max_session_minutes: number
  /** How long mailed links may live, whatever a call asks for; null means as long as the call says. */
  max_link_minutes: number | null
  /** Those that are counted across projects are the provider's, and are refused here. */
  limits: Record<string, { limit: number; window_ms: number }>
}

/**
 * Only what is given changes. Groups (`redirect_urls`, `enabled_methods`, `password_policy`, `identity_provider`,
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
  /** Rises with every change. */
  revision: number
}

export interface AdminSettingsUpdateRequest {
  settings: AdminSettingsChange
  /** The change is refused if the settings are not of this revision any more. */
  revision?: number
}

export const adminProjectGet: Endpoint<null, AdminProjectGetResponse> = { method: 'GET', path: '/project' }

export const adminSettingsGet: Endpoint<null, AdminSettingsResponse> = { method: 'GET', path: '/settings' }

export const adminSettingsUpdate: Endpoint<AdminSettingsUpdateRequest, AdminSettingsResponse> = {
  method: 'PUT',
  path: '/settings',
}
