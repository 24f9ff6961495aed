import { lockUserRow } from '../../accounts/lock-user.ts'
import { addRegistration, insertUser, unregisteredUser } from '../../accounts/new-user.ts'
import { type Proof, proveIdentifier } from '../../accounts/prove-identifier.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AttestationProfile, ProjectRecord, RegistrationRecord, UserRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { Attested } from './attested-token.ts'

export interface AttestedUser extends Pick<Proof, 'disabledPassword' | 'released'> {
  user: UserRecord
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
  const uniqueKey = `${profile.issuer}|${attested.subject}`
  const known = await tx.users.findByRegistration(project.id, 'oauth', uniqueKey)
  if (known) {
    if (known.disabledAt !== null) throw new ProviderError('unauthorized_credentials')
    const registration = known.registrations.find((one) => one.kind === 'oauth' && one.uniqueKey === uniqueKey)
    const user = registration ? await refreshDetails(tx, known, registration, attested) : known
    return { user, registrationId: registration?.id ?? '', change: 'none' }
  }
  const registration: Omit<RegistrationRecord, 'userId'> = {
    ...{ id: newId('oauth-user', project.environment, now, random), projectId: project.id, kind: 'oauth', uniqueKey },
    ...{ verified: true, createdAt: now, verifiedAt: now },
    details: {
      ...{ provider_type: 'trusted_auth_token', provider_subject: attested.subject },
      ...{ profile_picture_url: attested.pictureUrl, locale: attested.locale },
    },
  }
  const link = async (found: UserRecord): Promise<UserRecord> => {
    const user = await lockUserRow(tx, found, now)
    requireRegistrationCapacity(user, 'oauth')
    await addRegistration(tx, { ...registration, userId: user.id })
    return (await tx.users.get(project.id, user.id)) ?? user
  }
  if (attested.email !== null) {
    const proof = await proveIdentifier(tx, {
      ...{ project, caller, now, context, dead: 'user_not_found' },
      row: {
        identifier: `email:${attested.email}`,
        ...{ sessionId: null, userId: null, payload: { create: profile.createsUsers } },
      },
    })
    // The issuer vouched for the owner at that time; the address may have passed to another user since.
    if (proof.change !== 'user' && attested.issuedAt < proof.user.createdAt)
      throw new ProviderError('unauthorized_credentials')
    return {
      ...proof,
      user: await link(proof.user),
      registrationId: registration.id,
      change: proof.change === 'user' ? 'user' : 'factor',
    }
  }
  if (!profile.createsUsers) throw new ProviderError('user_not_found')
  const user = unregisteredUser({ project, status: 'active', now, random })
  await insertUser(tx, user)
  return { user: await link(user), registrationId: registration.id, change: 'user' }
}

/** Stores picture and locale of the newest token; a token without them changes nothing. */
async function refreshDetails(
  tx: StorageVerbs,
  user: UserRecord,
  registration: RegistrationRecord,
  { pictureUrl, locale }: Attested,
): Promise<UserRecord> {
  const details = {
    ...registration.details,
    ...(pictureUrl === null ? {} : { profile_picture_url: pictureUrl }),
    ...(locale === null ? {} : { locale }),
  }
  if (JSON.stringify(details) === JSON.stringify(registration.details)) return user
  await tx.users.setRegistrationDetails(user.projectId, user.id, 'oauth', registration.id, details)
  const changed = { ...registration, details }
  return { ...user, registrations: user.registrations.map((one) => (one === registration ? changed : one)) }
}
