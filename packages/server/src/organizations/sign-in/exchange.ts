import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { ConcludedSignIn } from './conclude-sign-in.ts'

/** Runs the transaction in which a person enters an organization by what was proven before, and audits a rejection. */
export async function exchange(
  context: ProviderContext,
  call: Call<unknown>,
  { accountId, targetId }: { accountId: string | null; targetId: string },
  work: (tx: StorageVerbs) => Promise<ConcludedSignIn>,
): Promise<ConcludedSignIn> {
  try {
    return await retryAfterRace(() => context.storage.transaction(work))
  } catch (error) {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    if (!(error instanceof ProviderError)) throw error
    throw await reject(context, call, { event: 'session_exchange', error, accountId, targetId })
  }
}
