import type { UsersDeleteResponse } from '@latchkey/contract'
import { endFactor } from '../accounts/end-factor.ts'
import { lockAccountRow } from '../accounts/lock-account.ts'
import { userView } from '../accounts/user-view.ts'
import { audit } from '../audit/audit.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Call, DataOf } from '../core/route.ts'
import { registrationKinds } from '../methods/methods.ts'
import { notify } from '../notices/notify.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { RegistrationKind, RegistrationRecord } from '../storage/records.ts'
import { requireRecentSignIn } from './step-up.ts'

/**
 * The endpoint with which users remove registrations of a kind. A registration of another user gets the same error as one
 * that does not exist.
 */
export function removeRegistration(kind: RegistrationKind) {
  return async (context: ProviderContext, call: Call<null>): Promise<DataOf<UsersDeleteResponse>> => {
    const caller = await call.requireSession()
    requireRecentSignIn(call.project, caller, context.clock.now())
    const id = call.params.id ?? ''
    const account = await context.storage.transaction(async (tx) => {
      const current = await lockAccountRow(tx, caller.account, context.clock.now())
      const target = current.registrations.find((one) => one.kind === kind && one.id === id)
      if (!target) throw new ProviderError('registration_not_found')
      const others = current.registrations.filter((one) => one !== target)
      if (registrationKinds[kind].signsIn && !canSignIn(others)) throw new ProviderError('last_factor')
      if (!(await tx.accounts.removeRegistration(current.projectId, current.id, kind, id)))
        throw new ProviderError('registration_not_found')
      await audit(tx, context, call, { event: 'factor_remove', result: 'ok', accountId: current.id, targetId: id })
      await endFactor(tx, context, call, { account: current, removed: target, remover: caller.session })
      // Sent to the contacts from before the removal, so that a removed address receives the notice too.
      await notify(tx, context, call, current, 'factor_removed', { factor: kind })
      return (await tx.accounts.get(current.projectId, current.id)) ?? { ...current, registrations: others }
    })
    return { user_id: account.id, __user: userView(account, caller.lock, context.clock.now()) }
  }
}

/** A password is useful only with an email address, verified or not. */
function canSignIn(registrations: readonly RegistrationRecord[]): boolean {
  const hasEmail = registrations.some(({ kind }) => kind === 'email')
  return registrations.some(({ kind, verified }) =>
    kind === 'password' ? hasEmail : verified && registrationKinds[kind].signsIn,
  )
}
