// A change of the address of a member that its owner confirms with a link.
import type { B2bStartEmailUpdateRequest } from '@latchkey/contract/b2b'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { emailUpdateMessage } from '../../delivery/templates/invitation.ts'
import { emailIdentifier, parseIdentifier } from '../../identifiers/identifier.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { requestedTemplate } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newOneTime, type SendContext, sendOneTime } from '../../sending/send-one-time.ts'
import { refuseImpersonated, requireRecentSignIn } from '../../sessions/step-up.ts'
import type { MemberRecord, OneTimeRecord, OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import {
  endAccess,
  lockPresentMember,
  type MemberChangeSource,
  replaceEmail,
  requireMember,
  requireNotMorePowerful,
} from './change-member.ts'
import { requireFreeAddress } from './insert-member.ts'
import { requireSignedInMember } from './member-caller.ts'
import { type MemberState, memberState } from './member-state.ts'
import { notifyOfChange } from './notify-of-change.ts'

const linkLifetimeMinutes = 60

/** Sends a link to the new address, by the member or an organization admin. */
export async function startEmailUpdate(
  context: ProviderContext,
  call: Call<B2bStartEmailUpdateRequest>,
  memberId: string,
): Promise<MemberState> {
  const { project, body } = call
  requireMethod(project, 'magicLinks')
  const { organization, roles, caller, member: self } = await requireSignedInMember(call)
  const isOwn = memberId === self.id
  if (isOwn) requireRecentSignIn(project, caller, context.clock.now())
  else refuseImpersonated(caller.session)
  const granter = isOwn ? null : roles.map(({ roleId }) => roleId)
  const member = await sendEmailUpdate(context, { source: call, organization, granter, memberId, fields: body })
  return memberState(project, organization, member)
}

/** Sends a link to the new address. Nothing changes before it is used. */
export async function sendEmailUpdate(
  context: SendContext,
  change: MemberChangeSource & { memberId: string; fields: B2bStartEmailUpdateRequest },
): Promise<MemberRecord> {
  const { source, organization, memberId, fields } = change
  const { project } = source
  requireMethod(project, 'magicLinks')
  // First: an id of another organization gets the same response, whatever else the request names.
  const member = await requireMember(context.storage, organization, memberId)
  const identifier = emailIdentifier(fields.email_address)
  const redirectUrl = requestedRedirect(project, 'login', fields.login_redirect_url)
  const template = await requestedTemplate(context, project, 'magic_link', fields.login_template_id)
  if (member.status !== 'active') throw new ProviderError('action_available_only_for_active_members')
  requireNotMorePowerful(change, member)
  const { account } = member
  if (account.registrations.some(({ kind, uniqueKey }) => kind === 'email' && uniqueKey === identifier.key))
    throw new ProviderError('duplicate_member_email')
  await requireFreeAddress(context.storage, account, identifier.key)
  const messageContext = describeMessage(context, source, { account: null, locale: fields.locale, template })
  const lifetimeMinutes = linkMinutes(project, linkLifetimeMinutes)
  const recipient = {
    ...{ identifier, realm: account, owner: account, isClaimed: false, caller: null },
    ...({ kind: 'secondary', refusal: null, decoy: false } as const),
  }
  const token = newLinkToken(context.random)
  const row = newOneTime({
    ...{ project, recipient, lifetimeMinutes, random: context.random, now: context.clock.now() },
    ...{ purpose: 'magic_link_email_update', accountId: member.id },
    payload: { redirectUrl, language: messageContext.language.tag },
  })
  const message = emailUpdateMessage({
    to: identifier.key,
    link: linkTo(context.baseUrl, project, 'multi_tenant_magic_links', token),
    expiresInMinutes: lifetimeMinutes,
    organization: organization.name,
    context: messageContext,
  })
  await sendOneTime(context, source, recipient, {
    event: 'magic_link_send',
    row: { ...row, tokenHash: sha256Hex(token) },
    message,
    pendingUser: null,
    voidsEarlier: true,
  })
  return member
}

/**
 * Continues the transaction that used the link: the new address is proven, the former one is retired and gets a notice,
 * and sessions and secrets from before end.
 */
export async function finishEmailUpdate(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  organization: OrganizationRecord,
  { accountId, identifier }: Pick<OneTimeRecord, 'accountId' | 'identifier'>,
): Promise<void> {
  const member = await lockPresentMember(tx, organization, accountId ?? '')
  if (member.status !== 'active') throw new ProviderError('unable_to_auth_magic_link')
  const address = parseIdentifier(identifier)
  await replaceEmail(tx, context, call.project, member, address, { isVerified: true, isUnlinked: false })
  await endAccess(tx, context, call.project, member, false)
  await notifyOfChange(tx, context, call, { member, organization, kind: 'email_changed' })
}
