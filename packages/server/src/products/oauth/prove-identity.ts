import type { JsonObject, KnownErrorType } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { addRegistration, insertAccount, unregisteredAccount } from '../../accounts/new-account.ts'
import { type Proof, proveIdentifier } from '../../accounts/prove-identifier.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { projectRealm, realmOf } from '../../storage/realm.ts'
import type { AccountRecord, OneTimeRecord, ProjectRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { EndedFlow } from './flow.ts'
import { identityKey } from './sign-in-token.ts'

interface ProofInput {
  project: ProjectRecord
  /** The token that was consumed in the same transaction. */
  row: OneTimeRecord
  flow: EndedFlow
  /** The session of the request that redeems the token. */
  caller: Caller | null
  /** The error for an identity whose account was deleted or disabled. */
  dead: KnownErrorType
}

/**
 * Finds the account of an identity, or creates one. An identity is looked up by issuer and subject only; a verified
 * email address leads to the account that has it, an unverified one is ignored.
 */
export async function proveIdentity(tx: StorageVerbs, context: ProviderContext, input: ProofInput): Promise<Proof> {
  const { project, flow, dead } = input
  const key = identityKey(flow.issuer, flow.identity.subject)
  const owner = await tx.accounts.findByRegistration(projectRealm(project.id), 'oauth', key)
  if (flow.attachTo !== null) return attach(tx, context, input, owner, flow.attachTo)
  if (owner) {
    if (owner.disabledAt !== null) throw new ProviderError(dead)
    return updateKnownIdentity(tx, input, owner)
  }
  const email = flow.identity.emailVerified && flow.identity.email !== null ? canonicalEmail(flow.identity.email) : null
  const proven = email === null ? await createUser(tx, context, input) : await proveEmail(tx, context, input, email)
  // A new user has no registrations to count; an existing user's row is locked while they are counted.
  const account =
    proven.change === 'user' ? proven.account : await lockAccountRow(tx, proven.account, context.clock.now())
  const added = await addIdentity(tx, context, input, account)
  return { ...proven, ...added, change: proven.change === 'user' ? 'user' : 'factor' }
}

/** The identity provider vouches for the mailbox, as an opened link would: unverified claims on it end here (I-7). */
async function proveEmail(
  tx: StorageVerbs,
  context: ProviderContext,
  { project, row, flow, dead }: ProofInput,
  email: string,
): Promise<Proof> {
  const { clock } = context
  const proof = await proveIdentifier(tx, {
    project,
    row: { ...row, identifier: `email:${email}`, accountId: null, sessionId: null, payload: { create: true } },
    caller: null,
    now: clock.now(),
    context,
    dead,
  })
  return proof.change === 'user' ? { ...proof, account: await storeName(tx, proof.account, flow, clock.now()) } : proof
}

async function createUser(
  tx: StorageVerbs,
  { clock, random }: ProviderContext,
  { project, flow }: ProofInput,
): Promise<Pick<Proof, 'account' | 'change'>> {
  const now = clock.now()
  const account: AccountRecord = {
    ...unregisteredAccount(projectRealm(project.id), { project, status: 'active', now, random }),
    name: nameOf(flow),
  }
  await insertAccount(tx, account)
  return { account, change: 'user' }
}

/**
 * Adds the identity to the account that requested the attach token. That user has to be signed in here too: otherwise an
 * attacker could lead a victim to a page with the attacker's token, and the victim's identity would sign in to the
 * attacker's account.
 */
async function attach(
  tx: StorageVerbs,
  context: ProviderContext,
  input: ProofInput,
  owner: AccountRecord | null,
  accountId: string,
): Promise<Proof> {
  if (input.caller === null) throw new ProviderError('user_unauthenticated')
  if (input.caller.account.id !== accountId) throw new ProviderError('unauthorized_action')
  requireRecentSignIn(input.project, input.caller, context.clock.now())
  if (owner && owner.id !== accountId) throw new ProviderError('duplicate_oauth_registration')
  if (owner) return updateKnownIdentity(tx, input, owner)
  const found = await tx.accounts.get(input.project.id, accountId)
  if (found === null || found.disabledAt !== null) throw new ProviderError(input.dead)
  const account = await lockAccountRow(tx, found, context.clock.now())
  return { ...(await addIdentity(tx, context, input, account)), change: 'factor' }
}

async function updateKnownIdentity(
  tx: StorageVerbs,
  { project, flow }: ProofInput,
  owner: AccountRecord,
): Promise<Proof> {
  const key = identityKey(flow.issuer, flow.identity.subject)
  const found = owner.registrations.find(({ kind, uniqueKey }) => kind === 'oauth' && uniqueKey === key)
  if (!found) throw new TypeError('The user was found by a registration that the user does not have.')
  const details = detailsOf(flow)
  if (JSON.stringify(details) === JSON.stringify(found.details))
    return { account: owner, registration: found, change: 'none' }
  await tx.accounts.setRegistrationDetails(project.id, owner.id, 'oauth', found.id, details)
  const registration = { ...found, details }
  const registrations = owner.registrations.map((one) => (one === found ? registration : one))
  return { account: { ...owner, registrations }, registration, change: 'none' }
}

async function addIdentity(
  tx: StorageVerbs,
  { clock, random }: ProviderContext,
  { project, flow }: ProofInput,
  account: AccountRecord,
): Promise<Pick<Proof, 'account' | 'registration'>> {
  requireRegistrationCapacity(account, 'oauth')
  const now = clock.now()
  const registration: RegistrationRecord = {
    id: newId('oauth-user', project.environment, now, random),
    ...realmOf(account),
    accountId: account.id,
    kind: 'oauth',
    uniqueKey: identityKey(flow.issuer, flow.identity.subject),
    verified: true,
    details: detailsOf(flow),
    createdAt: now,
    verifiedAt: now,
  }
  await addRegistration(tx, registration)
  return { account: { ...account, registrations: [...account.registrations, registration] }, registration }
}

function detailsOf({ provider, identity }: ProofInput['flow']): JsonObject {
  return {
    provider_subject: identity.subject,
    provider_type: provider,
    profile_picture_url: identity.pictureUrl,
    locale: identity.locale,
  }
}

function nameOf({ identity }: ProofInput['flow']): AccountRecord['name'] {
  return { first_name: identity.firstName, middle_name: '', last_name: identity.lastName }
}

async function storeName(
  tx: StorageVerbs,
  account: AccountRecord,
  flow: ProofInput['flow'],
  now: number,
): Promise<AccountRecord> {
  const name = nameOf(flow)
  await tx.accounts.update(account.projectId, account.id, { name }, now)
  return { ...account, name }
}
