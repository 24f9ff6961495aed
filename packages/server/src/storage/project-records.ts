import type { IdentityProviderName, JsonObject, RbacPolicy, RedirectType, Vertical } from '@latchkey/contract'
import type { EnabledMethods } from '../methods/methods.ts'
import type { Instant } from './instant.ts'

/** The settings of a project, stored as one JSON document with a revision. */
export interface ProjectSettings {
  /** Exact origins, or `https://*.example.com` for one label. `http://localhost:*` only in test projects. */
  authorizedOrigins: string[]
  /** By type; a path may end in `/*`. The first entry without a pattern is the default. */
  redirectUrls: Partial<Record<RedirectType, string[]>>
  enabledMethods: EnabledMethods
  /**
   * RP IDs of passkeys beyond the hosts of the authorized origins: a parent domain of theirs, or the one domain
   * whose passkeys all authorized origins share (related origins).
   */
  passkeyRpIds?: string[]
  pkceRequired: { emailMagicLinks: boolean; passwordResets: boolean; oauth: boolean; sso: boolean }
  captcha: { enabled: false } | CaptchaSettings
  dfp: { enabled: boolean; mode: 'DECISIONING' | 'OBSERVATION' }
  /** `bulk` answers as the specification says; `strict` never tells whether an account exists. */
  enumeration: 'bulk' | 'strict'
  /** 0 turns step-up off. */
  stepUpMinutes: number
  jwtAlgorithm: 'ES256' | 'RS256'
  rbacPolicy: RbacPolicy
  disableWatermark: boolean
  emailDomains: string[]
  /** What messages show: the project's logo (https), its color (`#rrggbb`) and where its users get help. */
  logoUrl?: string
  brandColor?: string
  supportEmail?: string
  /** The language of messages when the request and the user name none. Defaults to English. */
  defaultLocale?: string
  /** The project's own name for the API, on its pages' site. */
  cnameDomain: string | null
  /** Defaults to off: the client keeps the session in its own cookies. */
  httpOnlyCookies?: HttpOnlyCookies
  /** Defaults to the default policy. */
  passwordPolicy?: PasswordPolicy
  /** The template of a message if the call names none. A template that was removed is replaced by the built-in texts. */
  defaultTemplates?: Partial<Record<TemplateKind, string>>
  /** The calling codes (`'49'`) that messages are sent to; defaults to all of them. */
  allowedCallingCodes?: string[]
  /** The countries (ISO 3166-1 alpha-2) that messages are sent to; defaults to all of them. */
  smsCountryCodes?: string[]
  /** The issuers whose tokens `sessions/attest` accepts. */
  attestationProfiles?: AttestationProfile[]
  /** If not set, the project is not an OIDC provider. */
  identityProvider?: IdentityProviderSettings
  siweRequired: boolean
  slugPattern: string | null
  createOrganizationEnabled: boolean
  /** Whether a password that is set after a proof of the mailbox counts in all organizations. Defaults to yes. */
  crossOrganizationPasswords?: boolean
  /** Members with one of these roles cannot be impersonated. */
  impersonationExcludedRoles?: string[]
  /** Whether members join by an email domain only if their organization has proven it. Defaults by environment. */
  domainProof?: 'required' | 'not_required'
  /** Absolute cap on a session's life. */
  maxSessionMinutes: number
  /** Maximum lifetime of links by email. Defaults to the lifetime that the call requests. */
  maxLinkMinutes?: number
  /** Overrides of the default limits, by the limit's name; those of `providerLimits` have no effect here. */
  limits: Record<string, { limit: number; windowMs: number }>
}

/** Sessions in cookies that no script can read; `cnameDomain` sets them and no other host does. */
export interface HttpOnlyCookies {
  enabled: boolean
  /** What API and pages have in common; null where they are one host, which then keeps the cookies to itself. */
  domain: string | null
  /** Without its prefix. Two projects below one domain need two. */
  name: string
}

export interface CaptchaSettings {
  enabled: true
  siteKey: string
  /** The vendor's secret under the master key; proof of work needs none. */
  secretSealed: string
  /** The service that checks tokens. Defaults to `proof_of_work`. */
  provider?: 'proof_of_work' | 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** How many hashes a proof of work takes at most; half of them on average. */
  difficulty?: number
  /** Of vendors that answer with a score from 0 to 1. */
  minimumScore?: number
}

