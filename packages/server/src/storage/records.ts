import type { AuthenticationFactor, JsonObject, Name, RbacPolicy, RedirectType, Vertical } from '@latchkey/contract'

/** Instants are epoch milliseconds everywhere below the wire. */
export type Instant = number

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
  }
  pkceRequired: { emailMagicLinks: boolean; passwordResets: boolean; oauth: boolean; sso: boolean }
  captcha: { enabled: false } | { enabled: true; siteKey: string; secretSealed: string }
  dfp: { enabled: boolean; mode: 'DECISIONING' | 'OBSERVATION' }
  /** `bulk` answers as the specification says; `strict` never tells whether an account exists. */
  enumeration: 'bulk' | 'strict'
  /** 0 turns step-up off. */
  stepUpMinutes: number
  jwtAlgorithm: 'ES256' | 'RS256'
  rbacPolicy: RbacPolicy
  disableWatermark: boolean
  emailDomains: string[]
  cnameDomain: string | null
  passwordConfig: { ludsComplexity: number; ludsMinimumCount: number } | null
  siweRequired: boolean
  slugPattern: string | null
  createOrganizationEnabled: boolean
  /** Absolute cap on a session's life. */
  maxSessionMinutes: number
  /** Overrides of the default limits, by the limit's name. */
  limits: Record<string, { limit: number; windowMs: number }>
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

export type RegistrationKind =
  | 'email'
  | 'phone_number'
  | 'oauth'
  | 'password'
  | 'totp'
  | 'crypto_wallet'
  | 'webauthn'
  | 'biometric'

/**
 * One way a user can be reached or recognised. All kinds share a table, so that `(project, kind, uniqueKey)` is
 * one unique index and a user with all registrations is one read.
 */
export interface RegistrationRecord {
  id: string
  projectId: string
  userId: string
  kind: RegistrationKind
  /** The canonical form that must be unique: e-mail, E.164, `issuer|subject`, `type:address`, credential id. */
  uniqueKey: string
  verified: boolean
  /** What the wire shows beyond the key; its shape follows from the kind. */
  details: JsonObject
  createdAt: Instant
  verifiedAt: Instant | null
}

export interface UserRecord {
  projectId: string
  id: string
  status: 'active' | 'pending'
  name: Name
  trustedMetadata: JsonObject
  untrustedMetadata: JsonObject
  roles: string[]
  externalId: string | null
  disabledAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  registrations: RegistrationRecord[]
}

export interface SessionRecord {
  projectId: string
  id: string
  /** SHA-256 of the opaque token, hex. */
  tokenHash: string
  /** The token before the last rotation, still good until `prevValidUntil`. */
  prevHash: string | null
  prevValidUntil: Instant | null
  subjectKind: 'user' | 'member'
  subjectId: string
  organizationId: string | null
  factors: AuthenticationFactor[]
  customClaims: JsonObject | null
  ipAddress: string
  userAgent: string
  /** Who acts, when a session is impersonated. */
  actor: string | null
  startedAt: Instant
  lastAccessedAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
}

export type OneTimePurpose =
  | 'magic_link_login'
  | 'magic_link_signup'
  | 'magic_link_secondary'
  | 'otp_email'
  | 'otp_sms'
  | 'otp_whatsapp'

/** A secret that works once: a link's token (by `tokenHash`) or a passcode (by `id` and `codeMac`). */
export interface OneTimeRecord {
  projectId: string
  /** The `method_id` of the wire; fully random. */
  id: string
  purpose: OneTimePurpose
  /** SHA-256 of a link's token; null for passcodes. */
  tokenHash: string | null
  /** HMAC of a passcode under the pepper; null for links. */
  codeMac: string | null
  /** `kind:uniqueKey` of what is proven; a new send voids earlier ones of the same identifier and purpose. */
  identifier: string
  userId: string | null
  /** The session that asked, for secondary factors: only it may redeem. */
  sessionId: string | null
  codeChallenge: string | null
  mismatches: number
  attempts: number
  /** What the redeeming call needs beyond the columns (redirect URL, created-as-pending, …). */
  payload: JsonObject
  createdAt: Instant
  expiresAt: Instant
  usedAt: Instant | null
  usedBy: string | null
  voidedAt: Instant | null
}

export interface OutboxRecord {
  projectId: string
  id: string
  channel: 'email' | 'sms' | 'whatsapp'
  /** Recipient and content under the master key (AES-256-GCM, key id inside); blanked on delivery or expiry. */
  payloadSealed: string
  idempotencyKey: string
  state: 'queued' | 'delivered' | 'expired' | 'failed'
  attempts: number
  nextAttemptAt: Instant
  leasedUntil: Instant | null
  createdAt: Instant
  /** After this the message is worthless and is dropped. */
  expiresAt: Instant
}

export interface AuditRecord {
  projectId: string
  id: string
  at: Instant
  actorKind: 'user' | 'member' | 'admin' | 'client' | 'system'
  actorId: string | null
  impersonator: string | null
  event: string
  targetId: string | null
  result: 'ok' | 'refused'
  errorType: string | null
  /** A network prefix (v4 /32, v6 /64), never a full v6 address. */
  ipPrefix: string | null
  userAgentHash: string | null
  requestId: string
  /** Set by the sealer, in order; null until then. */
  seq: number | null
  prevHash: string | null
  hash: string | null
}

export interface EventRecord {
  projectId: string
  id: string
  name: string
  /** Anything personal in it is an HMAC under a project key. */
  details: JsonObject
  createdAt: Instant
}
