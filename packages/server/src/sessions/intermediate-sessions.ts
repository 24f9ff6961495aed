import type { AuthenticationFactor, JsonObject } from '@latchkey/contract'
import type { Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { randomId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import { projectRealm } from '../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { consumeToken } from '../tokens/consume.ts'
import type { ProvenIdentity } from './proven-identity.ts'

const lifetimeMs = 10 * 60_000

/**
 * A business sign-in without a session: the person has proven an address and chooses an organization, or the
 * organization needs a further factor.
 */
export interface IntermediateSession {
  id: string
  /** The account of the member whose sign-in is not finished; null while no member is chosen. */
  memberId: string | null
  /** The organization of that member; without a member, the one that the sign-in was started for, if any. */
  organizationId: string | null
  /**
   * The canonical email address of the person. It is proven only if one of the factors proves it. Empty for an identity
   * without a verified address, which can continue with any.
   */
  address: string
  /** What this sign-in has proven so far. */
  factors: AuthenticationFactor[]
  /** The accounts whose password was entered while no member was chosen. A password speaks for them alone. */
  passwordOf: string[]
  /** The identity at an identity provider that was proven, if any. */
  identity: ProvenIdentity | null
  /** Proofs of a session of another organization: a rule of the organization can limit their age. */
  carriedOver: AuthenticationFactor[]
  issuedAt: number
}

/** Stores an intermediate session. The token is created before the transaction, so that a retry stores the same one. */
export async function startIntermediateSession(
  tx: Pick<StorageVerbs, 'oneTime'>,
  input: Omit<IntermediateSession, 'id' | 'issuedAt' | 'passwordOf' | 'identity'> & {
    passwordOf?: string[]
    identity?: ProvenIdentity | null
    project: ProjectRecord
    token: string
    now: number
    random: Random
  },
): Promise<IntermediateSession> {
  const { project, token, now, random, passwordOf = [], identity = null, ...session } = input
  const { organizationId } = session
  const id = randomId('intermediate-session', project.environment, random)
  await tx.oneTime.insert({
    // An address belongs to no organization until its owner chooses one.
    ...(session.memberId === null ? projectRealm(project.id) : { projectId: project.id, organizationId }),
    id,
    purpose: 'intermediate_session',
    tokenHash: sha256Hex(token),
    codeMac: null,
    // The end of a factor deletes what was issued for its identifier.
    identifier: `email:${session.address}`,
    // The end of the member's other secrets ends this one.
    accountId: session.memberId,
    sessionId: null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: {
      organizationId,
      address: session.address,
      factors: session.factors as unknown as JsonObject[],
      carriedOver: session.carriedOver as unknown as JsonObject[],
      passwordOf,
      identity: identity as unknown as JsonObject | null,
    },
    createdAt: now,
    expiresAt: now + lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  })
  return { id, ...session, passwordOf, identity, issuedAt: now }
}

interface PresentedIntermediateSession {
  project: Pick<ProjectRecord, 'id'>
  token: string
  now: number
}

/** Reads an intermediate session, which stays valid. */
export async function readIntermediateSession(
  storage: Pick<StorageVerbs, 'oneTime'>,
  { project, token, now }: PresentedIntermediateSession,
): Promise<IntermediateSession> {
  const row = await storage.oneTime.findUsable({
    ...{ projectId: project.id, tokenHash: sha256Hex(token) },
    ...{ purposes: ['intermediate_session'], now },
  })
  return intermediateSession(row)
}

/** Spends an intermediate session: of simultaneous requests with the token one continues the sign-in. */
export async function spendIntermediateSession(
  tx: Pick<StorageVerbs, 'oneTime'>,
  { project, token, now, usedBy }: PresentedIntermediateSession & { usedBy: string },
): Promise<IntermediateSession> {
  const row = await consumeToken(tx, {
    ...{ projectId: project.id, tokenHash: sha256Hex(token), challenge: null },
    ...{ purposes: ['intermediate_session'], now, usedBy },
  })
  return intermediateSession(row)
}

/** A spent, expired, foreign and unknown token have the same error. */
function intermediateSession(row: OneTimeRecord | null): IntermediateSession {
  if (row === null) throw new ProviderError('intermediate_session_not_found')
  const { organizationId, address, factors, carriedOver, passwordOf, identity } = row.payload
  return {
    id: row.id,
    memberId: row.accountId,
    organizationId: typeof organizationId === 'string' ? organizationId : null,
    address: String(address),
    factors: factors as unknown as AuthenticationFactor[],
    carriedOver: carriedOver as unknown as AuthenticationFactor[],
    passwordOf: passwordOf as string[],
    identity: (identity ?? null) as ProvenIdentity | null,
    issuedAt: row.createdAt,
  }
}
