import type { Call } from '../../core/route.ts'
import type { Identifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findRecipient, type Recipient } from '../../sending/recipient.ts'
import { organizationRealm, projectRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import { decideJoin } from '../join.ts'
import { findJoinFacts } from './join-facts.ts'

/** The recipient of a link or code that signs in to an organization. An address that may not enter gets none. */
export async function findMemberRecipient(
  context: ProviderContext,
  call: Call<unknown>,
  identifier: Identifier,
  organization: OrganizationRecord,
): Promise<Recipient> {
  const { project } = call
  const realm = organizationRealm(organization)
  const recipient = await findRecipient(context, call, identifier, 'login_or_create', realm)
  const member = await context.storage.members.findByEmail(realm, identifier.key)
  const joining = member && { status: member.status, address: identifier.key, isFromDirectory: false }
  const facts = await findJoinFacts(context.storage, context, { project, organization, member: joining })
  const { allowed } = decideJoin(facts, { kind: 'email', address: identifier.key })
  const isStrict = project.settings.enumeration === 'strict'
  return {
    ...recipient,
    kind: member?.status === 'active' ? 'login' : 'signup',
    refusal: allowed || isStrict ? null : 'operation_restricted_by_organization_auth_methods',
    decoy: !allowed && isStrict,
  }
}

/** The recipient of a link or code that names no organization. Every address gets one, known or not. */
export function discoveryRecipient({ project }: Call<unknown>, identifier: Identifier): Recipient {
  return {
    ...{ identifier, realm: projectRealm(project.id), owner: null, isClaimed: false, caller: null },
    ...{ kind: 'login', refusal: null, decoy: false },
  }
}
