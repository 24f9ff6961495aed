// Invitations by organization admins, backends and operators.

import type { JsonObject } from '@latchkey/contract'
import type { B2bMagicLinksEmailInviteRequest } from '@latchkey/contract/b2b'
import { requireSmallMetadata } from '../../accounts/metadata.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { invitationMessage } from '../../delivery/templates/invitation.ts'
import { emailIdentifier, type Identifier } from '../../identifiers/identifier.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { requestedTemplate } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { Recipient } from '../../sending/recipient.ts'
import { newOneTime, type SendContext, sendOneTime } from '../../sending/send-one-time.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import { canInvite } from '../join.ts'
import { directAssignment, directRolesOf, emailOfMember, nameOfMember, newMember, withDirectRoles } from '../member.ts'
import { organizationPolicy } from '../policy.ts'
import { type MemberChangeSource, requireGrantable, requireMember, requireNotMorePowerful } from './change-member.ts'
import { insertMember } from './insert-member.ts'

/** A week: an invitation is often read after days. */
const invitationMinutes = 7 * 24 * 60

/** Whose invitation it is: the message names the member; null for a backend and an operator. */
export interface InvitationSource extends MemberChangeSource {
  inviter: MemberRecord | null
}

interface InvitationFields extends B2bMagicLinksEmailInviteRequest {
  trusted_metadata?: JsonObject
}

/** Invites an address to the organization. A further invitation replaces the earlier one. */
export async function inviteMember(
  context: SendContext,
  invitation: InvitationSource & {
    fields: InvitationFields
    /** Rejects the invitation unless the address is the one of this member. */
    memberId?: string
  },
): Promise<MemberRecord> {
  const { source, organization, inviter, fields } = invitation
  const { project } = source
  requireMethod(project, 'magicLinks')
  const identifier = emailIdentifier(fields.email_address)
  if (!canInvite(organizationPolicy(organization.settings), identifier.key))
    throw new ProviderError('operation_restricted_by_organization_auth_methods')
  requireGrantable(invitation, fields.roles ?? [])
  const redirectUrl = requestedRedirect(project, 'invite', fields.invite_redirect_url)
  const template = await requestedTemplate(context, project, 'invite', fields.invite_template_id)
  const lifetimeMinutes = linkMinutes(project, fields.invite_expiration_minutes ?? invitationMinutes)
  return retryAfterRace(async () => {
    const { member: invited, before } = await findInvited(context, invitation, identifier)
    if (before && fields.roles) requireNotMorePowerful(invitation, before)
    const recipient = recipientOf(invited, identifier)
    const messageContext = describeMessage(context, source, { account: null, locale: fields.locale, template })
    const token = newLinkToken(context.random)
    const row = newOneTime({
      ...{ project, recipient, lifetimeMinutes, random: context.random, now: context.clock.now() },
      ...{ purpose: 'magic_link_invite', accountId: invited.id },
      payload: { redirectUrl, language: messageContext.language.tag },
    })
    const message = invitationMessage({
      to: identifier.key,
      link: linkTo(context.baseUrl, project, 'multi_tenant_magic_links', token),
      expiresInMinutes: lifetimeMinutes,
      organization: organization.name,
      inviter: inviter && (nameOfMember(inviter) || emailOfMember(inviter)),
      context: messageContext,
    })
    await sendOneTime(context, source, recipient, {
      event: 'magic_link_send',
      row: { ...row, tokenHash: sha256Hex(token) },
      message,
      pendingUser: null,
      ...(before ? {} : { insertMember: (tx: StorageVerbs) => insertMember(tx, invited) }),
      async alsoStore(tx) {
        const realm = organizationRealm(organization)
        if (before && fields.roles) await tx.roles.replace(realm, invited.id, directAssignment, directRolesOf(invited))
        await tx.invitations.set({
          ...realm,
          ...{ memberId: invited.id, address: identifier.key, state: 'sent' },
          ...{ sentAt: row.createdAt, expiresAt: row.expiresAt },
        })
      },
      voidsEarlier: true,
    })
    return invited
  })
}

/** Sends another link to the address of an invited member, with the roles that the member has. */
export async function resendInvitation(
  context: SendContext,
  {
    memberId,
    fields,
    ...source
  }: InvitationSource & {
    memberId: string
    fields: Omit<InvitationFields, 'email_address' | 'name' | 'roles' | 'untrusted_metadata' | 'trusted_metadata'>
  },
): Promise<MemberRecord> {
  const member = await requireMember(context.storage, source.organization, memberId)
  if (!isInvitable(member)) throw new ProviderError('invitation_not_found')
  return inviteMember(context, { ...source, memberId, fields: { ...fields, email_address: emailOfMember(member) } })
}

/** Neither an active member nor a removed one, whom only an admin reactivates. */
function isInvitable({ status }: MemberRecord): boolean {
  return status === 'invited' || status === 'pending'
}

/** A new member, or the one who was invited `before` and has not accepted, with the roles of this invitation. */
async function findInvited(
  { storage, clock, random }: SendContext,
  { source: { project }, organization, inviter, fields, memberId }: Parameters<typeof inviteMember>[1],
  identifier: Identifier,
): Promise<{ member: MemberRecord; before: MemberRecord | null }> {
  const realm = organizationRealm(organization)
  const found = await storage.members.findByEmail(realm, identifier.key)
  if (memberId !== undefined && found?.id !== memberId) throw new ProviderError('invitation_not_found')
  if (found !== null && !isInvitable(found)) throw new ProviderError('duplicate_member_email')
  if (found !== null) return { member: fields.roles ? withDirectRoles(found, fields.roles) : found, before: found }
  const { trusted_metadata: trustedMetadata = {}, untrusted_metadata: untrustedMetadata = {} } = fields
  requireSmallMetadata('trusted_metadata', trustedMetadata)
  requireSmallMetadata('untrusted_metadata', untrustedMetadata)
  const created = newMember(realm, {
    ...{ project, identifier, status: 'invited', isVerified: false, name: fields.name ?? '' },
    ...{ roleIds: fields.roles ?? [], now: clock.now(), random },
  })
  const account = { ...created.account, trustedMetadata, untrustedMetadata }
  return { member: { ...created, invitedBy: inviter?.id ?? null, account }, before: null }
}

function recipientOf({ account }: MemberRecord, identifier: Identifier): Recipient {
  return {
    ...{ identifier, realm: account, owner: account, isClaimed: false, caller: null },
    ...{ kind: 'signup', refusal: null, decoy: false },
  }
}
