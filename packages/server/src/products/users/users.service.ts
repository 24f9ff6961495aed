import type {
  JsonObject,
  Name,
  User,
  UsersDeleteResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
} from '@latchkey/contract'
import { endFactor } from '../../accounts/end-factor.ts'
import { lockUserRow } from '../../accounts/lock-user.ts'
import { userView } from '../../accounts/user-view.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { notify } from '../../notices/notify.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import type { RegistrationKind, RegistrationRecord } from '../../storage/records.ts'

const largestMetadata = 4_096

/** Registrations that are enough to sign in. A second factor is not. */
const signInKinds: readonly RegistrationKind[] = [
  'email',
  'phone_number',
  'oauth',
  'password',
  'crypto_wallet',
  'webauthn',
]

export async function getUser(context: ProviderContext, call: Call<null>): Promise<User> {
  const { user, lock } = await call.requireSession()
  return userView(user, lock, context.clock.now())
}

export async function updateUser(
  context: ProviderContext,
  call: Call<UsersUpdateRequest>,
): Promise<DataOf<UsersUpdateResponse>> {
  const { user: caller, lock } = await call.requireSession()
  const { name, untrusted_metadata } = call.body
  const user = await context.storage.transaction(async (tx) => {
    const current = await lockUserRow(tx, caller, context.clock.now())
    const untrustedMetadata = untrusted_metadata && mergeMetadata(current.untrustedMetadata, untrusted_metadata)
    const change = {
      ...(name ? { name: { ...current.name, ...withoutUndefined(name) } } : {}),
      ...(untrustedMetadata ? { untrustedMetadata } : {}),
    }
    await tx.users.update(caller.projectId, caller.id, change, context.clock.now())
    await audit(tx, context, call, { event: 'user_update', result: 'ok', userId: caller.id })
    return { ...current, ...change }
  })
  const __user = userView(user, lock, context.clock.now())
  const { user_id, emails, phone_numbers, crypto_wallets } = __user
  return { user_id, emails, phone_numbers, crypto_wallets, __user }
}

/** A registration of another user gets the same error as one that does not exist. */
export function removeRegistration(kind: RegistrationKind) {
  return async (context: ProviderContext, call: Call<null>): Promise<DataOf<UsersDeleteResponse>> => {
    const caller = await call.requireSession()
    requireRecentSignIn(call.project, caller, context.clock.now())
    const id = call.params.id ?? ''
    const user = await context.storage.transaction(async (tx) => {
      const current = await lockUserRow(tx, caller.user, context.clock.now())
      const target = current.registrations.find((one) => one.kind === kind && one.id === id)
      if (!target) throw new ProviderError('registration_not_found')
      const others = current.registrations.filter((one) => one !== target)
      if (signInKinds.includes(kind) && !canSignIn(others)) throw new ProviderError('last_factor')
      if (!(await tx.users.removeRegistration(current.projectId, current.id, kind, id)))
        throw new ProviderError('registration_not_found')
      await audit(tx, context, call, { event: 'factor_remove', result: 'ok', userId: current.id, targetId: id })
      await endFactor(tx, context, call, { user: current, removed: target, remover: caller.session })
      // Sent to the contacts from before the removal, so that a removed address receives the notice too.
      await notify(tx, context, call, current, 'factor_removed', { factor: kind })
      return (await tx.users.get(current.projectId, current.id)) ?? { ...current, registrations: others }
    })
    return { user_id: user.id, __user: userView(user, caller.lock, context.clock.now()) }
  }
}

/** A password is useful only with an email address, verified or not. */
function canSignIn(registrations: readonly RegistrationRecord[]): boolean {
  const hasEmail = registrations.some(({ kind }) => kind === 'email')
  return registrations.some(({ kind, verified }) =>
    kind === 'password' ? hasEmail : verified && signInKinds.includes(kind),
  )
}

/** Merges top-level keys; null removes a key. */
function mergeMetadata(current: JsonObject, change: JsonObject): JsonObject {
  const entries = Object.entries({ ...current, ...change }).filter(([, value]) => value !== null)
  const result = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(result)) > largestMetadata)
    throw refuseField('.untrusted_metadata', `must not be larger than ${largestMetadata} bytes`, 'maxLength')
  return result
}

function withoutUndefined(name: Partial<Name>): Partial<Name> {
  return Object.fromEntries(Object.entries(name).filter(([, value]) => value !== undefined))
}
