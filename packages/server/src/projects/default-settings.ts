import { brandPrefix, cookieNames, limits, vendorEmailDomain } from '@latchkey/contract'
import type { HttpOnlyCookies, IdentityProviderSettings, PasswordPolicy, ProjectSettings } from '../storage/records.ts'

/** Estimated, not counted: rules on kinds of characters make passwords worse (NIST SP 800-63B-4 §3.1.1.2). */
export const defaultPasswordPolicy: PasswordPolicy = {
  strength: 'zxcvbn',
  minimumLength: 8,
  ludsComplexity: 3,
  ludsMinimumCount: 8,
  breachDetectionOnCreate: true,
  breachDetectionOnAuthentication: true,
}

/** Nobody's identity provider until it has a page for consent; applications come by an administrator alone. */
export const defaultIdentityProvider: IdentityProviderSettings = {
  consentPageUrl: null,
  dynamicRegistration: false,
  clientIdMetadataDocuments: false,
  resources: [],
}

/** Off until a project has an API host on its pages' site. */
export const defaultHttpOnlyCookies: HttpOnlyCookies = {
  enabled: false,
  domain: null,
  name: cookieNames.opaqueTokenCookieName,
}

/** A new project: nothing is allowed from anywhere yet, and everything that has a safer way takes it. */
export function defaultSettings(): ProjectSettings {
  return {
    authorizedOrigins: [],
    redirectUrls: { login: [], signup: [], reset_password: [], logout: [] },
    enabledMethods: { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true },
    pkceRequired: { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true },
    captcha: { enabled: false },
    dfp: { enabled: false, mode: 'OBSERVATION' },
    enumeration: 'bulk',
    stepUpMinutes: 0,
    jwtAlgorithm: 'ES256',
    rbacPolicy: {
      roles: [{ role_id: `${brandPrefix}_user`, description: 'All signed-in users', permissions: [] }],
      resources: [],
      scopes: [],
    },
    disableWatermark: false,
    emailDomains: [vendorEmailDomain],
    cnameDomain: null,
    passwordPolicy: defaultPasswordPolicy,
    siweRequired: false,
    slugPattern: null,
    createOrganizationEnabled: false,
    maxSessionMinutes: limits.sessionMinutes.max,
    limits: {},
  }
}

/** The role every user has from the start. */
export const defaultRoles: readonly string[] = [`${brandPrefix}_user`]
