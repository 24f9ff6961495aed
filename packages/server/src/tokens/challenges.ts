import type { Caller } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'

/** A row for something that has to be signed once, without what it says; the caller adds that. */
export function newChallenge(input: {
  project: ProjectRecord
  purpose: OneTimePurpose
  /** What it is found by; its own id where nothing else is known. */
  identifier?: string
  /** Only the session that asked may answer. */
  caller: Caller | null
  lifetimeMs: number
  now: number
  random: Random
}): OneTimeRecord {
  const { project, purpose, caller, now } = input
  const id = randomId('challenge', project.environment, input.random)
  return {
    projectId: project.id,
    id,
    purpose,
    tokenHash: null,
    codeMac: null,
    identifier: input.identifier ?? `challenge:${id}`,
    userId: caller?.user.id ?? null,
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
