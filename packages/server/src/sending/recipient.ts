import type { KnownErrorType } from '@latchkey/contract'
import { findAccount, registrationOf } from '../accounts/claims.ts'
import type { Caller } from '../core/caller.ts'
import type { Call } from '../core/route.ts'
import { duplicate, type Identifier, notFound } from '../identifiers/identifier.ts'
import type { ProviderContext } from '../provider-context.ts'
import { requireRecentSignIn } from '../sessions/step-up.ts'
import { type Realm, realmOf } from '../storage/realm.ts'
import type { AccountRecord } from '../storage/records.ts'

/** The purpose of a message: sign in or up, sign in to an existing account, or add an identifier to the caller's account. */
export type SendMode = 'login_or_create' | 'primary' | 'secondary'

/** `login_or_claim`: like `primary`, but also for the owner of an identifier that another account only claims. */
type RecipientMode = SendMode | 'login_or_claim'

export interface Recipient {
  /** Where the identifier was looked up, and where a proof of it leads to an account. */
  realm: Realm
  identifier: Identifier
  /** The account that a proof of the identifier signs in to now. */
  owner: AccountRecord | null
  /** Another account has the identifier unverified, and loses it at the first proof. */
  isClaimed: boolean
  /** The session that requests a further identifier. */
  caller: Caller | null
  kind: 'login' | 'signup' | 'secondary'
  /** The error to respond with after the message was counted; null to send it. */
  refusal: KnownErrorType | null
  /** Strict projects respond as if the account existed: the same work is done, but no message is sent. */
  decoy: boolean
}

export async function findRecipient(
  context: Pick<ProviderContext, 'storage' | 'clock'>,
  call: Call<unknown>,
  identifier: Identifier,
  mode: RecipientMode,
  realm: Realm,
): Promise<Recipient> {
  const { project } = call
  const caller = mode === 'secondary' ? await call.requireSession() : null
  if (caller) requireRecentSignIn(project, caller, context.clock.now())
  const { owner, isClaimed } = await accountFor(context, realm, identifier, caller)
  const error = problem(mode, { identifier, owner, isClaimed, caller })
  const isStrict = project.settings.enumeration === 'strict'
  return {
    realm: realmOf(realm),
    identifier,
    owner,
    isClaimed,
    caller,
    kind: mode === 'secondary' ? 'secondary' : owner?.status === 'active' ? 'login' : 'signup',
    refusal: isStrict ? null : error,
    decoy: isStrict && error !== null,
  }
}

/** A user who proves an identifier of their own account keeps it there, whatever other factors the account has. */
async function accountFor(
  { storage }: Pick<ProviderContext, 'storage'>,
  realm: Realm,
  identifier: Identifier,
  caller: Caller | null,
): Promise<Pick<Recipient, 'owner' | 'isClaimed'>> {
  const found = await findAccount(storage, realm, identifier)
  if (!found.isClaimed || caller === null || !registrationOf(caller.account, identifier)) return found
  return { owner: caller.account, isClaimed: false }
}

/** The user and registration that decide the language of a message to this recipient. */
export function readerOf({ identifier, owner, caller }: Recipient): {
  account: AccountRecord | null
  registrationId?: string
} {
  const registration = owner?.registrations.find(({ kind, uniqueKey }) => {
    return kind === identifier.kind && uniqueKey === identifier.key
  })
  return { account: owner ?? caller?.account ?? null, ...(registration ? { registrationId: registration.id } : {}) }
}

function problem(
  mode: RecipientMode,
  { identifier, owner, isClaimed, caller }: Pick<Recipient, 'identifier' | 'owner' | 'isClaimed' | 'caller'>,
): KnownErrorType | null {
  switch (mode) {
    case 'login_or_create':
      return null
    case 'primary':
      return owner === null ? notFound(identifier) : null
    case 'login_or_claim':
      return owner === null && !isClaimed ? notFound(identifier) : null
    case 'secondary':
      return owner !== null && owner.id !== caller?.account.id ? duplicate(identifier) : null
    default:
      return mode satisfies never
  }
}
