import { type AdminMember, type AdminOrganization, adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, readChoice, requiredOption } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { pageOf, showNextPage } from '../page.ts'
import { type Column, printTable, when } from '../print.ts'

const organizationColumns: readonly Column<AdminOrganization>[] = [
  ['ORGANIZATION', ({ organization_id }) => organization_id],
  ['SLUG', ({ organization_slug }) => organization_slug],
  ['CREATED', ({ created_at }) => when(created_at)],
  ['NAME', ({ organization_name }) => organization_name],
]

const memberColumns: readonly Column<AdminMember>[] = [
  ['MEMBER', ({ member_id }) => member_id],
  ['STATUS', ({ status }) => status],
  ['EMAIL', ({ email_address }) => email_address],
  ['NAME', ({ name }) => name],
]

export function createOrganization(input: CommandInput): Promise<number> {
  const slug = oneOption(input, 'slug')
  const request = {
    organization_name: requiredOption(input, 'name'),
    ...(slug === undefined ? {} : { organization_slug: slug }),
  }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), request }
    const data = await administration.call(adminEndpoints.adminOrganizationsCreate, call)
    return answer(input, data, () => printTable(input.terminal, [data.organization], organizationColumns, ''))
  })
}

export function listOrganizations(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), request: pageOf(input) }
    const data = await administration.call(adminEndpoints.adminOrganizationsList, call)
    return answer(input, data, () => {
      printTable(input.terminal, data.organizations, organizationColumns, 'There are no organizations.')
      showNextPage(input, data)
    })
  })
}

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
    const call = { project: await project(), params: { organization_id: input.positionals[0] ?? '' }, request }
    const data = await administration.call(adminEndpoints.adminMembersCreate, call)
    return answer(input, data, () => printTable(input.terminal, [data.member], memberColumns, ''))
  })
}

export function listMembers(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = {
      project: await project(),
      params: { organization_id: input.positionals[0] ?? '' },
      request: pageOf(input),
    }
    const data = await administration.call(adminEndpoints.adminMembersList, call)
    return answer(input, data, () => {
      printTable(input.terminal, data.members, memberColumns, 'The organization has no members.')
      showNextPage(input, data)
    })
  })
}
