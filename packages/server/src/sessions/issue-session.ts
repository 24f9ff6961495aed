import { type AuthenticationFactor, type KnownErrorType, sessionDurationMinutes } from '@latchkey/contract'
import type { Caller, ClientInfo } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { newId } from '../core/ids.ts'
import type { MemoryLimiter } from '../core/memory-limiter.ts'
import { ProviderError } from '../core/provider-error.ts'
import { rememberNetwork } from '../limits/known-networks.ts'
import type { AccountRecord, OneTimeRecord, ProjectRecord, SessionRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { Admitted } from './admission-type.ts'
import { withFactor } from './factors.ts'

/** How long a replaced token is accepted: other tabs and running requests survive a rotation. */
export const rotationGraceMs = 60_000

/** The maximum duration of an impersonated session, regardless of refreshes. */
const longestImpersonationMs = 60 * 60_000

/** The secret that a proof rests on, if it was issued before: a link, a code, a challenge, a token of another issuer. */
export interface SpentSecret {
  /** The account it was issued for, if any. The storage has already compared the state of that account. */
  accountId: OneTimeRecord['accountId']
  issuedAt: number
  /** The error if the account has voided its secrets since. */
  dead: KnownErrorType
}

export interface SessionRequest {
  /** The decision that the account may have a session. */
  admission: Admitted
  project: ProjectRecord
  /** A user, or a member: an account in the realm of an organization. */
  account: Pick<AccountRecord, 'id' | 'organizationId' | 'disabledAt' | 'secretsValidAfter' | 'sessionsEpoch'>
  /** Null for a secret that was not issued before: a password, a code of an authenticator app. */
  secret: SpentSecret | null
  /** Null if nothing was proven, which is only possible for a continued session. */
  factor: AuthenticationFactor | null
  /** A second factor proven in the same call. */
  alsoProven?: AuthenticationFactor | undefined
  /** Factors that this person has proven before, without a session of this account. */
  provenBefore?: readonly AuthenticationFactor[] | undefined
  /** Null does not change the expiry of a continued session; a new one gets the default. */
  durationMinutes: number | null
  /** The session of the request, if any. */
  caller: Caller | null
  /** A further factor continues the session that requested it, and never starts a new one. */
  continuesOnly?: boolean | undefined
  /** The transaction adds or replaces a factor, which requires the newest token of the session. */
  changesFactors?: boolean | undefined
  client: ClientInfo
  /** The impersonator. */
  actor?: string | undefined
  /** The secret key or operator that allowed the impersonation. */
  issuedBy?: string | null
  /** Created before the transaction, so that a retried transaction returns the same token. */
  token: string
  now: number
  random: Random
  dayLimits: Pick<MemoryLimiter, 'take'>
}

export interface IssuedSession {
  session: SessionRecord
  token: string
  kind: 'new' | 'rotated'
}

/**
 * The only function that starts sessions. A caller with a session of this user adds the factor to it and gets a new
 * token; every other caller gets a new session, regardless of the token of the request.
 */
export async function issueSession(tx: StorageVerbs, request: SessionRequest): Promise<IssuedSession> {
  refuseEndedSecret(request)
  const rotated = await rotate(tx, request)
  if (rotated === null && request.continuesOnly) throw new ProviderError('user_unauthenticated')
  const issued = rotated ?? (await begin(tx, request))
  const { project, client, now, dayLimits } = request
  const accountId = request.account.id
  if (request.factor !== null && request.actor === undefined)
    await rememberNetwork(
      tx,
      { projectId: project.id, accountId, prefix: client.prefix, now },
      proven(request),
      dayLimits,
    )
  return issued
}

/**
 * Rejects a secret that the account has voided since. The storage cannot compare one that was issued before its account
 * was known.
 */
function refuseEndedSecret({ account, secret }: SessionRequest): void {
  if (account.disabledAt !== null) throw new ProviderError(secret?.dead ?? 'unauthorized_credentials')
  if (secret === null) return
  const belongsToAnotherAccount = secret.accountId !== null && secret.accountId !== account.id
  const isVoided = secret.accountId === null && secret.issuedAt < (account.secretsValidAfter ?? 0)
  if (belongsToAnotherAccount || isVoided) throw new ProviderError(secret.dead)
}

/** `now + duration`, limited by the maximum lifetime of a session: that of the project, or of an impersonation. */
export function sessionExpiry(
  project: ProjectRecord,
  { startedAt, actor }: Pick<SessionRecord, 'startedAt' | 'actor'>,
  durationMinutes: number,
  now: number,
): number {
  const longest = project.settings.maxSessionMinutes * 60_000
  const cap = actor === null ? longest : Math.min(longest, longestImpersonationMs)
  return Math.min(now + durationMinutes * 60_000, startedAt + cap)
}

async function rotate(tx: StorageVerbs, request: SessionRequest): Promise<IssuedSession | null> {
  const { project, caller, account, now, token } = request
  if (caller === null || caller.account.id !== account.id) return null
  // A factor that users prove for themselves starts a separate session.
  if (caller.session.actor !== null || request.actor !== undefined) return null
  // Read again in the transaction: another tab may have added a factor since the request arrived.
  const current = await tx.sessions.get(project.id, caller.session.id)
  if (current === null || current.revokedAt !== null) return null
  // A replaced token, even if it was replaced during this request, is not exchanged for a new one.
  const isReplaced = caller.usesReplacedToken || current.tokenHash !== caller.session.tokenHash
  if (isReplaced && request.changesFactors) throw new ProviderError('step_up_required')
  if (caller.usesReplacedToken && request.continuesOnly) throw new ProviderError('step_up_required')
  if (caller.usesReplacedToken) return null
  const change = {
    tokenHash: sha256Hex(token),
    prevValidUntil: now + rotationGraceMs,
    factors: allProven(request).reduce(withFactor, current.factors),
    lastAccessedAt: now,
    expiresAt:
      request.durationMinutes === null
        ? current.expiresAt
        : sessionExpiry(project, current, request.durationMinutes, now),
  }
  if (!(await tx.sessions.rotate(project.id, current.id, change, now))) return null
  return { session: { ...current, ...change, prevHash: current.tokenHash }, token, kind: 'rotated' }
}

async function begin(tx: StorageVerbs, request: SessionRequest): Promise<IssuedSession> {
  const { project, account, now, token, client, random, actor = null } = request
  const session: SessionRecord = {
    projectId: project.id,
    id: newId('session', project.environment, now, random),
    tokenHash: sha256Hex(token),
    prevHash: null,
    prevValidUntil: null,
    subjectKind: account.organizationId === null ? 'user' : 'member',
    subjectId: account.id,
    organizationId: account.organizationId,
    factors: allProven(request),
    customClaims: null,
    ipAddress: client.ip,
    userAgent: client.userAgent,
    actor,
    accountEpoch: account.sessionsEpoch,
    issuedBy: request.issuedBy ?? null,
    startedAt: now,
    lastAccessedAt: now,
    expiresAt: sessionExpiry(
      project,
      { startedAt: now, actor },
      request.durationMinutes ?? sessionDurationMinutes,
      now,
    ),
    revokedAt: null,
  }
  await tx.sessions.insert(session)
  return { session, token, kind: 'new' }
}

function allProven(request: SessionRequest): AuthenticationFactor[] {
  return [...(request.provenBefore ?? []), ...proven(request)]
}

function proven({ factor, alsoProven }: SessionRequest): AuthenticationFactor[] {
  return [alsoProven, factor].filter((one) => one != null)
}
