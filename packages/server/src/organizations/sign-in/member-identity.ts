import type { AuthenticationFactor, JsonObject } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { addRegistration } from '../../accounts/new-account.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import { audit } from '../../audit/audit.ts'
import { newId } from '../../core/ids.ts'
import type { Call } from '../../core/route.ts'
import { notify } from '../../notices/notify.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProvenIdentity, ProvenOAuthIdentity } from '../../sessions/proven-identity.ts'
import { type OrganizationRealm, realmOf } from '../../storage/realm.ts'
import type { MemberRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { JoinProof } from '../join.ts'
import { newFactor } from '../prove-factor.ts'
import { withSsoRegistration } from './connection-factor.ts'

/** What a person has proven who enters with this address: its tenants count if the identity provider verified it. */
export function joinProof(address: string, identity: ProvenIdentity | null): JoinProof {
  if (identity === null || identity.kind === 'sso' || identity.address !== address) return { kind: 'email', address }
  const { provider, tenants } = identity
  return { kind: 'oauth', provider, tenants, address }
}

/**
 * The proof of an identity; the ids of registrations follow in an organization. It proves the address, too, if the
 * identity provider has verified it.
 */
export function identityFactor({ provider, subject, address }: ProvenOAuthIdentity, now: number): AuthenticationFactor {
  return {
    ...newFactor('oauth', `oauth_${provider}`, now),
    [`${provider}_oauth_factor`]: { id: '', provider_subject: subject },
    ...(address === null ? {} : { email_factor: { email_id: '', email_address: address } }),
  }
}

/** The member who has signed in with the identity before. */
export async function findMemberOfIdentity(
  tx: Pick<StorageVerbs, 'accounts' | 'members'>,
  realm: OrganizationRealm,
  { kind, key }: Pick<ProvenIdentity, 'kind' | 'key'>,
): Promise<MemberRecord | null> {
  const owner = await tx.accounts.findByRegistration(realm, kind, key)
  return owner && tx.members.get(realm, owner.id)
}

/** The kind of id of each kind of registration. */
const idKinds = { oauth: 'oauth-user', sso: 'sso-registration' } as const

/**
 * Stores the identity of an admitted member, so that it signs in to the account from now on. Without a verified address
 * another person could have led the browser to an identity of theirs: then it is stored only for the browser that began.
 */
export async function storeIdentity(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { member, identity, isNew }: { member: MemberRecord; identity: ProvenIdentity; isNew: boolean },
): Promise<MemberRecord> {
  const { clock, random } = context
  const { project } = call
  const realm = realmOf(member)
  const owner = await tx.accounts.findByRegistration(realm, identity.kind, identity.key)
  if (owner !== null && owner.id !== member.id) return member
  const details = detailsOf(identity)
  const found = member.account.registrations.find(
    ({ kind, uniqueKey }) => kind === identity.kind && uniqueKey === identity.key,
  )
  if (found) {
    if (JSON.stringify(found.details) === JSON.stringify(details)) return member
    await tx.accounts.setRegistrationDetails(project.id, member.id, identity.kind, found.id, details)
    return withRegistration(member, { ...found, details })
  }
  if (identity.kind === 'oauth' && identity.address === null && !identity.isFromOneBrowser) return member
  const now = clock.now()
  const account = await lockAccountRow(tx, member.account, now)
  requireRegistrationCapacity(account, identity.kind)
  const added: RegistrationRecord = {
    ...{ id: newId(idKinds[identity.kind], project.environment, now, random), ...realm, accountId: member.id },
    ...{ kind: identity.kind, uniqueKey: identity.key, verified: true, details, createdAt: now, verifiedAt: now },
  }
  await addRegistration(tx, added)
  await audit(tx, context, call, { event: 'factor_add', result: 'ok', accountId: member.id, targetId: added.id })
  if (!isNew) await notify(tx, context, call, account, 'factor_added', { factor: identity.kind })
  return withRegistration(member, added)
}

function withRegistration(member: MemberRecord, registration: RegistrationRecord): MemberRecord {
  const { account } = member
  const others = account.registrations.filter(({ id }) => id !== registration.id)
  return { ...member, account: { ...account, registrations: [...others, registration] } }
}

function detailsOf(identity: ProvenIdentity): JsonObject {
  if (identity.kind === 'sso') {
    const { connectionId, externalId, attributes } = identity
    return { connection_id: connectionId, external_id: externalId, sso_attributes: attributes }
  }
  const { subject, provider, pictureUrl, locale, tenants } = identity
  return {
    provider_subject: subject,
    provider_type: provider,
    profile_picture_url: pictureUrl,
    locale,
    provider_tenants: tenants,
  }
}

/** Names the registrations of the member in the proof of an identity. */
export function withRegistrations(member: MemberRecord | null, factor: AuthenticationFactor): AuthenticationFactor {
  if (factor.type === 'sso') return withSsoRegistration(member, factor)
  const provider = factor.delivery_method.replace(/^oauth_/, '')
  const name = `${provider}_oauth_factor` as const
  const known = factor[name]
  if (factor.type !== 'oauth' || known === undefined) return factor
  const registrations = member?.account.registrations ?? []
  const own = registrations.find(
    ({ kind, details }) =>
      kind === 'oauth' && details.provider_type === provider && details.provider_subject === known.provider_subject,
  )
  const address = factor.email_factor?.email_address
  const email = registrations.find(({ kind, uniqueKey }) => kind === 'email' && uniqueKey === address)
  const { provider_subject } = known
  return { ...factor, [name]: { id: own?.id ?? '', ...(email ? { email_id: email.id } : {}), provider_subject } }
}
