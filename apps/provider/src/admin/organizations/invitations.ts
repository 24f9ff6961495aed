import {
  type AdminInvitationsResendRequest,
  type AdminMember,
  adminEndpoints,
  type InvitationState,
} from '@latchkey/contract/admin'
import { type CommandInput, manyOptions, oneOption, readChoice, requiredOption, UsageError } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { pageOf, showNextPage } from '../page.ts'
import { type Column, oneLine, printTable, when } from '../print.ts'
import { memberOf } from './members.ts'
import { organizationOf } from './organizations.ts'

const states: readonly InvitationState[] = [
  ...(['sent', 'opened', 'accepted', 'declined', 'expired', 'revoked', 'bounced'] as const),
]

const columns: readonly Column<AdminMember>[] = [
  ['MEMBER', ({ member_id }) => member_id],
  ['STATE', ({ invitation }) => invitation?.state ?? ''],
  ['SENT', ({ invitation }) => (invitation === null ? '' : when(invitation.sent_at))],
  ['EXPIRES', ({ invitation }) => (invitation === null ? '' : when(invitation.expires_at))],
  ['EMAIL', ({ email_address }) => email_address],
]

export function createInvitation(input: CommandInput): Promise<number> {
  const name = oneOption(input, 'name')
  const roles = manyOptions(input, 'role')
  const request = {
    ...messageOf(input),
    email_address: requiredOption(input, 'email'),
    ...(name === undefined ? {} : { name }),
    ...(roles.length === 0 ? {} : { roles }),
  }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input), request }
    const data = await administration.call(adminEndpoints.adminInvitationsCreate, call)
    return answer(input, data, () => showQueued(input, data.member))
  })
}

export function resendInvitation(input: CommandInput): Promise<number> {
  const request = messageOf(input)
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input), request }
    const data = await administration.call(adminEndpoints.adminInvitationsResend, call)
    return answer(input, data, () => showQueued(input, data.member))
  })
}

export function listInvitations(input: CommandInput): Promise<number> {
  const state = oneOption(input, 'state')
  const request = { ...pageOf(input), ...(state === undefined ? {} : { state: readChoice('--state', state, states) }) }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input), request }
    const data = await administration.call(adminEndpoints.adminInvitationsList, call)
    return answer(input, data, () => {
      printTable(input.terminal, data.members, columns, 'No invitation matches.')
      showNextPage(input, data)
    })
  })
}

export function revokeInvitation(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined) throw new UsageError('This removes the invited member. Add --yes to confirm.')
  return administer(input, async ({ administration, project }) => {
    const params = memberOf(input)
    await administration.call(adminEndpoints.adminInvitationsRevoke, { project: await project(), params })
    return answer(input, params, () =>
      input.terminal.out(`The invitation of ${oneLine(params.member_id)} was revoked.\n`),
    )
  })
}

function messageOf(input: CommandInput): AdminInvitationsResendRequest {
  const [redirect, template] = [oneOption(input, 'redirect'), oneOption(input, 'template')]
  const [minutes, locale] = [oneOption(input, 'minutes'), oneOption(input, 'locale')]
  if (minutes !== undefined && !/^[0-9]{1,9}$/.test(minutes)) throw new UsageError('--minutes must be a number')
  return {
    ...(redirect === undefined ? {} : { invite_redirect_url: redirect }),
    ...(template === undefined ? {} : { invite_template_id: template }),
    ...(minutes === undefined ? {} : { invite_expiration_minutes: Number(minutes) }),
    ...(locale === undefined ? {} : { locale }),
  }
}

function showQueued(input: CommandInput, member: AdminMember): void {
  printTable(input.terminal, [member], columns, '')
  input.terminal.out('The message is queued. A running provider sends it.\n')
}
