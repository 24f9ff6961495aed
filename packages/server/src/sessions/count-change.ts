import type { Limit } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { countShared } from '../limits/count-shared.ts'
import { auditLimit, LimitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord } from '../storage/records.ts'

const day = 24 * 60 * 60_000

/** Changes that a user can make from one network before further ones count for `changes_per_ip`. */
export const changesOfAccount: Limit = { limit: 20, windowMs: day }

/** The same for all users of one network together. */
export const changesOfNetwork: Limit = { limit: 4_000, windowMs: day }

type ChangeCall = Pick<Call<unknown>, 'project' | 'client' | 'requestId'>

/**
 * Bounds the changes of factors and credentials, and the consents that are stored for long. Each is audited in any
 * case, so the calls are limited. Removals are not counted: a user must always be able to end something.
 */
export function countChange(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  call: Pick<ChangeCall, 'project' | 'client'>,
  account: Pick<AccountRecord, 'id'>,
): void {
  const limit = { name: 'changes_per_ip', ofSubject: changesOfAccount, ofNetwork: changesOfNetwork } as const
  countShared(context, call, limit, account.id)
}

/** The same at the start of a call, where a rejection is audited at once. */
export async function takeChange(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics' | 'storage' | 'clock' | 'random' | 'refusalBudget'>,
  call: ChangeCall,
  account: Pick<AccountRecord, 'id'>,
): Promise<void> {
  try {
    countChange(context, call, account)
  } catch (error) {
    throw error instanceof LimitError ? await auditLimit(context.storage, context, call, error) : error
  }
}
