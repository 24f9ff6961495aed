import type { Caller } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import { projectRealm, realmOf } from '../storage/realm.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'

/** The row of a challenge to be signed once, with an empty payload that the caller fills in. */
export function newChallenge(input: {
  project: ProjectRecord
  purpose: OneTimePurpose
  /** The key to find it by. Defaults to its own id. */
  identifier?: string
  /** Only the session that requested the challenge may answer it. */
  caller: Caller | null
  lifetimeMs: number
  now: number
  random: Random
}): OneTimeRecord {
  const { project, purpose, caller, now } = input
  const id = randomId('challenge', project.environment, input.random)
  return {
    ...(caller ? realmOf(caller.account) : projectRealm(project.id)),
    id,
    purpose,
    tokenHash: null,
    codeMac: null,
    identifier: input.identifier ?? `challenge:${id}`,
    accountId: caller?.account.id ?? null,
    sessionId: caller?.session.id ?? null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: {},
    createdAt: now,
    expiresAt: now + input.lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
}
