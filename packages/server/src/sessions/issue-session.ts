import { type AuthenticationFactor, type KnownErrorType, sessionDurationMinutes } from '@latchkey/contract'
import type { Caller, ClientInfo } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { newId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import { rememberNetwork } from '../limits/known-networks.ts'
import type { OneTimeRecord, ProjectRecord, SessionRecord, UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { withFactor } from './factors.ts'

/** The token before a rotation stays good this long: other tabs and calls under way survive. */
export const rotationGraceMs = 60_000

/** However often it is refreshed: a session that somebody else holds ends by then. */
const longestImpersonationMs = 60 * 60_000

/** What a proof rests on, if it was issued before: a link, a code, a challenge, a token of another issuer. */
export interface SpentSecret {
  /** The account it was issued for, if any. The storage has compared that account's state already. */
  userId: OneTimeRecord['userId']
  issuedAt: number
  /** How it is refused when the account has ended what was issued before. */
  dead: KnownErrorType
}

export interface SessionRequest {
  project: ProjectRecord
  user: Pick<UserRecord, 'id' | 'disabledAt' | 'secretsValidAfter' | 'sessionsEpoch'>
  /** Null for what is shown afresh: a password, an authenticator's code. */
  secret: SpentSecret | null
  /** Null where nothing was proven anew: that only a session that goes on can do with. */
  factor: AuthenticationFactor | null
  /** What was proven on the way to it. */
  alsoProven?: AuthenticationFactor | undefined
  /** Null leaves a session that goes on as long as it was; a new one gets the usual time. */
  durationMinutes: number | null
  /** The session the call came with, if any. */
  caller: Caller | null
  /** A further factor continues the session that asked for it; if that cannot be, it begins no new one. */
  continuesOnly?: boolean | undefined
  /** A way in is added or replaced in this transaction: that the session's newest token alone may do. */
  changesWaysIn?: boolean | undefined
  client: ClientInfo
  /** Who acts in the user's place. */
  actor?: string | undefined
  /** The secret key or operator that let them. */
  issuedBy?: string | null
  /** Made by the caller before the transaction, so that a repeated transaction gives the same one out. */
  token: string
  now: number
  random: Random
}

export interface IssuedSession {
  session: SessionRecord
  token: string
  kind: 'new' | 'rotated'
}

/**
 * The only place that begins a session. A caller who already has a session of this user adds the factor to it and
 * gets a new token; everybody else gets a new session, whatever token they came with.
 */
export async function issueSession(tx: StorageVerbs, request: SessionRequest): Promise<IssuedSession> {
  refuseEndedSecret(request)
  const rotated = await rotate(tx, request)
  if (rotated === null && request.continuesOnly) throw new ProviderError('user_unauthenticated')
  const issued = rotated ?? (await begin(tx, request))
  const { project, client, now } = request
  const userId = request.user.id
  if (request.factor !== null && request.actor === undefined)
    await rememberNetwork(tx, { projectId: project.id, userId, prefix: client.prefix, now }, proven(request))
  return issued
}

/**
 * A secret that was issued before anyone knew which account it would lead to cannot be compared by the storage: it is
 * refused if the account has voided its secrets since.
 */
function refuseEndedSecret({ user, secret }: SessionRequest): void {
  if (user.disabledAt !== null) throw new ProviderError(secret?.dead ?? 'unauthorized_credentials')
  if (secret === null) return
  const isOfAnother = secret.userId !== null && secret.userId !== user.id
  const isFromBefore = secret.userId === null && secret.issuedAt < (user.secretsValidAfter ?? 0)
  if (isOfAnother || isFromBefore) throw new ProviderError(secret.dead)
}

/** `now + duration`, but never beyond the cap on a session's whole life: the project's, or an impersonation's. */
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
  const { project, caller, user, now, token } = request
  if (caller === null || caller.user.id !== user.id || caller.session.subjectKind !== 'user') return null
  // What a person proves for themselves begins a session of their own.
  if (caller.session.actor !== null || request.actor !== undefined) return null
  // Read again inside: another tab may have added a factor since the call came in.
  const current = await tx.sessions.get(project.id, caller.session.id)
  if (current === null || current.revokedAt !== null) return null
  // A token that was replaced, be it since the call came in, is not exchanged for one that lasts.
  const isReplaced = caller.hasPreviousToken || current.tokenHash !== caller.session.tokenHash
  if (isReplaced && request.changesWaysIn) throw new ProviderError('step_up_required')
  if (caller.hasPreviousToken && request.continuesOnly) throw new ProviderError('step_up_required')
  if (caller.hasPreviousToken) return null
  const change = {
    tokenHash: sha256Hex(token),
    prevValidUntil: now + rotationGraceMs,
    factors: proven(request).reduce(withFactor, current.factors),
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
  const { project, user, now, token, client, random, actor = null } = request
  const session: SessionRecord = {
    projectId: project.id,
    id: newId('session', project.environment, now, random),
    tokenHash: sha256Hex(token),
    prevHash: null,
    prevValidUntil: null,
    subjectKind: 'user',
    subjectId: user.id,
    organizationId: null,
    factors: proven(request),
    customClaims: null,
    ipAddress: client.ip,
    userAgent: client.userAgent,
    actor,
    accountEpoch: user.sessionsEpoch,
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

function proven({ factor, alsoProven }: SessionRequest): AuthenticationFactor[] {
  return [alsoProven, factor].filter((one) => one != null)
}
