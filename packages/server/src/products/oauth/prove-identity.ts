import type { JsonObject, KnownErrorType } from '@latchkey/contract'
import { lockUserRow } from '../../accounts/lock-user.ts'
import { addRegistration, insertUser, unregisteredUser } from '../../accounts/new-user.ts'
import { type Proof, proveIdentifier } from '../../accounts/prove-identifier.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import type { OneTimeRecord, ProjectRecord, RegistrationRecord, UserRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { EndedFlow } from './flow.ts'
import { identityKey } from './sign-in-token.ts'

interface ProofInput {
  project: ProjectRecord
  /** The token that was just spent, in the same transaction. */
  row: OneTimeRecord
  flow: EndedFlow
  /** Who redeems it. */
  caller: Caller | null
  /** How an identity is refused whose account is gone or disabled. */
  dead: KnownErrorType
}

/**
 * Somebody has shown at a provider who they are: finds whose account that is, or makes one. An identity is known by
 * its issuer and subject alone; a proven address leads to the account that has it, any other address to nobody.
 */
export async function proveIdentity(tx: StorageVerbs, context: ProviderContext, input: ProofInput): Promise<Proof> {
  const { project, flow, dead } = input
  const key = identityKey(flow.issuer, flow.identity.subject)
  const owner = await tx.users.findByRegistration(project.id, 'oauth', key)
  if (flow.attachTo !== null) return attach(tx, context, input, owner, flow.attachTo)
  if (owner) {
    if (owner.disabledAt !== null) throw new ProviderError(dead)
    return known(tx, input, owner)
  }
  const email = flow.identity.emailVerified && flow.identity.email !== null ? canonicalEmail(flow.identity.email) : null
  const proven = email === null ? await createUser(tx, context, input) : await proveEmail(tx, context, input, email)
  // Whoever has just been made has nothing else to count; everybody else is held while it is counted.
  const user = proven.change === 'user' ? proven.user : await lockUserRow(tx, proven.user, context.clock.now())
  const added = await add(tx, context, input, user)
  return { ...proven, ...added, change: proven.change === 'user' ? 'user' : 'factor' }
}

/** The provider vouches for the mailbox, as if its owner had opened a link: unproven claims on it end here (I-7). */
async function proveEmail(
  tx: StorageVerbs,
  context: ProviderContext,
  { project, row, flow, dead }: ProofInput,
  email: string,
): Promise<Proof> {
  const { clock } = context
  const proof = await proveIdentifier(tx, {
    project,
    row: { ...row, identifier: `email:${email}`, userId: null, sessionId: null, payload: { create: true } },
    caller: null,
    now: clock.now(),
    context,
    dead,
  })
  return proof.change === 'user' ? { ...proof, user: await named(tx, proof.user, flow, clock.now()) } : proof
}

async function createUser(
  tx: StorageVerbs,
  { clock, random }: ProviderContext,
  { project, flow }: ProofInput,
): Promise<Pick<Proof, 'user' | 'change'>> {
  const now = clock.now()
  const user: UserRecord = { ...unregisteredUser({ project, status: 'active', now, random }), name: nameOf(flow) }
  await insertUser(tx, user)
  return { user, change: 'user' }
}

/**
 * The account whose session asked for it, and no other. It has to be signed in here too: whoever is led to a page with
 * somebody else's attach token would hand over their identity, and be signed in as that other person ever after.
 */
async function attach(
  tx: StorageVerbs,
  context: ProviderContext,
  input: ProofInput,
  owner: UserRecord | null,
  userId: string,
): Promise<Proof> {
  if (input.caller === null) throw new ProviderError('user_unauthenticated')
  if (input.caller.user.id !== userId) throw new ProviderError('unauthorized_action')
  requireRecentSignIn(input.project, input.caller, context.clock.now())
  if (owner && owner.id !== userId) throw new ProviderError('duplicate_oauth_registration')
  if (owner) return known(tx, input, owner)
  const asked = await tx.users.get(input.project.id, userId)
  if (asked === null || asked.disabledAt !== null) throw new ProviderError(input.dead)
  const user = await lockUserRow(tx, asked, context.clock.now())
  return { ...(await add(tx, context, input, user)), change: 'factor' }
}

async function known(tx: StorageVerbs, { project, flow }: ProofInput, owner: UserRecord): Promise<Proof> {
  const key = identityKey(flow.issuer, flow.identity.subject)
  const found = owner.registrations.find(({ kind, uniqueKey }) => kind === 'oauth' && uniqueKey === key)
  if (!found) throw new TypeError('found by a registration that is not there')
  const details = detailsOf(flow)
  if (JSON.stringify(details) === JSON.stringify(found.details))
    return { user: owner, registration: found, change: 'none' }
  await tx.users.setRegistrationDetails(project.id, owner.id, 'oauth', found.id, details)
  const registration = { ...found, details }
  const registrations = owner.registrations.map((one) => (one === found ? registration : one))
  return { user: { ...owner, registrations }, registration, change: 'none' }
}

async function add(
  tx: StorageVerbs,
  { clock, random }: ProviderContext,
  { project, flow }: ProofInput,
  user: UserRecord,
): Promise<Pick<Proof, 'user' | 'registration'>> {
  requireRegistrationCapacity(user, 'oauth')
  const now = clock.now()
  const registration: RegistrationRecord = {
    id: newId('oauth-user', project.environment, now, random),
    projectId: project.id,
    userId: user.id,
    kind: 'oauth',
    uniqueKey: identityKey(flow.issuer, flow.identity.subject),
    verified: true,
    details: detailsOf(flow),
    createdAt: now,
    verifiedAt: now,
  }
  await addRegistration(tx, registration)
  return { user: { ...user, registrations: [...user.registrations, registration] }, registration }
}

function detailsOf({ provider, identity }: ProofInput['flow']): JsonObject {
  return {
    provider_subject: identity.subject,
    provider_type: provider,
    profile_picture_url: identity.pictureUrl,
    locale: identity.locale,
  }
}

function nameOf({ identity }: ProofInput['flow']): UserRecord['name'] {
  return { first_name: identity.firstName, middle_name: '', last_name: identity.lastName }
}

async function named(tx: StorageVerbs, user: UserRecord, flow: ProofInput['flow'], now: number): Promise<UserRecord> {
  const name = nameOf(flow)
  await tx.users.update(user.projectId, user.id, { name }, now)
  return { ...user, name }
}
