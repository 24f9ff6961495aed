import type {
  AdminCaptchaSettingsChange,
  AdminPasswordPolicy,
  AdminSettings,
  AdminSettingsChange,
} from '@latchkey/contract/admin'
import { refuseField } from '../../core/schema-issues.ts'
import type { Vault } from '../../core/vault.ts'
import { type EnabledMethods, methodSettings } from '../../methods/methods.ts'
import { captchaSecretContext } from '../../protection/captcha.ts'
import type { PasswordPolicy, ProjectRecord, ProjectSettings } from '../../storage/records.ts'
import { settingsView } from './settings-view.ts'

/** Merges a change into the settings of a project, group by group. Does not validate. */
export function changedProject(
  vault: Vault,
  project: ProjectRecord,
  change: AdminSettingsChange,
): { name: string; settings: ProjectSettings } {
  const current = settingsView(project)
  const { captcha_settings, ...rest } = change
  const next: AdminSettings = {
    ...current,
    ...withoutUndefined(rest),
    redirect_urls: { ...current.redirect_urls, ...withoutUndefined(change.redirect_urls ?? {}) },
    enabled_methods: { ...current.enabled_methods, ...withoutUndefined(change.enabled_methods ?? {}) },
    password_policy: { ...current.password_policy, ...withoutUndefined(change.password_policy ?? {}) },
    identity_provider: { ...current.identity_provider, ...withoutUndefined(change.identity_provider ?? {}) },
    http_only_cookies: { ...current.http_only_cookies, ...withoutUndefined(change.http_only_cookies ?? {}) },
  }
  const captcha = captcha_settings ? toCaptcha(vault, project, captcha_settings) : project.settings.captcha
  return {
    name: next.project_name,
    settings: { ...withoutOptional(project.settings), ...toSettings(next), captcha },
  }
}

/** Null removes these settings: the stored values must not remain. */
function withoutOptional(settings: ProjectSettings): ProjectSettings {
  const { allowedCallingCodes: _codes, smsCountryCodes: _countries, maxLinkMinutes: _minutes, ...rest } = settings
  const { logoUrl: _logo, brandColor: _color, supportEmail: _email, defaultLocale: _locale, ...remaining } = rest
  return remaining
}

/** Undefined values count as missing. */
function withoutUndefined<T extends object>(change: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}

/** The secret is stored sealed and never returned; a change of other fields keeps it. */
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
  // The secret belongs to the vendor, so a change of the vendor discards it.
  const currentSecret = provider === before?.provider ? before?.secretSealed : undefined
  const secretSealed = secret === undefined ? (currentSecret ?? '') : vault.seal(secret, captchaSecretContext(id))
  if (secretSealed === '' && (provider ?? 'proof_of_work') !== 'proof_of_work')
    throw refuseField('.settings.captcha_settings.secret', 'is required', 'required')
  return {
    ...{ enabled: true, siteKey, secretSealed },
    ...(provider === undefined ? {} : { provider }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(minimumScore === undefined ? {} : { minimumScore }),
  }
}

function toSettings(next: AdminSettings): Omit<ProjectSettings, 'captcha'> {
  return {
    authorizedOrigins: next.authorized_origins,
    redirectUrls: next.redirect_urls,
    enabledMethods: toEnabledMethods(next.enabled_methods),
    passkeyRpIds: next.passkey_rp_ids,
    pkceRequired: {
      emailMagicLinks: next.pkce_required_for_email_magic_links,
      passwordResets: next.pkce_required_for_password_resets,
      oauth: next.pkce_required_for_oauth,
      sso: next.pkce_required_for_sso,
    },
    dfp: { enabled: next.dfp_protected_auth_enabled, mode: next.dfp_protected_auth_mode },
    enumeration: next.enumeration,
    stepUpMinutes: next.step_up_minutes,
    jwtAlgorithm: next.jwt_algorithm,
    rbacPolicy: next.rbac_policy,
    disableWatermark: next.disable_sdk_watermark,
    emailDomains: next.email_domains,
    ...(next.logo_url === null ? {} : { logoUrl: next.logo_url }),
    ...(next.brand_color === null ? {} : { brandColor: next.brand_color }),
    ...(next.support_email === null ? {} : { supportEmail: next.support_email }),
    ...(next.default_locale === null ? {} : { defaultLocale: next.default_locale }),
    cnameDomain: next.cname_domain,
    httpOnlyCookies: next.http_only_cookies,
    passwordPolicy: toPolicy(next.password_policy),
    defaultTemplates: next.default_templates,
    ...(next.allowed_calling_codes === null ? {} : { allowedCallingCodes: next.allowed_calling_codes }),
    ...(next.sms_country_codes === null ? {} : { smsCountryCodes: next.sms_country_codes }),
    attestationProfiles: next.attestation_profiles.map((profile) => ({
      id: profile.profile_id,
      issuer: profile.issuer,
      audience: profile.audience,
      keys: profile.keys,
      trustsEmail: profile.trusts_email,
      createsUsers: profile.creates_users,
    })),
    identityProvider: {
      consentPageUrl: next.identity_provider.consent_page_url,
      dynamicRegistration: next.identity_provider.dynamic_registration,
      clientIdMetadataDocuments: next.identity_provider.client_id_metadata_documents,
      resources: next.identity_provider.resources,
    },
    siweRequired: next.siwe_required_for_crypto_wallets,
    slugPattern: next.slug_pattern,
    createOrganizationEnabled: next.create_organization_enabled,
    domainProof: next.domain_proof,
    impersonationExcludedRoles: next.impersonation_excluded_roles,
    crossOrganizationPasswords: next.cross_organization_passwords,
    maxSessionMinutes: next.max_session_minutes,
    ...(next.max_link_minutes === null ? {} : { maxLinkMinutes: next.max_link_minutes }),
    limits: Object.fromEntries(
      Object.entries(next.limits).map(([name, { limit, window_ms }]) => [name, { limit, windowMs: window_ms }]),
    ),
  }
}

function toEnabledMethods(next: AdminSettings['enabled_methods']): EnabledMethods {
  const names = Object.keys(methodSettings) as (keyof typeof methodSettings)[]
  return Object.fromEntries(names.map((name) => [methodSettings[name], next[name]]))
}

function toPolicy(next: AdminPasswordPolicy): PasswordPolicy {
  return {
    strength: next.strength,
    minimumLength: next.minimum_length,
    ludsComplexity: next.luds_complexity,
    ludsMinimumCount: next.luds_minimum_count,
    breachDetectionOnCreate: next.breach_detection_on_create,
    breachDetectionOnAuthentication: next.breach_detection_on_authentication,
  }
}
