import type { AdminSettings } from '@latchkey/contract/admin'
import { twoColumns } from '../two-columns.ts'

export interface SettingReference {
  /** As a developer would write the type. */
  type: string
  /** One line. */
  meaning: string
  /** Replaces the value of a new project in the documentation. */
  default?: string
}

/** All settings of a project. The compiler reports a missing one; a test generates docs/settings.md from it. */
export const settingReference: Readonly<Record<keyof AdminSettings, SettingReference>> = {
  project_name: { type: 'text', meaning: 'name shown in messages and on consent pages', default: 'as created' },
  authorized_origins: {
    type: 'list of origins',
    meaning:
      'pages that may use the public token: `https://app.example.com`, `https://*.example.com` for one label, `http://localhost:*` in test projects',
  },
  redirect_urls: {
    type: 'group of lists: `login`, `signup`, `reset_password`, `logout`, `invite`, `discovery`',
    meaning: 'URLs that links and sign-ins may lead to; see [redirect URLs](#redirect-urls)',
  },
  enabled_methods: { type: 'group of booleans', meaning: 'sign-in methods that the project accepts' },
  passkey_rp_ids: {
    type: 'list of domains',
    meaning: 'domains that passkeys may be registered for, in addition to the hosts of the authorized origins',
  },
  pkce_required_for_email_magic_links: {
    type: 'boolean',
    meaning: 'a magic link works only in the browser that requested it (PKCE); `false`: in any browser, after a click',
  },
  pkce_required_for_password_resets: { type: 'boolean', meaning: 'the same for password resets' },
  pkce_required_for_oauth: {
    type: 'boolean',
    meaning: 'rejects OAuth starts without a code challenge; our client always sends one',
  },
  pkce_required_for_sso: { type: 'boolean', meaning: 'the same for single sign-on' },
  captcha_settings: {
    type: '`{ enabled, siteKey, provider, secret, difficulty, minimum_score }`',
    meaning: 'captcha before messages are sent: `proof_of_work` (own), `turnstile`, `hcaptcha` or `recaptcha`',
  },
  dfp_protected_auth_enabled: { type: 'boolean', meaning: 'evaluate device telemetry at sign-in' },
  dfp_protected_auth_mode: {
    type: '`OBSERVATION` or `DECISIONING`',
    meaning: 'only record the verdict on a device, or reject suspicious devices and require a captcha or proof of work',
  },
  enumeration: {
    type: '`bulk` or `strict`',
    meaning: '`strict` never reveals whether an account exists; `bulk` only prevents mass lookups',
  },
  step_up_minutes: {
    type: 'number, 0 to 1440',
    meaning: 'sensitive changes need a sign-in that is at most this old; 0 turns the check off',
  },
  jwt_algorithm: { type: '`ES256` or `RS256`', meaning: 'signature of session JWTs' },
  rbac_policy: {
    type: '`{ roles, resources, scopes }`',
    meaning: 'roles and permissions; all users have the role `latchkey_user`',
  },
  disable_sdk_watermark: { type: 'boolean', meaning: 'hides "Powered by Latchkey" in the widgets' },
  email_domains: {
    type: 'list of domains',
    meaning: 'sender domains of your mails; if there is exactly one, "Open in Gmail" and "Open in Yahoo" search for it',
    default: 'domain of `LATCHKEY_MAIL_FROM`, `[]` without it',
  },
  logo_url: { type: 'https URL or null', meaning: 'logo in messages; null shows the name of the project' },
  brand_color: { type: '`#rrggbb` or null', meaning: 'color of buttons and links in messages' },
  support_email: { type: 'email address or null', meaning: 'contact for help in messages' },
  default_locale: {
    type: 'language tag or null',
    meaning: 'language of messages if neither the request nor the user has one; null means English',
  },
  cname_domain: { type: 'domain or null', meaning: 'your own host name of the API, on the same site as your pages' },
  http_only_cookies: {
    type: 'group: `enabled`, `domain`, `name`',
    meaning: 'sessions in [HttpOnly cookies](provider.md#httponly-cookies); needs `cname_domain`',
  },
  password_policy: {
    type: 'group: `strength` (`zxcvbn` or `luds`), `minimum_length`, `luds_complexity`, `luds_minimum_count`, `breach_detection_on_create`, `breach_detection_on_authentication`',
    meaning: 'which passwords are accepted',
  },
  default_templates: {
    type: 'template ids by kind: `magic_link`, `passcode`, `passcode_text`, `password_reset`, `invite`',
    meaning: 'message templates that are used if a call names none',
  },
  allowed_calling_codes: {
    type: 'list of calling codes or null',
    meaning: 'SMS and WhatsApp messages are sent to these calling codes only (`49`); null allows all',
  },
  sms_country_codes: {
    type: 'list of ISO 3166-1 codes or null',
    meaning: 'SMS and WhatsApp messages are sent to these countries only (`DE`); null allows all',
  },
  attestation_profiles: {
    type: 'list of `{ profile_id, issuer, audience, keys, trusts_email, creates_users }`',
    meaning: 'token issuers that `sessions/attest` accepts',
  },
  identity_provider: {
    type: 'group: `consent_page_url`, `dynamic_registration`, `client_id_metadata_documents`, `resources`',
    meaning: 'the project [as an identity provider](identity-provider.md) for other applications',
  },
  siwe_required_for_crypto_wallets: {
    type: 'boolean',
    meaning: 'Ethereum wallets must sign a Sign-In with Ethereum message (EIP-4361)',
  },
  slug_pattern: {
    type: 'URL with `{{slug}}` in the host or the path, or null',
    meaning:
      'address of an organization in your application, `https://app.example.com/{{slug}}` or `https://{{slug}}.example.com` (business projects)',
  },
  create_organization_enabled: {
    type: 'boolean',
    meaning: 'signed-in users may create organizations (business projects)',
  },
  domain_proof: {
    type: '`required` or `not_required`',
    meaning:
      'members join an organization by the domain of their email address only if the organization has [proven the domain](business/domains.md) (business projects)',
    default: '`required`; in test projects `not_required`',
  },
  impersonation_excluded_roles: {
    type: 'list of role ids',
    meaning: 'members with one of these roles cannot be [impersonated](administration.md) (business projects)',
    default: '`[]`',
  },
  cross_organization_passwords: {
    type: 'boolean',
    meaning:
      'a password that a member sets by a link counts in all organizations of the address (business projects); `false`: each organization has its own, and passwords do not find organizations',
    default: '`true`',
  },
  max_session_minutes: {
    type: 'number, 5 to 527040',
    meaning: 'longest lifetime of a session; longer requests are shortened',
  },
  max_link_minutes: {
    type: 'number, 5 to 10080, or null',
    meaning: 'longest lifetime of a link in an email; longer requests are shortened',
  },
  limits: {
    type: '`{ "limit": 50, "window_ms": 900000 }` by name',
    meaning: '[limits](rate-limits.md) of this project that differ from those of the provider',
  },
}

/** The list in `settings set --help`, without Markdown. */
export const settingList = (): string =>
  twoColumns(Object.entries(settingReference).map(([name, { meaning }]) => [name, meaning]))
