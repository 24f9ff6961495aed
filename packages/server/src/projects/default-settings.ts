import { brandPrefix, cookieNames, limits, type RedirectType, vendorEmailDomain } from '@latchkey/contract'
import type {
  HttpOnlyCookies,
  IdentityProviderSettings,
  PasswordPolicy,
  ProjectRecord,
  ProjectSettings,
} from '../storage/records.ts'

/** Estimates strength: rules about kinds of characters lead to weaker passwords (NIST SP 800-63B-4 §3.1.1.2). */
export const defaultPasswordPolicy: PasswordPolicy = {
  strength: 'zxcvbn',
  minimumLength: 8,
  ludsComplexity: 3,
  ludsMinimumCount: 8,
  breachDetectionOnCreate: true,
  breachDetectionOnAuthentication: true,
}

/** No OIDC provider until the project has a consent page; only an operator can add client applications. */
export const defaultIdentityProvider: IdentityProviderSettings = {
  consentPageUrl: null,
  dynamicRegistration: false,
  clientIdMetadataDocuments: false,
  resources: [],
}

/** A list for each type of redirect URL. Settings that were stored before a type was added have none for it. */
export const noRedirectUrls: Record<RedirectType, string[]> = {
  ...{ login: [], signup: [], reset_password: [], logout: [] },
  ...{ invite: [], discovery: [] },
}

/** Disabled until the project has an API host on the site of its pages. */
export const defaultHttpOnlyCookies: HttpOnlyCookies = {
  enabled: false,
  domain: null,
  name: cookieNames.opaqueTokenCookieName,
}

/** Required in live projects. The domains of test projects, such as `acme.test`, have no DNS. */
export function domainProofOf({
  environment,
  settings,
}: Pick<ProjectRecord, 'environment' | 'settings'>): 'required' | 'not_required' {
  return settings.domainProof ?? (environment === 'live' ? 'required' : 'not_required')
}

/** The settings of a new project: no origin is authorized yet, and every choice is the safe one. */
export function defaultSettings(): ProjectSettings {
  return {
    authorizedOrigins: [],
    redirectUrls: noRedirectUrls,
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

/** The role of every new user. */
export const defaultRoles: readonly string[] = [`${brandPrefix}_user`]