/** The settings of a project as an OIDC provider. */
export interface IdentityProviderSettings {
  /** The page that asks for consent and confirms log-outs. */
  consentPageUrl: string | null
  /** Applications may register themselves (RFC 7591). */
  dynamicRegistration: boolean
  /** Applications may describe themselves at an https address that is their client id. */
  clientIdMetadataDocuments: boolean
  /** Audiences of access tokens (RFC 8707) in addition to the project itself. */
  resources: string[]
}

/** An issuer whose tokens sign users in. */
export interface AttestationProfile {
  /** The `profile_id` of the call. */
  id: string
  /** `iss` and `aud` of its tokens, exactly. */
  issuer: string
  audience: string
  /** Where its public keys are: an https address, or the keys themselves. */
  keys: { url: string } | { jwks: JsonObject }
  /** Does `email_verified: true` prove the mailbox here? Without it accounts are known by `iss` and `sub` alone. */
  trustsEmail: boolean
  /** Creates a user for an unknown subject. */
  createsUsers: boolean
}

/** The requirements of a project for a new password. */
export interface PasswordPolicy {
  /** An estimate of how hard it is to guess, or a count of kinds of characters. */
  strength: 'zxcvbn' | 'luds'
  /** Characters at least, where strength is estimated. */
  minimumLength: number
  /** Kinds of characters (lower case, upper case, digits, symbols) at least, where they are counted. */
  ludsComplexity: number
  ludsMinimumCount: number
  /** A breached password cannot be set. */
  breachDetectionOnCreate: boolean
  /** Who signs in with a breached password has to set another. */
  breachDetectionOnAuthentication: boolean
}

export interface ProjectRecord {
  id: string
  name: string
  environment: 'test' | 'live'
  vertical: Vertical
  publicToken: string
  /** `{base}/v1/public/{project_id}`, kept so that moving the host never changes what verifiers check. */
  issuer: string
  settings: ProjectSettings
  revision: number
  createdAt: Instant
}

export interface SigningKeyRecord {
  projectId: string
  kid: string
  algorithm: 'ES256' | 'RS256'
  state: 'next' | 'active' | 'retiring' | 'gone'
  /** A public JWK as JSON. */
  publicJwk: JsonObject
  /** The private key (PKCS#8 PEM) under the master key. */
  privateKeySealed: string
  createdAt: Instant
  activatedAt: Instant | null
  retiredAt: Instant | null
}

/** Authenticates a backend. The secret itself is shown once, when it is created. */
export interface SecretKeyRecord {
  projectId: string
  id: string
  name: string
  /** SHA-256 of the secret, hex: it is 256 random bits. */
  secretHash: string
  /** The last characters of the secret, shown in lists. */
  hint: string
  createdAt: Instant
  /** Updated from time to time, not at every use. */
  lastUsedAt: Instant | null
  revokedAt: Instant | null
}

/** The credentials of a project at an identity provider. */
export interface OAuthCredentialsRecord {
  projectId: string
  provider: IdentityProviderName
  /** The last part of the callback URL of the identity provider. Unique for each project and provider. */
  callbackId: string
  clientId: string
  /** The client secret, or what one is made of, as JSON under the master key; see `social-login/credentials.ts`. */
  secretSealed: string
  /** Settings that are not secret, such as a tenant or host. */
  options: JsonObject
  createdAt: Instant
  updatedAt: Instant
}

/** Which message a template is for. `passcode_text` is the one by SMS or WhatsApp. */
export type TemplateKind = 'magic_link' | 'passcode' | 'passcode_text' | 'password_reset' | 'invite'

/** The texts that replace the built-in ones; `{{project}}`, `{{code}}` and `{{duration}}` are filled in. */
export interface TemplateWords {
  subject?: string
  heading?: string
  body?: string
  button?: string
  footer?: string
  /** Of a text message; it has to hold `{{code}}`. */
  text?: string
}

export interface TemplateRecord {
  projectId: string
  id: string
  kind: TemplateKind
  /** By language tag, lower case; `en` is what all others fall back to. */
  words: Record<string, TemplateWords>
  createdAt: Instant
  updatedAt: Instant
}

/** An address or number to which no message is sent. */
export interface SuppressionRecord {
  channel: 'email' | 'sms' | 'whatsapp'
  /** Canonical. */
  address: string
  reason: 'unsubscribed' | 'bounced' | 'complained'
  createdAt: Instant
}

/** An application that a user has consented to. */
export interface ConnectedAppRecord {
  projectId: string
  accountId: string
  id: string
  name: string
  description: string
  clientType: string
  logoUrl: string | null
  scopes: string[]
  createdAt: Instant
  updatedAt: Instant
}
