import type {
  AdminCaptchaSettingsChange,
  AdminPasswordPolicy,
  AdminSettings,
  AdminSettingsChange,
} from '@latchkey/contract/admin'
import { refuseField } from '../../core/schema-issues.ts'
import type { Vault } from '../../core/vault.ts'
import { captchaSecretContext } from '../../protection/captcha.ts'
import type { PasswordPolicy, ProjectRecord, ProjectSettings } from '../../storage/records.ts'
import { settingsView } from './settings-view.ts'

/** The project as it would be: what is given over what is there, groups merged. Nothing is judged here. */
export function changedProject(
  vault: Vault,
  project: ProjectRecord,
  change: AdminSettingsChange,
): { name: string; settings: ProjectSettings } {
  const current = settingsView(project)
  const { captcha_settings, ...rest } = change
  const wanted: AdminSettings = {
    ...current,
    ...given(rest),
    redirect_urls: { ...current.redirect_urls, ...given(change.redirect_urls ?? {}) },
    enabled_methods: { ...current.enabled_methods, ...given(change.enabled_methods ?? {}) },
    password_policy: { ...current.password_policy, ...given(change.password_policy ?? {}) },
    identity_provider: { ...current.identity_provider, ...given(change.identity_provider ?? {}) },
    http_only_cookies: { ...current.http_only_cookies, ...given(change.http_only_cookies ?? {}) },
  }
  const captcha = captcha_settings ? toCaptcha(vault, project, captcha_settings) : project.settings.captcha
  return {
    name: wanted.project_name,
    settings: { ...withoutOptional(project.settings), ...toSettings(wanted), captcha },
  }
}

/** Null removes these settings: the stored values must not remain. */
function withoutOptional(settings: ProjectSettings): ProjectSettings {
  const { allowedCallingCodes: _codes, smsCountryCodes: _countries, maxLinkMinutes: _minutes, ...rest } = settings
  const { logoUrl: _logo, brandColor: _color, supportEmail: _email, defaultLocale: _locale, ...kept } = rest
  return kept
}

/** A key without a value is as good as none. */
function given<T extends object>(change: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}

/** A secret is sealed as it comes in, and never shown again: whoever changes the rest need not know it. */
function toCaptcha(
  vault: Vault,
  { id, settings: { captcha: current } }: ProjectRecord,
  change: AdminCaptchaSettingsChange,
): ProjectSettings['captcha'] {
  if (!change.enabled) return { enabled: false }
  const before = current.enabled ? current : undefined
  const { siteKey, secret } = change
  const provider = change.provider ?? before?.provider
  const difficulty = change.difficulty ?? before?.difficulty
  const minimumScore = change.minimum_score ?? before?.minimumScore
  // Another vendor has another secret.
  const kept = provider === before?.provider ? before?.secretSealed : undefined
  const secretSealed = secret === undefined ? (kept ?? '') : vault.seal(secret, captchaSecretContext(id))
  if (secretSealed === '' && (provider ?? 'proof_of_work') !== 'proof_of_work')
    throw refuseField('.settings.captcha_settings.secret', 'is required', 'required')
  return {
    ...{ enabled: true, siteKey, secretSealed },
    ...(provider === undefined ? {} : { provider }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(minimumScore === undefined ? {} : { minimumScore }),
  }
}

function toSettings(wanted: AdminSettings): Omit<ProjectSettings, 'captcha'> {
  const { enabled_methods: methods } = wanted
  return {
    authorizedOrigins: wanted.authorized_origins,
    redirectUrls: wanted.redirect_urls,
    enabledMethods: {
      magicLinks: methods.magic_links,
      otpEmail: methods.otp_email,
      otpSms: methods.otp_sms,
      otpWhatsapp: methods.otp_whatsapp,
      totps: methods.totps,
      webauthn: methods.webauthn,
      cryptoWallets: methods.crypto_wallets,
      passwords: methods.passwords,
      oauth: methods.oauth,
    },
    passkeyRpIds: wanted.passkey_rp_ids,
    pkceRequired: {
      emailMagicLinks: wanted.pkce_required_for_email_magic_links,
      passwordResets: wanted.pkce_required_for_password_resets,
      oauth: wanted.pkce_required_for_oauth,
      sso: wanted.pkce_required_for_sso,
    },
    dfp: { enabled: wanted.dfp_protected_auth_enabled, mode: wanted.dfp_protected_auth_mode },
    enumeration: wanted.enumeration,
    stepUpMinutes: wanted.step_up_minutes,
    jwtAlgorithm: wanted.jwt_algorithm,
    rbacPolicy: wanted.rbac_policy,
    disableWatermark: wanted.disable_sdk_watermark,
    emailDomains: wanted.email_domains,
    ...(wanted.logo_url === null ? {} : { logoUrl: wanted.logo_url }),
    ...(wanted.brand_color === null ? {} : { brandColor: wanted.brand_color }),
    ...(wanted.support_email === null ? {} : { supportEmail: wanted.support_email }),
    ...(wanted.default_locale === null ? {} : { defaultLocale: wanted.default_locale }),
    cnameDomain: wanted.cname_domain,
    httpOnlyCookies: wanted.http_only_cookies,
    passwordPolicy: toPolicy(wanted.password_policy),
    defaultTemplates: wanted.default_templates,
    ...(wanted.allowed_calling_codes === null ? {} : { allowedCallingCodes: wanted.allowed_calling_codes }),
    ...(wanted.sms_country_codes === null ? {} : { smsCountryCodes: wanted.sms_country_codes }),
    attestationProfiles: wanted.attestation_profiles.map((profile) => ({
      id: profile.profile_id,
      issuer: profile.issuer,
      audience: profile.audience,
      keys: profile.keys,
      trustsEmail: profile.trusts_email,
      createsUsers: profile.creates_users,
    })),
    identityProvider: {
      consentPageUrl: wanted.identity_provider.consent_page_url,
      dynamicRegistration: wanted.identity_provider.dynamic_registration,
      clientIdMetadataDocuments: wanted.identity_provider.client_id_metadata_documents,
      resources: wanted.identity_provider.resources,
    },
    siweRequired: wanted.siwe_required_for_crypto_wallets,
    slugPattern: wanted.slug_pattern,
    createOrganizationEnabled: wanted.create_organization_enabled,
    maxSessionMinutes: wanted.max_session_minutes,
    ...(wanted.max_link_minutes === null ? {} : { maxLinkMinutes: wanted.max_link_minutes }),
    limits: Object.fromEntries(
      Object.entries(wanted.limits).map(([name, { limit, window_ms }]) => [name, { limit, windowMs: window_ms }]),
    ),
  }
}

function toPolicy(wanted: AdminPasswordPolicy): PasswordPolicy {
  return {
    strength: wanted.strength,
    minimumLength: wanted.minimum_length,
    ludsComplexity: wanted.luds_complexity,
    ludsMinimumCount: wanted.luds_minimum_count,
    breachDetectionOnCreate: wanted.breach_detection_on_create,
    breachDetectionOnAuthentication: wanted.breach_detection_on_authentication,
  }
}
