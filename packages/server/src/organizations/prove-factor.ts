import type { AuthenticateResponse, AuthenticationFactor, FactorType } from '@latchkey/contract'
import { type AuditEntry, type AuditEvent, audit } from '../audit/audit.ts'
import { isChange } from '../audit/audit-events.ts'
import type { Caller } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import { rfc3339 } from '../core/rfc3339.ts'
import type { Call, DataOf } from '../core/route.ts'
import { notify } from '../notices/notify.ts'
import type { ProviderContext } from '../provider-context.ts'
import { countChange } from '../sessions/count-change.ts'
import { countSignIn } from '../sessions/count-sign-in.ts'
import { type IssuedSession, issueSession, type SessionRequest } from '../sessions/issue-session.ts'
import { sessionAnswer } from '../sessions/session-answer.ts'
import type { AccountRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { lockoutSubjectOfAccount } from '../storage/verbs.ts'
import { consumerAdmission } from './admission.ts'

/** A factor that was proven in the transaction that consumed its challenge. */
export interface FactorProof extends Pick<SessionRequest, 'secret'> {
  account: AccountRecord
  /** Null if a factor was added without a proof. */
  factor: AuthenticationFactor | null
  /** A second factor proven in the same call. */
  alsoProven?: AuthenticationFactor
  event: AuditEvent
  /** The registration that was proven. */
  registrationId: string
  /** What the proof changed: nothing, a new factor, or a new user. */
  change: 'none' | 'factor' | 'user'
  durationMinutes: number | null
  caller: Caller | null
  token: string
  /** A further factor continues the session that requested it, and never starts a new one. */
  continuesOnly: boolean
}

export type ProofResult = IssuedSession & { account: AccountRecord }

/** Issues the session of a proof, and adds its audit rows. */
export async function proveFactor(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'clock' | 'random' | 'outbox' | 'config' | 'dayLimits' | 'metrics'>,
  call: Call<unknown>,
  proof: FactorProof,
): Promise<ProofResult> {
  const { project, client } = call
  const { account, factor, alsoProven, caller, token, durationMinutes, event, change, registrationId } = proof
  const { random } = context
  const now = context.clock.now()
  if (proof.continuesOnly && caller?.session.actor != null) throw new ProviderError('unauthorized_action')
  if (caller?.account.id !== account.id) countSignIn(context, call, proof)
  if (change === 'factor' && isChange(event)) countChange(context, call, account)
  const issued = await issueSession(tx, {
    admission: consumerAdmission,
    ...{ project, factor, alsoProven, durationMinutes, caller, client, token, now, random },
    dayLimits: context.dayLimits,
    ...{ account, secret: proof.secret, continuesOnly: proof.continuesOnly },
    changesFactors: proof.continuesOnly && (factor === null || change === 'factor'),
  })
  const done = { result: 'ok', accountId: account.id, targetId: registrationId } as const
  const entries: AuditEntry[] = []
  if (change === 'user') entries.push({ ...done, event: 'user_create', targetId: null })
  if (change !== 'none') entries.push({ ...done, event: 'factor_add' })
  entries.push({ ...done, event, continuesSession: issued.kind === 'rotated' })
  if (issued.kind === 'new') entries.push({ ...done, event: 'session_create', targetId: issued.session.id })
  await audit(tx, context, call, ...entries)
  const added = account.registrations.find(({ id }) => id === registrationId)
  // A new password has its own notice.
  if (change === 'factor' && added && added.kind !== 'password')
    await notify(tx, context, call, account, 'factor_added', { factor: added.kind })
  return { ...issued, account }
}

/** The response, after the commit. The lookup of a lock-out is skipped if the transaction has just cleared it. */
export async function factorAnswer(
  context: ProviderContext,
  { project }: Call<unknown>,
  proven: ProofResult,
  { isUnlocked = false }: { isUnlocked?: boolean } = {},
): Promise<DataOf<AuthenticateResponse>> {
  context.metrics.sessionIssued(proven.kind)
  const lock = isUnlocked
    ? null
    : await context.storage.lockouts.get(project.id, lockoutSubjectOfAccount(proven.account.id))
  return sessionAnswer(context, project, { ...proven, lock })
}

/** A proof as stored in a session; the caller adds what was proven. */
export function newFactor(type: FactorType, deliveryMethod: string, now: number): AuthenticationFactor {
  const at = rfc3339(now)
  return { type, delivery_method: deliveryMethod, last_authenticated_at: at, created_at: at, updated_at: at }
}
