import type { KnownErrorType } from '@latchkey/contract'
import { ProviderError } from '../http/provider-error.ts'
import { announceSessionEnd } from '../idp/announce-session-end.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { Caller } from '../sessions/caller.ts'
import type { OneTimeRecord, ProjectRecord, RegistrationRecord, UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { duplicate, type Identifier, parseIdentifier } from './identifier.ts'
import { rememberLanguage } from './known-language.ts'
import { lockUser } from './lock-user.ts'
import { addRegistration, insertUser, newRegistration, newUser } from './new-user.ts'

export interface ProofInput {
  project: ProjectRecord
  /** The secret that was just spent, in the same transaction. */
  row: Pick<OneTimeRecord, 'identifier' | 'sessionId' | 'userId' | 'payload'>
  caller: Caller | null
  now: number
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>
  /** How a secret is refused whose account is gone, disabled or another's by now. */
  dead: KnownErrorType
}

export interface Proof {
  user: UserRecord
  registration: RegistrationRecord
  /** What the proof changed: nothing, a new way to sign in, or a new user. */
  change: 'none' | 'factor' | 'user'
  /** The proof ended a password that was set before it. */
  disabledPassword?: boolean
}

/** A person has shown that an identifier is theirs: finds whose it is, or makes it so. */
export async function proveIdentifier(tx: StorageVerbs, input: ProofInput): Promise<Proof> {
  const identifier = parseIdentifier(input.row.identifier)
  const owner = await tx.users.findByRegistration(input.project.id, identifier.kind, identifier.key)
  const proof = await (input.row.sessionId === null
    ? primary(tx, input, identifier, owner)
    : secondary(tx, input, identifier, owner))
  return { ...proof, ...(await rememberLanguage(tx, proof.user, proof.registration, input.row)) }
}

async function primary(
  tx: StorageVerbs,
  input: ProofInput,
  identifier: Identifier,
  owner: UserRecord | null,
): Promise<Proof> {
  const { project, row, now, dead } = input
  const { random } = input.context
  if (owner === null) {
    // A link to an account whose address was removed since opens nothing, not even a new account.
    if (row.userId !== null || row.payload.create !== true) throw new ProviderError(dead)
    const user = newUser({ project, identifier, status: 'active', verified: true, now, random })
    await insertUser(tx, user)
    return { user, registration: ownRegistration(user, identifier), change: 'user' }
  }
  if (owner.disabledAt !== null || (row.userId !== null && row.userId !== owner.id)) throw new ProviderError(dead)
  return prove(tx, input, owner, ownRegistration(owner, identifier))
}

/** A further identifier for the session that asked for it, and for no other. */
async function secondary(
  tx: StorageVerbs,
  input: ProofInput,
  identifier: Identifier,
  owner: UserRecord | null,
): Promise<Proof> {
  const { project, row, caller, now } = input
  const { random } = input.context
  if (caller === null || caller.session.id !== row.sessionId || caller.user.id !== row.userId)
    throw new ProviderError('user_unauthenticated')
  if (owner !== null && owner.id !== caller.user.id) throw new ProviderError(duplicate(identifier))
  if (owner !== null) return prove(tx, input, owner, ownRegistration(owner, identifier))
  // Held like in every other change: whoever proves the account's own address meanwhile sees this, or ends it.
  await lockUser(tx, caller.user, now)
  const registration = newRegistration({ project, userId: caller.user.id, identifier, verified: true, now, random })
  await addRegistration(tx, registration)
  return { user: await reread(tx, caller.user), registration, change: 'factor' }
}

/**
 * The first proof of an identifier that was only claimed before: whoever signed in on the claim alone is signed
 * out, and whatever they set is worth nothing (the account may have been prepared for the person who owns it).
 */
async function prove(
  tx: StorageVerbs,
  input: ProofInput,
  user: UserRecord,
  registration: RegistrationRecord,
): Promise<Proof> {
  const { project, caller, now, context } = input
  if (registration.verified) return { user, registration, change: 'none' }
  // Held before it is read again: a password that is being set at this moment is either seen here or comes too late.
  const current = await lockUser(tx, user, now)
  if (!(await tx.users.verifyRegistration(project.id, registration.id, now)))
    return { user: current, registration: { ...registration, verified: true }, change: 'none' }
  // The password first: a sign-in with it that is under way ends before the look for sessions, or fails.
  const disabled = await disablePasswords(tx, current)
  const proving = caller?.user.id === user.id ? { sessionId: caller.session.id } : undefined
  const ended = await tx.sessions.revokeForSubject(project.id, user.id, now, proving)
  await announceSessionEnd(tx, context, project, ended, proving)
  // Whoever was in before may have let applications in, or said yes to one that comes for it only later.
  await tx.oauthGrants.revokeForUser(project.id, user.id, now)
  for (const { id } of await tx.connectedApps.list(project.id, user.id))
    await tx.connectedApps.revoke(project.id, user.id, id)
  for (const { kind, id } of current.registrations.filter((one) => isPlantable(one, registration)))
    await tx.users.removeRegistration(project.id, user.id, kind, id)
  if (current.status === 'pending') await tx.users.update(project.id, user.id, { status: 'active' }, now)
  const proven = { ...registration, verified: true, verifiedAt: now }
  return { user: await reread(tx, user), registration: proven, change: 'factor', disabledPassword: disabled }
}

/**
 * What whoever claimed the address could have left behind, to come back by. Their own mailbox or phone too: they have
 * proven that one, but only after the claim. What was there with the claim, or before, somebody else vouched for.
 */
function isPlantable({ id, kind, createdAt }: RegistrationRecord, claim: RegistrationRecord): boolean {
  if (kind === 'email' || kind === 'phone_number') return id !== claim.id && createdAt > claim.createdAt
  return kind === 'totp' || kind === 'oauth' || kind === 'crypto_wallet' || kind === 'webauthn' || kind === 'biometric'
}

/**
 * A password is what anybody could have set for an address that was never proven. The hash is forgotten; that there
 * was one is not, so that its owner is asked to reset it. False if there was none.
 */
export async function disablePasswords(
  tx: Pick<StorageVerbs, 'passwords' | 'users'>,
  user: UserRecord,
): Promise<boolean> {
  const passwords = user.registrations.filter(({ kind }) => kind === 'password')
  for (const { projectId, id, kind } of passwords) {
    await tx.passwords.clear(projectId, id)
    await tx.users.setRegistrationDetails(projectId, user.id, kind, id, { requires_reset: true })
  }
  return passwords.length > 0
}

function ownRegistration(user: UserRecord, { kind, key }: Identifier): RegistrationRecord {
  const found = user.registrations.find((one) => one.kind === kind && one.uniqueKey === key)
  if (!found) throw new TypeError('found by a registration that is not there')
  return found
}

async function reread(tx: StorageVerbs, user: UserRecord): Promise<UserRecord> {
  return (await tx.users.get(user.projectId, user.id)) ?? user
}
