import type { B2bMagicLinksEmailInviteRequest, MemberResponse } from '@latchkey/contract/b2b'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { invitationMessage } from '../../delivery/templates/invitation.ts'
import { emailIdentifier, type Identifier } from '../../identifiers/identifier.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { canInvite } from '../../organizations/join.ts'
import {
  directAssignment,
  directRolesOf,
  emailOfMember,
  nameOfMember,
  newMember,
  withDirectRoles,
} from '../../organizations/member.ts'
import { requireGrantable, requireNotMorePowerful } from '../../organizations/members/change-member.ts'
import { insertMember } from '../../organizations/members/insert-member.ts'
import { type MemberCaller, requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requestedTemplate } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Recipient } from '../../sending/recipient.ts'
import { newOneTime, sendOneTime } from '../../sending/send-one-time.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'

/** A week: an invitation is often read after days. */
const invitationMinutes = 7 * 24 * 60

/** Invites an address to the organization of the caller. A further invitation replaces the earlier one. */
export async function inviteMember(
  context: ProviderContext,
  call: Call<B2bMagicLinksEmailInviteRequest>,
): Promise<DataOf<MemberResponse>> {
  const { project, body } = call
  requireMethod(project, 'magicLinks')
  const inviter = await requireSignedInMember(call)
  refuseImpersonated(inviter.caller.session)
  const identifier = emailIdentifier(body.email_address)
  if (!canInvite(inviter.policy, identifier.key))
    throw new ProviderError('operation_restricted_by_organization_auth_methods')
  const change = {
    source: call,
    organization: inviter.organization,
    granter: inviter.roles.map(({ roleId }) => roleId),
  }
  requireGrantable(change, body.roles ?? [])
  const redirectUrl = requestedRedirect(project, 'invite', body.invite_redirect_url)
  const template = await requestedTemplate(context, project, 'invite', body.invite_template_id)
  const lifetimeMinutes = linkMinutes(project, body.invite_expiration_minutes ?? invitationMinutes)
  const member = await retryAfterRace(async () => {
    const { member: invited, before } = await findInvited(context, call, inviter, identifier)
    if (before && body.roles) requireNotMorePowerful(change, before)
    const recipient = recipientOf(invited, identifier)
    const messageContext = describeMessage(context, call, { account: null, locale: body.locale, template })
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
      organization: inviter.organization.name,
      inviter: nameOfMember(inviter.member) || emailOfMember(inviter.member),
      context: messageContext,
    })
    await sendOneTime(context, call, recipient, {
      event: 'magic_link_send',
      row: { ...row, tokenHash: sha256Hex(token) },
      message,
      pendingUser: null,
      ...(before ? {} : { insertMember: (tx: StorageVerbs) => insertMember(tx, invited) }),
      async alsoStore(tx) {
        const realm = organizationRealm(inviter.organization)
        if (before && body.roles) await tx.roles.replace(realm, invited.id, directAssignment, directRolesOf(invited))
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
  return memberAnswer(memberState(project, inviter.organization, member))
}

/** A new member, or the one who was invited `before` and has not accepted, with the roles of this invitation. */
async function findInvited(
  { storage, clock, random }: ProviderContext,
  { project, body }: Call<B2bMagicLinksEmailInviteRequest>,
  { organization, member: inviter }: MemberCaller,
  identifier: Identifier,
): Promise<{ member: MemberRecord; before: MemberRecord | null }> {
  const realm = organizationRealm(organization)
  const found = await storage.members.findByEmail(realm, identifier.key)
  // Neither an active member nor a removed one, whom only an admin reactivates.
  if (found !== null && found.status !== 'invited' && found.status !== 'pending')
    throw new ProviderError('duplicate_member_email')
  if (found !== null) return { member: body.roles ? withDirectRoles(found, body.roles) : found, before: found }
  const created = newMember(realm, {
    ...{ project, identifier, status: 'invited', isVerified: false, name: body.name ?? '' },
    ...{ roleIds: body.roles ?? [], now: clock.now(), random },
  })
  const account = { ...created.account, untrustedMetadata: body.untrusted_metadata ?? {} }
  return { member: { ...created, invitedBy: inviter.id, account }, before: null }
}

function recipientOf({ account }: MemberRecord, identifier: Identifier): Recipient {
  return {
    ...{ identifier, realm: account, owner: account, isClaimed: false, caller: null },
    ...{ kind: 'signup', refusal: null, decoy: false },
  }
}
