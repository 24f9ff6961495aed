import type { JsonObject, OAuthProvider, RbacPolicy, RedirectType, Vertical } from '@latchkey/contract'
import type { Instant } from './instant.ts'

/** What an operator can set on a project. Lives as one JSON document with a revision. */
export interface ProjectSettings {
  /** Exact origins, or `https://*.example.com` for one label. `http://localhost:*` only in test projects. */
  authorizedOrigins: string[]
  /** By type; a path may end in `/*`. The first entry without a pattern is the default. */
  redirectUrls: Record<RedirectType, string[]>
  enabledMethods: {
    magicLinks: boolean
    otpEmail: boolean
    otpSms: boolean
    otpWhatsapp: boolean
    /** Left out means on: projects older than a method have no word on it. */
    totps?: boolean
    webauthn?: boolean
    cryptoWallets?: boolean
    passwords?: boolean
    oauth?: boolean
  }
  /**
   * RP IDs of passkeys beyond the hosts of the authorised origins: a parent domain of theirs, or the one domain
   * whose passkeys all authorised origins share (related origins).
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
  /** Left out means off: the client keeps the session in cookies of its own. */
  httpOnlyCookies?: HttpOnlyCookies
  /** Left out means the default: projects older than passwords have no word on it. */
  passwordPolicy?: PasswordPolicy
  /** The template of a message for which a call names none. One that is gone means our own words. */
  defaultTemplates?: Partial<Record<TemplateKind, string>>
  /** The calling codes (`'49'`) that messages are sent to; defaults to all of them. */
  allowedCallingCodes?: string[]
  /** The countries (ISO 3166-1 alpha-2) that messages are sent to; defaults to all of them. */
  smsCountryCodes?: string[]
  /** Whose tokens `sessions/attest` takes. */
  attestationProfiles?: AttestationProfile[]
  /** Left out means that the project is nobody's identity provider yet. */
  identityProvider?: IdentityProviderSettings
  siweRequired: boolean
  slugPattern: string | null
  createOrganizationEnabled: boolean
  /** Absolute cap on a session's life. */
  maxSessionMinutes: number
  /** Cap on the life of mailed links; left out means as long as the call asks for. */
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
  /** Who checks tokens; left out means our own proof of work. */
  provider?: 'proof_of_work' | 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** How many hashes a proof of work takes at most; half of them on average. */
  difficulty?: number
  /** Of vendors that answer with a score from 0 to 1. */
  minimumScore?: number
}

/** What a project says as an identity provider of other applications. */
export interface IdentityProviderSettings {
  /** The page that asks for consent and confirms log-outs. */
  consentPageUrl: string | null
  /** Applications may register themselves (RFC 7591). */
  dynamicRegistration: boolean
  /** Applications may describe themselves at an https address that is their client id. */
  clientIdMetadataDocuments: boolean
  /** Whom access tokens may be for (RFC 8707), beside the project itself. */
  resources: string[]
}

/** An issuer whose word on who somebody is counts as a sign-in. */
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
  /** Whoever is not known yet becomes a user. */
  createsUsers: boolean
}

/** What a project asks of a new password. */
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

/** What a project's own servers show. The secret itself was shown once, when it was made. */
export interface SecretKeyRecord {
  projectId: string
  id: string
  name: string
  /** SHA-256 of the secret, hex: it is 256 random bits. */
  secretHash: string
  /** Its last characters, to be told apart by. */
  hint: string
  createdAt: Instant
  /** Written now and then, not at every use. */
  lastUsedAt: Instant | null
  revokedAt: Instant | null
}

/** What a project signs in to an identity provider with. */
export interface OAuthCredentialsRecord {
  projectId: string
  provider: OAuthProvider
  /** The last part of the address the provider sends people back to: one for each project and provider. */
  callbackId: string
  clientId: string
  /** The client secret, or what one is made of, as JSON under the master key; see `social-login/credentials.ts`. */
  secretSealed: string
  /** What is no secret: a tenant, a host of one's own. */
  options: JsonObject
  createdAt: Instant
  updatedAt: Instant
}

/** Which message a template is for. `passcode_text` is the one by SMS or WhatsApp. */
export type TemplateKind = 'magic_link' | 'passcode' | 'passcode_text' | 'password_reset'

/** The words that differ from ours; `{{project}}`, `{{code}}` and `{{duration}}` are filled in. */
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

/** An address that nothing may be sent to any more, whoever asks. */
export interface SuppressionRecord {
  channel: 'email' | 'sms' | 'whatsapp'
  /** Canonical. */
  address: string
  reason: 'unsubscribed' | 'bounced' | 'complained'
  createdAt: Instant
}

/** An application that a user has let act for them. */
export interface ConnectedAppRecord {
  projectId: string
  userId: string
  id: string
  name: string
  description: string
  clientType: string
  logoUrl: string | null
  scopes: string[]
  createdAt: Instant
  updatedAt: Instant
}

export interface OrganizationRecord {
  projectId: string
  id: string
  name: string
  slug: string
  createdAt: Instant
  updatedAt: Instant
}

export interface MemberRecord {
  projectId: string
  id: string
  organizationId: string
  /** Canonical. */
  email: string
  status: 'active' | 'pending' | 'invited' | 'deleted'
  name: string
  /** Empty as long as there is none. */
  passwordId: string
  createdAt: Instant
  updatedAt: Instant
}
