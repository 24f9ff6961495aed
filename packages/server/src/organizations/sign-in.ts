import type { AuthenticateResponse, FactorType, KnownErrorType } from '@latchkey/contract'
import { proveIdentifier } from '../accounts/prove-identifier.ts'
import { reportProof } from '../accounts/report-proof.ts'
import { type AuditEvent, audit } from '../audit/audit.ts'
import type { Caller } from '../core/caller.ts'
import type { Call, DataOf } from '../core/route.ts'
import { notify } from '../notices/notify.ts'
import type { ProviderContext } from '../provider-context.ts'
import { reachFactor } from '../sessions/factors.ts'
import { type IssuedSession, issueSession } from '../sessions/issue-session.ts'
import { sessionAnswer } from '../sessions/session-answer.ts'
import type { AccountRecord, OneTimeRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { lockoutSubjectOfAccount } from '../storage/verbs.ts'
import { consumerAdmission } from './admission.ts'

export interface SignIn {
  /** The secret that this transaction consumed. */
  row: OneTimeRecord
  event: Extract<AuditEvent, 'magic_link_authenticate' | 'otp_authenticate'>
  factorType: Extract<FactorType, 'magic_link' | 'otp'>
  deliveryMethod: 'email' | 'sms' | 'whatsapp'
  durationMinutes: number
  caller: Caller | null
  token: string
  /** The error if the secret's account is gone, disabled or another one. */
  dead: KnownErrorType
}

export type SignedIn = IssuedSession & { account: AccountRecord }

/** Continues the transaction that consumed a secret: the proof, the session, the audit rows. */
export async function signIn(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  input: SignIn,
): Promise<SignedIn> {
  const { project, client } = call
  const { row, caller, token, event } = input
  const { random } = context
  const now = context.clock.now()
  const proof = await proveIdentifier(tx, {
    project,
    row,
    caller,
    now,
    context,
    dead: input.dead,
  })
  const { account, registration, change } = proof
  const issued = await issueSession(tx, {
    admission: consumerAdmission,
    project,
    account,
    secret: { accountId: row.accountId, issuedAt: row.createdAt, dead: input.dead },
    factor: reachFactor(input.factorType, input.deliveryMethod, registration, now),
    durationMinutes: input.durationMinutes,
    caller,
    client,
    token,
    now,
    random,
    dayLimits: context.dayLimits,
    continuesOnly: row.sessionId !== null,
    changesFactors: row.sessionId !== null && change !== 'none',
  })
  const done = { result: 'ok', accountId: account.id } as const
  if (change === 'user') await audit(tx, context, call, { ...done, event: 'user_create' })
  if (change !== 'none') await audit(tx, context, call, { ...done, event: 'factor_add', targetId: registration.id })
  if (change === 'factor' && row.sessionId !== null)
    await notify(tx, context, call, account, 'factor_added', { factor: registration.kind, except: registration.id })
  await reportProof(tx, context, call, proof)
  await audit(tx, context, call, { ...done, event, targetId: row.id })
  if (issued.kind === 'new')
    await audit(tx, context, call, { ...done, event: 'session_create', targetId: issued.session.id })
  return { ...issued, account }
}

/** The response to a sign-in, after the commit. */
export async function signInAnswer(
  context: ProviderContext,
  call: Call<unknown>,
  row: OneTimeRecord,
  signedIn: SignedIn,
): Promise<DataOf<AuthenticateResponse> & { method_id: string }> {
  const { project } = call
  context.metrics.oneTime(row.purpose, 'redeemed')
  context.metrics.sessionIssued(signedIn.kind)
  const lock = await context.storage.lockouts.get(project.id, lockoutSubjectOfAccount(signedIn.account.id))
  return { ...(await sessionAnswer(context, project, { ...signedIn, lock })), method_id: row.id }
}
