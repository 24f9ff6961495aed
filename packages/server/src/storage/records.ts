import type { AuthenticationFactor, JsonObject } from '@latchkey/contract'
import type { Instant } from './instant.ts'
import type { Realm } from './realm.ts'

export type * from './account-records.ts'
export type { Instant } from './instant.ts'
export type * from './oauth-client-records.ts'
export type * from './organization-records.ts'
export type * from './project-records.ts'

export interface SessionRecord {
  projectId: string
  id: string
  /** SHA-256 of the opaque token, hex. */
  tokenHash: string
  /** The replaced token, accepted until `prevValidUntil`. */
  prevHash: string | null
  prevValidUntil: Instant | null
  subjectKind: 'user' | 'member'
  subjectId: string
  organizationId: string | null
  factors: AuthenticationFactor[]
  customClaims: JsonObject | null
  ipAddress: string
  userAgent: string
  /** The impersonator of an impersonated session. */
  actor: string | null
  /** The account's `sessionsEpoch` when the user was looked up for this session. */
  accountEpoch: number
  /** The secret key or operator that issued the token of an impersonated session; null for all other sessions. */
  issuedBy: string | null
  startedAt: Instant
  lastAccessedAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
}

/** Issued in business projects only. */
export type BusinessPurpose =
  /** A sign-in that has no session yet. */
  | 'intermediate_session'
  | 'magic_link_invite'
  /** A link to the new address of a member, which replaces the former one. */
  | 'magic_link_email_update'
  /** A link that belongs to no organization. */
  | 'magic_link_discovery'
  /** The token of a landing page after a sign-in at an identity provider without an organization. */
  | 'oauth_discovery'
  /** The state of a sign-in or a test with an SSO connection. */
  | 'sso_state'
  /** The token that the landing page redeems after it: a statement of the identity provider, or a failure. */
  | 'sso_login'
  | 'sso_failure'
  /** Starts a test of an SSO connection in a browser, and reads its result. */
  | 'sso_test'
  | 'sso_test_result'

export type OneTimePurpose =
  | BusinessPurpose
  | 'magic_link_login'
  | 'magic_link_signup'
  | 'magic_link_secondary'
  | 'otp_email'
  | 'otp_sms'
  | 'otp_whatsapp'
  | 'password_reset'
  /** The second link of a reset email: signs in without a new password. */
  | 'password_reset_login'
  | 'crypto_wallet_primary'
  | 'crypto_wallet_secondary'
  | 'webauthn_register'
  | 'webauthn_primary'
  | 'webauthn_secondary'
  /** The state of a sign-in at an identity provider. */
  | 'oauth_state'
  /** The token that the landing page redeems after it. */
  | 'oauth_login'
  | 'oauth_signup'
  /** Lets a browser add an identity to the account of a session. */
  | 'oauth_attach'
  | 'one_tap'
  | 'impersonation'
  /** An authorization request until the consent page reads it. */
  | 'oauth_request'
  /** What a consent page shows to the user of a session, until that user answers. */
  | 'oauth_consent'
  /** An authorization code, until the application redeems it. */
  | 'oauth_code'

/** A secret that works once: a link's token (by `tokenHash`) or a passcode (by `id` and `codeMac`). */
export interface OneTimeRecord extends Realm {
  /** The `method_id` of the wire; fully random. */
  id: string
  purpose: OneTimePurpose
  /** SHA-256 of a link's token; null for passcodes. */
  tokenHash: string | null
  /** HMAC of a passcode under the pepper; null for links. */
  codeMac: string | null
  /** `kind:uniqueKey` of what is proven; a new send voids earlier ones of the same identifier and purpose. */
  identifier: string
  accountId: string | null
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
  /** `http` is for client applications, the others are for users. */
  channel: 'email' | 'sms' | 'whatsapp' | 'http'
  /** Recipient and content under the master key (AES-256-GCM, key id inside); blanked on delivery or expiry. */
  payloadSealed: string
  idempotencyKey: string
  state: 'queued' | 'delivered' | 'expired' | 'failed'
  attempts: number
  /** Attempts with an unknown result: the carrier did not respond, or the worker stopped. */
  unanswered: number
  nextAttemptAt: Instant
  leasedUntil: Instant | null
  createdAt: Instant
  /** After this the message is dropped. */
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
