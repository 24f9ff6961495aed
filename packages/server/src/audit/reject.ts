import { errorTable, type KnownErrorType } from '@latchkey/contract'
import type { Caller } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { OneTimeRecord } from '../storage/records.ts'
import { type AuditEvent, type AuditSource, audit } from './audit.ts'

export interface Rejection {
  event: AuditEvent
  error: KnownErrorType | ProviderError
  /** The one-time secret that was presented. It is counted, and gives the defaults of `accountId` and `targetId`. */
  secret?: OneTimeRecord | null
  accountId?: string | null
  targetId?: string | null
}

/**
 * Audits a rejected call and returns its error. Call it outside of the transaction of the call, whose rollback would
 * remove the audit row.
 *
 * @example
 * throw await reject(context, call, { event: 'otp_authenticate', error: 'otp_code_not_found' })
 */
export async function reject(
  context: Pick<ProviderContext, 'storage' | 'clock' | 'random' | 'refusalBudget' | 'metrics'>,
  source: AuditSource,
  { event, error, secret, accountId = secret?.accountId ?? null, targetId = secret?.id ?? null }: Rejection,
): Promise<ProviderError> {
  const thrown = typeof error === 'string' ? new ProviderError(error) : error
  if (secret) context.metrics.oneTime(secret.purpose, 'refused')
  await audit(context.storage, context, source, {
    event,
    result: 'refused',
    errorType: thrown.type,
    accountId,
    targetId,
  })
  thrown.isAudited = true
  return thrown
}

/**
 * Audits a rejected call of a business project that has no row of its own: a missing permission, an id of another
 * organization, a setting that is not accepted. Reached limits have rows, and failures of the provider are in the log.
 */
export async function auditRejectedCall(
  context: Parameters<typeof reject>[0],
  call: AuditSource & { session(): Promise<Caller | null> },
  endpoint: string,
  error: ProviderError,
): Promise<void> {
  if (error.isAudited || error.type === 'too_many_requests' || errorTable[error.type].status >= 500) return
  const caller = await call.session()
  await reject(context, call, {
    ...{ event: 'call_reject', error, targetId: endpoint, accountId: caller?.account.id ?? null },
  })
}
