import { type AdminMember, type AdminMembersUpdateRequest, adminEndpoints } from '@latchkey/contract/admin'
import { type MemberFilter, memberStatuses } from '@latchkey/contract/b2b'
import { type CommandInput, oneOption, readChoice, requiredOption, UsageError } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { pageOf, showNextPage } from '../page.ts'
import { type Column, oneLine, printTable } from '../print.ts'
import { readChange, showFields } from '../settings.ts'
import { organizationOf } from './organizations.ts'
import { requireFields } from './require-fields.ts'

const memberColumns: readonly Column<AdminMember>[] = [
  ['MEMBER', ({ member_id }) => member_id],
  ['STATUS', ({ status }) => status],
  ['EMAIL', ({ email_address }) => email_address],
  ['NAME', ({ name }) => name],
]

export function createMember(input: CommandInput): Promise<number> {
  const name = oneOption(input, 'name')
  const status = oneOption(input, 'status')
  const request = {
    email_address: requiredOption(input, 'email'),
    ...(name === undefined ? {} : { name }),
    ...(status === undefined
      ? {}
      : { status: readChoice('--status', status, ['active', 'pending', 'invited'] as const) }),
  }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input), request }
    const data = await administration.call(adminEndpoints.adminMembersCreate, call)
    return answer(input, data, () => printTable(input.terminal, [data.member], memberColumns, ''))
  })
}

export function listMembers(input: CommandInput): Promise<number> {
  const operands = filtersOf(input)
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input) }
    const data =
      operands.length === 0
        ? await administration.call(adminEndpoints.adminMembersList, { ...call, request: pageOf(input) })
        : await administration.call(adminEndpoints.adminMembersSearch, {
            ...call,
            request: { ...pageOf(input), query: { operator: 'AND', operands } },
          })
    return answer(input, data, () => {
      printTable(input.terminal, data.members, memberColumns, 'The organization has no members.')
      showNextPage(input, data)
    })
  })
}

function filtersOf(input: CommandInput): MemberFilter[] {
  const [email, role, status] = [oneOption(input, 'email'), oneOption(input, 'role'), oneOption(input, 'status')]
  return [
    ...(email === undefined ? [] : [{ filter_name: 'member_email_fuzzy', filter_value: email } as const]),
    ...(role === undefined ? [] : [{ filter_name: 'member_roles' as const, filter_value: [role] }]),
    ...(status === undefined
      ? []
      : [{ filter_name: 'statuses' as const, filter_value: [readChoice('--status', status, memberStatuses)] }]),
  ]
}

export function getMember(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input) }
    const data = await administration.call(adminEndpoints.adminMembersGet, call)
    return answer(input, data, () => showFields(input, data.member))
  })
}

export function updateMember(input: CommandInput): Promise<number> {
  const change = readChange(input.positionals.slice(2))
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input) }
    const { member: before } = await administration.call(adminEndpoints.adminMembersGet, call)
    requireFields(change, before, ['unlink_email', 'preserve_existing_sessions'])
    const data = await administration.call(adminEndpoints.adminMembersUpdate, {
      ...call,
      // Validated by the schema, like the body of a request.
      request: change as AdminMembersUpdateRequest,
    })
    const changed = Object.entries(data.member).filter(([name]) => Object.hasOwn(change, name))
    return answer(input, data, () => showFields(input, Object.fromEntries(changed)))
  })
}

export function deleteMember(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined) throw new UsageError('This ends all sessions. Add --yes to confirm.')
  return administer(input, async ({ administration, project }) => {
    const params = memberOf(input)
    await administration.call(adminEndpoints.adminMembersDelete, { project: await project(), params })
    return answer(input, params, () => input.terminal.out(`${params.member_id} was deleted.\n`))
  })
}

export function removeFactor(input: CommandInput): Promise<number> {
  const factor = readChoice('The factor', input.positionals[2] ?? '', ['password', 'phone_number', 'totp'] as const)
  if (input.options.yes === undefined) throw new UsageError('This ends all sessions. Add --yes to confirm.')
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: { ...memberOf(input), factor } }
    const data = await administration.call(adminEndpoints.adminMembersDeleteFactor, call)
    return answer(input, data, () => input.terminal.out(`The factor was removed: ${factor}.\n`))
  })
}

export function unlinkEmail(input: CommandInput): Promise<number> {
  const email_address = input.positionals[2] ?? ''
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input), request: { email_address } }
    const data = await administration.call(adminEndpoints.adminMembersUnlinkRetiredEmail, call)
    return answer(input, data, () => input.terminal.out(`Other members can use ${email_address}.\n`))
  })
}

export function startEmailUpdate(input: CommandInput): Promise<number> {
  const [redirect, template] = [oneOption(input, 'redirect'), oneOption(input, 'template')]
  const locale = oneOption(input, 'locale')
  const request = {
    email_address: input.positionals[2] ?? '',
    ...(redirect === undefined ? {} : { login_redirect_url: redirect }),
    ...(template === undefined ? {} : { login_template_id: template }),
    ...(locale === undefined ? {} : { locale }),
  }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input), request }
    const data = await administration.call(adminEndpoints.adminMembersStartEmailUpdate, call)
    return answer(input, data, () =>
      input.terminal.out(`A message to ${oneLine(request.email_address)} is queued. A running provider sends it.\n`),
    )
  })
}

export function reactivateMember(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: memberOf(input) }
    const data = await administration.call(adminEndpoints.adminMembersReactivate, call)
    return answer(input, data, () => input.terminal.out(`${data.member.member_id} is active again.\n`))
  })
}

export function memberOf(input: CommandInput): { organization_id: string; member_id: string } {
  return { ...organizationOf(input), member_id: input.positionals[1] ?? '' }
}
