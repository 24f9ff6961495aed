import { brand, limits } from '@latchkey/contract'
import type { ProjectSettings } from '../storage/records.ts'

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
      roles: [{ role_id: `${brand.prefix}_user`, description: 'Everybody who has signed in', permissions: [] }],
      resources: [],
      scopes: [],
    },
    disableWatermark: false,
    emailDomains: [brand.emailDomain],
    cnameDomain: null,
    passwordConfig: null,
    siweRequired: false,
    slugPattern: null,
    createOrganizationEnabled: false,
    maxSessionMinutes: limits.sessionMinutes.max,
    limits: {},
  }
}

/** The role every user has from the start. */
export const defaultRoles: readonly string[] = [`${brand.prefix}_user`]
