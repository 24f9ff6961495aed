import { lockAccountRow } from '../../accounts/lock-account.ts'
import { addRegistration, insertAccount, unregisteredAccount } from '../../accounts/new-account.ts'
import { type Proof, proveIdentifier } from '../../accounts/prove-identifier.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import type { Random } from '../../core/clock-and-random.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { projectRealm, type Realm } from '../../storage/realm.ts'
import type { AccountRecord, AttestationProfile, ProjectRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { AcceptedToken } from './accept-token.ts'
import type { Attested } from './attested-token.ts'

export interface AttestedUser extends Pick<Proof, 'disabledPassword' | 'released'> {
  account: AccountRecord
  registrationId: string
  change: 'none' | 'factor' | 'user'
}

/**
 * Finds the user by issuer and subject, then by the verified email address, or creates one. From then on the user is
 * found by issuer and subject, even if the address changes.
 */
export async function findAttestedUser(
  tx: StorageVerbs,
  input: {
    project: ProjectRecord
    profile: AttestationProfile
    attested: Attested
    caller: Caller | null
    now: number
    context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>
  },
): Promise<AttestedUser> {
  const { project, profile, attested, caller, now, context } = input
  const { random } = context
  const realm = projectRealm(project.id)
  const known = await findRegistered(tx, realm, { profile, attested })
  if (known) return { ...known, change: 'none' }
  const registration = newAttestedRegistration(realm, { project, profile, attested, now, random })
  const link = (found: AccountRecord): Promise<AccountRecord> => linkAttested(tx, found, registration, now)
  if (attested.email !== null) {
    const proof = await proveIdentifier(tx, {
      ...{ project, caller, now, context, dead: 'user_not_found' },
      row: {
        organizationId: realm.organizationId,
        identifier: `email:${attested.email}`,
        ...{ sessionId: null, accountId: null, payload: { create: profile.createsUsers } },
      },
    })
    // The issuer vouched for the owner at that time; the address may have passed to another user since.
    if (proof.change !== 'user' && attested.issuedAt < proof.account.createdAt)
      throw new ProviderError('unauthorized_credentials')
    return {
      ...proof,
      account: await link(proof.account),
      registrationId: registration.id,
      change: proof.change === 'user' ? 'user' : 'factor',
    }
  }
  if (!profile.createsUsers) throw new ProviderError('user_not_found')
  const account = unregisteredAccount(realm, { project, status: 'active', now, random })
  await insertAccount(tx, account)
  return { account: await link(account), registrationId: registration.id, change: 'user' }
}

export type AttestedRegistration = Omit<RegistrationRecord, 'accountId'>

/** The account of a realm that has signed in with this subject of the issuer before. */
export async function findRegistered(
  tx: StorageVerbs,
  realm: Realm,
  { profile, attested }: Pick<AcceptedToken, 'profile' | 'attested'>,
): Promise<{ account: AccountRecord; registrationId: string } | null> {
  const uniqueKey = keyOf(profile, attested)
  const known = await tx.accounts.findByRegistration(realm, 'oauth', uniqueKey)
  if (known === null) return null
  if (known.disabledAt !== null) throw new ProviderError('unauthorized_credentials')
  const registration = known.registrations.find((one) => one.kind === 'oauth' && one.uniqueKey === uniqueKey)
  const account = registration ? await refreshDetails(tx, known, registration, attested) : known
  return { account, registrationId: registration?.id ?? '' }
}

export function newAttestedRegistration(
  realm: Realm,
  input: AcceptedToken & { project: ProjectRecord; now: number; random: Random },
): AttestedRegistration {
  const { project, profile, attested, now, random } = input
  return {
    ...realm,
    ...{
      id: newId('oauth-user', project.environment, now, random),
      kind: 'oauth',
      uniqueKey: keyOf(profile, attested),
    },
    ...{ verified: true, createdAt: now, verifiedAt: now },
    details: {
      ...{ provider_type: 'trusted_auth_token', provider_subject: attested.subject },
      ...{ profile_picture_url: attested.pictureUrl, locale: attested.locale },
    },
  }
}

/** From now on the account is found by issuer and subject. */
export async function linkAttested(
  tx: StorageVerbs,
  found: AccountRecord,
  registration: AttestedRegistration,
  now: number,
): Promise<AccountRecord> {
  const account = await lockAccountRow(tx, found, now)
  requireRegistrationCapacity(account, 'oauth')
  await addRegistration(tx, { ...registration, accountId: account.id })
  return (await tx.accounts.get(account.projectId, account.id)) ?? account
}

function keyOf({ issuer }: AttestationProfile, { subject }: Attested): string {
  return `${issuer}|${subject}`
}

/** Stores picture and locale of the newest token; a token without them changes nothing. */
async function refreshDetails(
  tx: StorageVerbs,
  account: AccountRecord,
  registration: RegistrationRecord,
  { pictureUrl, locale }: Attested,
): Promise<AccountRecord> {
  const details = {
    ...registration.details,
    ...(pictureUrl === null ? {} : { profile_picture_url: pictureUrl }),
    ...(locale === null ? {} : { locale }),
  }
  if (JSON.stringify(details) === JSON.stringify(registration.details)) return account
  await tx.accounts.setRegistrationDetails(account.projectId, account.id, 'oauth', registration.id, details)
  const changed = { ...registration, details }
  return { ...account, registrations: account.registrations.map((one) => (one === registration ? changed : one)) }
}
