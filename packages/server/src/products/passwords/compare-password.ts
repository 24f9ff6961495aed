import type { KnownErrorType } from '@latchkey/contract'
import { ownedSince } from '../../accounts/claims.ts'
import { offerNetworkLink } from '../../accounts/network-link.ts'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import type { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { emailIdentifier, type Identifier, identifierText } from '../../identifiers/identifier.ts'
import { findDevice } from '../../limits/known-devices.ts'
import { atKnownDevice, guessSubjects } from '../../limits/known-networks.ts'
import { limitError, takeLimitsIn } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { PasswordRecord } from '../../storage/passwords.ts'
import type { Realm } from '../../storage/realm.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { countSecretIn, forgetOwnAttempts, lockError, refundAttemptOnFailure } from '../../tokens/count-attempt.ts'
import { networkBudget, sprayError } from '../../tokens/network-budget.ts'
import type { TakenSlot } from '../../tokens/take-slot.ts'
import { passwordOf } from './new-password.ts'
import { devicesOf } from './remember-device.ts'

/** A correct password, and the record that it was compared with. */
export interface RightPassword {
  account: AccountRecord
  stored: PasswordRecord
  /** Hashed with parameters other than today's, or imported. */
  isOutdated: boolean
  /** The counters in which the guess was counted. */
  slots: TakenSlot[]
}

export interface ComparedPassword {
  realm: Realm
  email: string
  password: string
  event: AuditEvent
  /** Chooses among accounts of several realms; defaults to the account of `realm`. */
  findAccount?: ((identifier: Identifier) => Promise<AccountRecord | null>) | undefined
}

/**
 * Compares a password, or rejects it. The guess is counted and committed first, and an address without an account takes
 * as long as a wrong password. Callers wrap what follows a correct password in `refundAttemptOnFailure`.
 */
export async function comparePassword(
  context: ProviderContext,
  call: Call<unknown>,
  input: ComparedPassword,
): Promise<RightPassword> {
  const { storage, clock } = context
  const { project, client } = call
  const identifier = emailIdentifier(input.email)
  const { realm } = input
  const isSecretive = hidesAccounts(project)
  const account = await (input.findAccount?.(identifier) ??
    storage.accounts.findByRegistration(realm, identifier.kind, identifier.key))
  const registration = account ? passwordOf(account) : undefined
  const address = identifierText(identifier)
  const now = clock.now()
  const accountId = account?.id ?? null
  const factor = 'password'
  const devices = devicesOf(context, call)
  const budget = networkBudget(context, call)
  const counted = await storage.transaction(async (tx) => {
    const refusal = await takeLimitsIn(tx, context, call, [{ name: 'password_attempts_per_ip', key: client.prefix }])
    if (refusal) return { refusal }
    const stored = registration ? await tx.passwords.find(project.id, registration.id) : null
    const subjects = await guessSubjects(tx, {
      ...{ ...realm, accountId, prefix: client.prefix, factor, identifier: address, now },
      // A network of a sign-in with an older password may be that of an attacker who knew it.
      since: Math.max(ownedSince(account), stored?.setAt ?? 0),
      isStrict: isSecretive,
    })
    const device = account && stored && findDevice(devices, account, stored.hash)
    const attempt = await countSecretIn(tx, {
      ...{ project, factor, identifier: address, budget, now },
      subjects: device ? subjects.map((one) => atKnownDevice(one, project.id, device.nonce)) : subjects,
    })
    return { attempt, stored }
  })
  if (counted.refusal) throw limitError(context, counted.refusal)
  const { attempt, stored } = counted
  const rejected = (error: KnownErrorType): Promise<ProviderError> =>
    reject(context, call, { event: input.event, error, accountId: account?.id ?? null })
  if (attempt.outcome === 'sprayed') throw await sprayError(context, call, attempt.retryAfterMs)
  if (attempt.outcome !== 'compare') await offerNetworkLink(context, call, account, address)
  if (attempt.outcome === 'locked') {
    await rejected('user_lock_limit_reached')
    throw lockError(attempt.lock, clock.now())
  }
  const isOpen = account !== null && account.disabledAt === null && stored !== null && attempt.outcome === 'compare'
  const { isRight, isOutdated } = await refundAttemptOnFailure(
    storage,
    { projectId: project.id, slots: attempt.slots },
    () => context.passwords.verify(isOpen ? stored.hash : null, input.password),
  )
  if (!isOpen || !isRight) {
    if (attempt.lock?.lockedUntil != null) {
      await audit(storage, context, call, { event: 'account_lock', result: 'ok', accountId: account?.id ?? null })
      await offerNetworkLink(context, call, account, address)
    }
    throw await rejected(isSecretive ? 'unauthorized_credentials' : rejectionType(account, stored))
  }
  // An operator requires a new password, which only an email reset can set.
  if (registration?.details.requires_reset === true)
    throw await rejected(project.vertical === 'B2B' ? 'member_reset_password' : 'reset_password')
  return { account, stored, isOutdated, slots: attempt.slots }
}

/** The password was changed after the comparison: the transaction is rolled back. */
export class PasswordChangedError extends Error {
  constructor() {
    super('The password was changed during the request.')
    this.name = 'PasswordChangedError'
  }
}

/**
 * Clears the attempt counts and stores the hash of a correct password. Every transaction that needs both locks the counts
 * before the password, to avoid deadlocks.
 */
export async function takePassword(
  tx: Pick<StorageVerbs, 'lockouts' | 'limits' | 'passwords'>,
  projectId: string,
  { stored, slots }: RightPassword,
  hash: string,
): Promise<void> {
  await forgetOwnAttempts(tx, projectId, slots)
  if (!(await tx.passwords.replaceIfUnchanged(projectId, stored.id, stored.hash, hash)))
    throw new PasswordChangedError()
}

/** Business and strict projects do not tell who has an account: they answer only that the credentials are wrong. */
export function hidesAccounts({ vertical, settings }: ProjectRecord): boolean {
  return vertical === 'B2B' || settings.enumeration === 'strict'
}

function rejectionType(account: AccountRecord | null, stored: PasswordRecord | null): KnownErrorType {
  if (account === null) return 'email_not_found'
  if (account.disabledAt !== null || stored !== null) return 'unauthorized_credentials'
  // A password that the first proof of the address disabled.
  return passwordOf(account) ? 'reset_password' : 'no_user_password'
}
