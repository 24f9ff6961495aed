import type { KnownErrorType } from '@latchkey/contract'
import type { Caller } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import { duplicate, type Identifier, parseIdentifier } from '../identifiers/identifier.ts'
import { registrationKinds } from '../methods/methods.ts'
import { announceSessionEnd } from '../notices/announce-session-end.ts'
import { rememberLanguage } from '../notices/known-language.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { Realm } from '../storage/realm.ts'
import type { AccountRecord, OneTimeRecord, ProjectRecord, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { findAccount, isForeignClaim, registrationOf } from './claims.ts'
import { lockAccountRow } from './lock-account.ts'
import { addRegistration, insertAccount, newAccount, newRegistration } from './new-account.ts'

export interface ProofInput {
  project: ProjectRecord
  /** The secret that this transaction consumed. */
  row: Pick<OneTimeRecord, 'organizationId' | 'identifier' | 'sessionId' | 'accountId' | 'payload'>
  caller: Caller | null
  now: number
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>
  /** The error if the account was removed or disabled, or belongs to another user by now. */
  dead: KnownErrorType
}

export interface Proof {
  account: AccountRecord
  registration: RegistrationRecord
  /** What the proof changed: nothing, a new factor, or a new user. */
  change: 'none' | 'factor' | 'user'
  /** The proof disabled a password that was set before it. */
  disabledPassword?: boolean
  /** The unverified identifier that was removed from another account. */
  released?: RegistrationRecord
}

/** After a user has proven an identifier: finds the account of the realm that has it, or creates one. */
export async function proveIdentifier(tx: StorageVerbs, input: ProofInput): Promise<Proof> {
  const identifier = parseIdentifier(input.row.identifier)
  const found = await tx.accounts.findByRegistration(realmOfProof(input), identifier.kind, identifier.key)
  const { owner, released } = await releaseClaim(tx, input, identifier, found)
  const proof = await (input.row.sessionId === null
    ? primary(tx, input, identifier, owner)
    : secondary(tx, input, identifier, owner))
  const language = await rememberLanguage(tx, proof.account, proof.registration, input.row)
  return { ...proof, ...language, ...(released ? { released } : {}) }
}

/**
 * Removes an identifier that an account only claims, if the account belongs to the owner of another factor. If the
 * identifier was proven in a session of that account, it stays there.
 */
async function releaseClaim(
  tx: StorageVerbs,
  { project, row, caller, now }: ProofInput,
  identifier: Identifier,
  found: AccountRecord | null,
): Promise<{ owner: AccountRecord | null; released?: RegistrationRecord }> {
  const isForeign = (account: AccountRecord): boolean => isForeignClaim(account, ownRegistration(account, identifier))
  if (found === null || !isForeign(found)) return { owner: found }
  if (row.sessionId !== null && caller?.account.id === found.id) return { owner: found }
  // The row lock comes before the second read: the owner of the account may be proving the identifier concurrently.
  const current = await lockAccountRow(tx, found, now)
  const claim = registrationOf(current, identifier)
  if (claim === undefined) return { owner: null }
  if (!isForeignClaim(current, claim)) return { owner: current }
  await tx.accounts.removeRegistration(project.id, current.id, claim.kind, claim.id)
  return { owner: null, released: claim }
}

/** The realm of the secret. An account of another one is not found, whatever identifier was proven. */
function realmOfProof({ project, row }: Pick<ProofInput, 'project' | 'row'>): Realm {
  return { projectId: project.id, organizationId: row.organizationId }
}

async function primary(
  tx: StorageVerbs,
  input: ProofInput,
  identifier: Identifier,
  owner: AccountRecord | null,
): Promise<Proof> {
  const { project, row, now, dead } = input
  const { random } = input.context
  if (owner === null) {
    // A link for an account whose identifier was removed since is invalid, also for a new account.
    if (row.accountId !== null || row.payload.create !== true) throw new ProviderError(dead)
    const account = newAccount(realmOfProof(input), {
      project,
      identifier,
      status: 'active',
      verified: true,
      now,
      random,
    })
    await insertAccount(tx, account)
    return { account, registration: ownRegistration(account, identifier), change: 'user' }
  }
  if (owner.disabledAt !== null || (row.accountId !== null && row.accountId !== owner.id)) throw new ProviderError(dead)
  return prove(tx, input, owner, ownRegistration(owner, identifier))
}

/**
 * Predicts what `primary` and `issueSession` would decide about an issued secret, without consuming it. The proof of a
 * further identifier depends on the session that presents it.
 */
export async function leadsToAccount(storage: Pick<StorageVerbs, 'accounts'>, row: OneTimeRecord): Promise<boolean> {
  const { identifier, accountId, sessionId, createdAt, payload } = row
  if (sessionId !== null) return true
  const { owner } = await findAccount(storage, row, parseIdentifier(identifier))
  if (owner === null) return accountId === null && payload.create === true
  if (owner.disabledAt !== null) return false
  return accountId === null ? createdAt >= (owner.secretsValidAfter ?? 0) : accountId === owner.id
}

/** Adds a further identifier, only in the session that requested it. */
async function secondary(
  tx: StorageVerbs,
  input: ProofInput,
  identifier: Identifier,
  owner: AccountRecord | null,
): Promise<Proof> {
  const { project, row, caller, now } = input
  const { random } = input.context
  if (caller === null || caller.session.id !== row.sessionId || caller.account.id !== row.accountId)
    throw new ProviderError('user_unauthenticated')
  if (owner !== null && owner.id !== caller.account.id) throw new ProviderError(duplicate(identifier))
  if (owner !== null) return prove(tx, input, owner, ownRegistration(owner, identifier))
  // The row lock orders this with a concurrent first proof of the account's own identifier, which must see or end it.
  await lockAccountRow(tx, caller.account, now)
  const registration = newRegistration({
    project,
    account: caller.account,
    identifier,
    verified: true,
    now,
    random,
  })
  await addRegistration(tx, registration)
  return { account: await reread(tx, caller.account), registration, change: 'factor' }
}

/**
 * The first proof of an identifier that was only claimed before. Ends the sessions that started on the claim alone, and
 * removes what was set in them: an attacker may have prepared the account for the owner of the identifier.
 */
async function prove(
  tx: StorageVerbs,
  input: ProofInput,
  account: AccountRecord,
  registration: RegistrationRecord,
): Promise<Proof> {
  const { project, caller, now, context } = input
  if (registration.verified) return { account, registration, change: 'none' }
  // The row lock comes before the second read: a password that is being set is either seen here or comes too late.
  const current = await lockAccountRow(tx, account, now)
  if (!(await tx.accounts.verifyRegistration(project.id, registration.id, now)))
    return { account: current, registration: { ...registration, verified: true }, change: 'none' }
  const proven = { ...registration, verified: true, verifiedAt: now }
  // Proven by the owner of the account, in a session: an attacker has prepared nothing in it.
  if (isForeignClaim(current, registration))
    return { account: await reread(tx, account), registration: proven, change: 'factor' }
  // The password first: a concurrent sign-in with it either commits before the sessions are listed, or fails.
  const disabled = await disablePasswords(tx, current)
  const proving = caller?.account.id === account.id ? { sessionId: caller.session.id } : undefined
  const ended = await tx.sessions.revokeForSubject(project.id, account.id, now, proving)
  await announceSessionEnd(tx, context, project, ended, proving)
  // Earlier sessions may have authorized client applications, or consented to one that has not redeemed its code yet.
  await tx.oauthGrants.revokeForAccount(project.id, account.id, now)
  for (const { id } of await tx.connectedApps.list(project.id, account.id))
    await tx.connectedApps.revoke(project.id, account.id, id)
  for (const { kind, id } of current.registrations.filter((one) => isPlantable(one, registration)))
    await tx.accounts.removeRegistration(project.id, account.id, kind, id)
  if (current.status === 'pending') await tx.accounts.update(project.id, account.id, { status: 'active' }, now)
  return { account: await reread(tx, account), registration: proven, change: 'factor', disabledPassword: disabled }
}

/**
 * Factors that an attacker who claimed the identifier could have added in order to sign in again. Their own email address
 * or phone number too: it is verified, but was added after the claim. A number that came with the claim is unverified,
 * or the account would belong to its owner.
 */
function isPlantable({ id, kind, createdAt }: RegistrationRecord, claim: RegistrationRecord): boolean {
  if (kind === 'email' || kind === 'phone_number') return id !== claim.id && createdAt > claim.createdAt
  return registrationKinds[kind].isPlantable
}

/**
 * Removes the password hash, because an attacker could have set it for an unverified identifier. The registration stays,
 * so that the owner is asked to reset it. Returns false if the user had no password.
 */
export async function disablePasswords(
  tx: Pick<StorageVerbs, 'passwords' | 'accounts'>,
  account: AccountRecord,
): Promise<boolean> {
  const passwords = account.registrations.filter(({ kind }) => kind === 'password')
  for (const { projectId, id, kind } of passwords) {
    await tx.passwords.remove(projectId, id)
    await tx.accounts.setRegistrationDetails(projectId, account.id, kind, id, { requires_reset: true })
  }
  return passwords.length > 0
}

function ownRegistration(account: AccountRecord, identifier: Identifier): RegistrationRecord {
  const found = registrationOf(account, identifier)
  if (!found) throw new TypeError('The user has no registration of this identifier.')
  return found
}

async function reread(tx: StorageVerbs, account: AccountRecord): Promise<AccountRecord> {
  return (await tx.accounts.get(account.projectId, account.id)) ?? account
}
