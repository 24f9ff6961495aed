import type { Name, User, UsersUpdateRequest, UsersUpdateResponse } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { mergeMetadata } from '../../accounts/metadata.ts'
import { userView } from '../../accounts/user-view.ts'
import { audit } from '../../audit/audit.ts'
import type { Call, DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'

export async function getUser(context: ProviderContext, call: Call<null>): Promise<User> {
  const { account, lock } = await call.requireSession()
  return userView(account, lock, context.clock.now())
}

export async function updateUser(
  context: ProviderContext,
  call: Call<UsersUpdateRequest>,
): Promise<DataOf<UsersUpdateResponse>> {
  const { account: caller, lock } = await call.requireSession()
  const { name, untrusted_metadata } = call.body
  const user = await context.storage.transaction(async (tx) => {
    const current = await lockAccountRow(tx, caller, context.clock.now())
    const untrustedMetadata =
      untrusted_metadata && mergeMetadata('untrusted_metadata', current.untrustedMetadata, untrusted_metadata)
    const change = {
      ...(name ? { name: { ...current.name, ...withoutUndefined(name) } } : {}),
      ...(untrustedMetadata ? { untrustedMetadata } : {}),
    }
    await tx.accounts.update(caller.projectId, caller.id, change, context.clock.now())
    await audit(tx, context, call, { event: 'user_update', result: 'ok', accountId: caller.id })
    return { ...current, ...change }
  })
  const __user = userView(user, lock, context.clock.now())
  const { user_id, emails, phone_numbers, crypto_wallets } = __user
  return { user_id, emails, phone_numbers, crypto_wallets, __user }
}

function withoutUndefined(name: Partial<Name>): Partial<Name> {
  return Object.fromEntries(Object.entries(name).filter(([, value]) => value !== undefined))
}
