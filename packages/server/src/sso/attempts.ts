// The log of sign-ins and tests of a connection: why they failed, without secrets and without values of attributes.
import type { JsonObject } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { type Environment, newId } from '../core/ids.ts'
import type { SsoAttemptRecord, SsoConnectionRecord } from '../storage/sso-connections.ts'
import type { StorageVerbs } from '../storage/storage.ts'

export const attemptsKept = 50
export const attemptRetentionMs: number = 7 * 24 * 60 * 60_000

/** One row of the table that explains an attempt. */
export interface AttemptCheck {
  readonly check: string
  readonly outcome: 'passed' | 'warning' | 'failed'
  readonly code: string | null
  readonly expected: string
  readonly got: string
}

export interface AttemptDetails {
  readonly checks: readonly AttemptCheck[]
  /** How the account was found; null if none was. */
  readonly match: 'registration' | 'email' | 'join' | null
  readonly memberId: string | null
  /** It is stored without the local part. */
  readonly email: string | null
  readonly roles: readonly string[]
  readonly reasons: readonly string[]
}

export interface NewAttempt extends Pick<SsoAttemptRecord, 'kind' | 'result' | 'code'> {
  readonly connection: Pick<SsoConnectionRecord, 'projectId' | 'organizationId' | 'id'>
  readonly environment: Environment
  readonly details: AttemptDetails
}

/** Returns the id of the attempt, which the error of a failed sign-in names. */
export async function recordAttempt(
  storage: Pick<StorageVerbs, 'ssoAttempts'>,
  { clock, random }: { clock: Clock; random: Random },
  { connection, environment, details, ...attempt }: NewAttempt,
): Promise<string> {
  const createdAt = clock.now()
  const id = newId('sso-attempt', environment, createdAt, random)
  const { projectId, organizationId, id: connectionId } = connection
  const owner = { projectId, organizationId, connectionId }
  await storage.ssoAttempts.insert({ ...owner, ...attempt, id, createdAt, details: redacted(details) }, attemptsKept)
  return id
}

/** The details of a stored attempt. */
export function attemptDetails({ details }: Pick<SsoAttemptRecord, 'details'>): AttemptDetails {
  const empty: AttemptDetails = { checks: [], match: null, memberId: null, email: null, roles: [], reasons: [] }
  return { ...empty, ...details }
}

const mostRows = 40

function redacted({ checks, email, roles, reasons, match, memberId }: AttemptDetails): JsonObject {
  return {
    checks: checks.slice(0, mostRows).map(({ check, outcome, code, expected, got }) => ({
      ...{ check, outcome, code, expected: redactText(expected), got: redactText(got) },
    })),
    ...{ match, memberId, email: email === null ? null : redactText(email) },
    ...{ roles: roles.slice(0, mostRows), reasons: reasons.slice(0, mostRows) },
  }
}

const longestText = 300
const ownId = /^[a-z]+(-[a-z]+)*-(test|live)-[0-9a-f-]{36}$/

/** Without the names of mailboxes, and without texts that could be a token or a key. */
export function redactText(text: string): string {
  return (
    text
      .slice(0, 4 * longestText)
      // Only from the start of a word: otherwise a long one is read again from each of its letters.
      .replace(/(?<![^\s@<>"'])[^\s@<>"']+@/g, '…@')
      .replace(/[\w+-]{40,}=*/g, (part) => (ownId.test(part) ? part : '…'))
      .slice(0, longestText)
  )
}
