import type { AdminCaptchaSettings, AdminIdentityProvider, AdminSettings } from '@latchkey/contract/admin'
import { isMethodEnabled, methodSettings } from '../../methods/methods.ts'
import {
  defaultHttpOnlyCookies,
  defaultIdentityProvider,
  defaultPasswordPolicy,
  domainProofOf,
  noRedirectUrls,
} from '../../projects/default-settings.ts'
import type { ProjectRecord, ProjectSettings } from '../../storage/records.ts'

/** Settings with their names in the API; those in the bootstrap response have the same names there. */
export function settingsView(project: ProjectRecord): AdminSettings {
  const { name, settings } = project
  const { pkceRequired: pkce, passwordPolicy: policy = defaultPasswordPolicy } = settings
  return {
    project_name: name,
    authorized_origins: settings.authorizedOrigins,
    redirect_urls: { ...noRedirectUrls, ...settings.redirectUrls },
    enabled_methods: enabledMethodsView(settings),
    passkey_rp_ids: settings.passkeyRpIds ?? [],
    pkce_required_for_email_magic_links: pkce.emailMagicLinks,
    pkce_required_for_password_resets: pkce.passwordResets,
    pkce_required_for_oauth: pkce.oauth,
    pkce_required_for_sso: pkce.sso,
    captcha_settings: captchaView(settings.captcha),
    dfp_protected_auth_enabled: settings.dfp.enabled,
    dfp_protected_auth_mode: settings.dfp.mode,
    enumeration: settings.enumeration,
    step_up_minutes: settings.stepUpMinutes,
    jwt_algorithm: settings.jwtAlgorithm,
    rbac_policy: settings.rbacPolicy,
    disable_sdk_watermark: settings.disableWatermark,
    email_domains: settings.emailDomains,
    logo_url: settings.logoUrl ?? null,
    brand_color: settings.brandColor ?? null,
    support_email: settings.supportEmail ?? null,
    default_locale: settings.defaultLocale ?? null,
    cname_domain: settings.cnameDomain,
    http_only_cookies: settings.httpOnlyCookies ?? defaultHttpOnlyCookies,
    password_policy: {
      strength: policy.strength,
      minimum_length: policy.minimumLength,
      luds_complexity: policy.ludsComplexity,
      luds_minimum_count: policy.ludsMinimumCount,
      breach_detection_on_create: policy.breachDetectionOnCreate,
      breach_detection_on_authentication: policy.breachDetectionOnAuthentication,
    },
    default_templates: settings.defaultTemplates ?? {},
    allowed_calling_codes: settings.allowedCallingCodes ?? null,
    sms_country_codes: settings.smsCountryCodes ?? null,
    attestation_profiles: (settings.attestationProfiles ?? []).map((profile) => ({
      profile_id: profile.id,
      issuer: profile.issuer,
      audience: profile.audience,
      keys: profile.keys,
      trusts_email: profile.trustsEmail,
      creates_users: profile.createsUsers,
    })),
    identity_provider: identityProviderView(settings),
    siwe_required_for_crypto_wallets: settings.siweRequired,
    slug_pattern: settings.slugPattern,
    create_organization_enabled: settings.createOrganizationEnabled,
    domain_proof: domainProofOf(project),
    impersonation_excluded_roles: settings.impersonationExcludedRoles ?? [],
    cross_organization_passwords: settings.crossOrganizationPasswords ?? true,
    max_session_minutes: settings.maxSessionMinutes,
    max_link_minutes: settings.maxLinkMinutes ?? null,
    limits: Object.fromEntries(
      Object.entries(settings.limits).map(([limit, value]) => [
        limit,
        { limit: value.limit, window_ms: value.windowMs },
      ]),
    ),
  }
}

function enabledMethodsView(settings: ProjectSettings): AdminSettings['enabled_methods'] {
  const names = Object.keys(methodSettings) as (keyof typeof methodSettings)[]
  const entries = names.map((name) => [name, isMethodEnabled(settings, methodSettings[name])])
  return Object.fromEntries(entries) as Record<keyof typeof methodSettings, boolean>
}

function identityProviderView({ identityProvider = defaultIdentityProvider }: ProjectSettings): AdminIdentityProvider {
  return {
    consent_page_url: identityProvider.consentPageUrl,
    dynamic_registration: identityProvider.dynamicRegistration,
    client_id_metadata_documents: identityProvider.clientIdMetadataDocuments,
    resources: identityProvider.resources,
  }
}

function captchaView(captcha: ProjectSettings['captcha']): AdminCaptchaSettings {
  if (!captcha.enabled) return { enabled: false }
  const { siteKey, provider, difficulty, minimumScore } = captcha
  return {
    ...{ enabled: true, siteKey },
    ...(provider === undefined ? {} : { provider }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(minimumScore === undefined ? {} : { minimum_score: minimumScore }),
  }
}
