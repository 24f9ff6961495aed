import type { WebauthnUpdateRequest, WebauthnUpdateResponse } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { userView } from '../../accounts/user-view.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

/** Renames a passkey. A blank name changes nothing. */
export async function renameCredential(
  context: ProviderContext,
  call: Call<WebauthnUpdateRequest>,
): Promise<DataOf<WebauthnUpdateResponse>> {
  const { project, body, params } = call
  const caller = await call.requireSession()
  refuseImpersonated(caller.session)
  const id = params.webauthn_registration_id ?? ''
  const name = body.name.trim()
  const now = context.clock.now()
  const user = await context.storage.transaction(async (tx) => {
    const current = await lockAccountRow(tx, caller.account, now)
    const target = current.registrations.find((one) => one.kind === 'webauthn' && one.id === id)
    if (!target) throw new ProviderError('webauthn_registration_not_found')
    if (name === '') return current
    const details = { ...target.details, name }
    await tx.accounts.setRegistrationDetails(project.id, current.id, 'webauthn', id, details)
    await audit(tx, context, call, { event: 'factor_update', result: 'ok', accountId: current.id, targetId: id })
    const others = current.registrations.filter((one) => one !== target)
    return { ...current, registrations: [...others, { ...target, details }] }
  })
  const renamed = userView(user, caller.lock, now).webauthn_registrations.find(
    (one) => one.webauthn_registration_id === id,
  )
  if (!renamed) throw new ProviderError('webauthn_registration_not_found')
  return { webauthn_registration: renamed }
}
