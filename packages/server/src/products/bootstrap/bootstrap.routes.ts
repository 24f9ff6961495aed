import { type BootstrapResponse, projectsBootstrap } from '@latchkey/contract'
import { type DataOf, type Route, route } from '../../core/route.ts'
import { withBuiltInPolicy } from '../../organizations/roles.ts'
import { captchaOf } from '../../protection/captcha.ts'

/** The settings that a client needs before it can start. They are public. */
export const bootstrapRoutes: readonly Route[] = [
  route(
    projectsBootstrap,
    async (_context, { project }): Promise<DataOf<BootstrapResponse>> => {
      const { settings } = project
      const { passwordPolicy, pkceRequired } = settings
      const captcha = captchaOf(settings)
      return {
        project_name: project.name,
        disable_sdk_watermark: settings.disableWatermark,
        cname_domain: settings.cnameDomain,
        email_domains: settings.emailDomains,
        captcha_settings: captcha.enabled ? { enabled: true, siteKey: captcha.siteKey } : { enabled: false },
        pkce_required_for_email_magic_links: pkceRequired.emailMagicLinks,
        pkce_required_for_password_resets: pkceRequired.passwordResets,
        pkce_required_for_oauth: pkceRequired.oauth,
        pkce_required_for_sso: pkceRequired.sso,
        slug_pattern: settings.slugPattern,
        create_organization_enabled: settings.createOrganizationEnabled,
        password_config:
          passwordPolicy?.strength === 'luds'
            ? { luds_complexity: passwordPolicy.ludsComplexity, luds_minimum_count: passwordPolicy.ludsMinimumCount }
            : null,
        dfp_protected_auth_enabled: settings.dfp.enabled,
        dfp_protected_auth_mode: settings.dfp.mode,
        rbac_policy: project.vertical === 'B2B' ? withBuiltInPolicy(settings.rbacPolicy) : settings.rbacPolicy,
        siwe_required_for_crypto_wallets: settings.siweRequired,
        vertical: project.vertical,
      }
    },
    { token: 'path' },
  ),
]
