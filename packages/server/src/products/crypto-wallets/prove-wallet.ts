import type { KnownErrorType } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { addRegistration, insertAccount, unregisteredAccount } from '../../accounts/new-account.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { projectRealm, realmOf } from '../../storage/realm.ts'
import type { AccountRecord, OneTimeRecord, ProjectRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { Wallet } from './wallet-crypto.ts'

export interface WalletProof {
  account: AccountRecord
  registration: RegistrationRecord
  change: 'none' | 'factor' | 'user'
}

interface ProofInput {
  project: ProjectRecord
  /** The challenge that was consumed in the same transaction. */
  row: OneTimeRecord
  wallet: Wallet
  caller: Caller | null
  /** The error for a wallet whose account is disabled. */
  refusal: KnownErrorType
}

/** Finds the user of a wallet whose ownership was proven, or registers the wallet. */
export async function proveWallet(tx: StorageVerbs, context: ProviderContext, input: ProofInput): Promise<WalletProof> {
  const { project, row, wallet, caller, refusal } = input
  const now = context.clock.now()
  const realm = projectRealm(project.id)
  const owner = await tx.accounts.findByRegistration(realm, 'crypto_wallet', walletKey(wallet))
  const owned = owner?.registrations.find(({ uniqueKey }) => uniqueKey === walletKey(wallet))
  if (row.sessionId !== null) {
    if (caller === null || caller.session.id !== row.sessionId) throw new ProviderError('user_unauthenticated')
    if (owner && owner.id !== caller.account.id) throw new ProviderError('duplicate_crypto_wallet')
    if (owner && owned) return { account: owner, registration: owned, change: 'none' }
    return addWallet(tx, context, input, await lockAccountRow(tx, caller.account, now))
  }
  if (owner && owned) {
    if (owner.disabledAt !== null) throw new ProviderError(refusal)
    return { account: owner, registration: owned, change: 'none' }
  }
  const account = unregisteredAccount(realm, { project, status: 'active', now, random: context.random })
  const registration = newWallet(context, input, account)
  await insertAccount(tx, { ...account, registrations: [registration] })
  return { account: { ...account, registrations: [registration] }, registration, change: 'user' }
}

async function addWallet(
  tx: StorageVerbs,
  context: ProviderContext,
  input: ProofInput,
  account: AccountRecord,
): Promise<WalletProof> {
  requireRegistrationCapacity(account, 'crypto_wallet')
  const registration = newWallet(context, input, account)
  await addRegistration(tx, registration)
  return {
    account: { ...account, registrations: [...account.registrations, registration] },
    registration,
    change: 'factor',
  }
}

function newWallet(
  { clock, random }: ProviderContext,
  { project, wallet }: ProofInput,
  account: AccountRecord,
): RegistrationRecord {
  const now = clock.now()
  return {
    id: newId('crypto-wallet', project.environment, now, random),
    ...realmOf(account),
    accountId: account.id,
    kind: 'crypto_wallet',
    uniqueKey: walletKey(wallet),
    verified: true,
    details: { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type },
    createdAt: now,
    verifiedAt: now,
  }
}

function walletKey({ type, address }: Wallet): string {
  return `${type}:${address}`
}
