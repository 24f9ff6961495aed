import { type AdminOrganization, type AdminOrganizationsUpdateRequest, adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, requiredOption, UsageError } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { pageOf, showNextPage } from '../page.ts'
import { type Column, printTable, when } from '../print.ts'
import { readChange, showFields } from '../settings.ts'
import { requireFields } from './require-fields.ts'

const organizationColumns: readonly Column<AdminOrganization>[] = [
  ['ORGANIZATION', ({ organization_id }) => organization_id],
  ['SLUG', ({ organization_slug }) => organization_slug],
  ['CREATED', ({ created_at }) => when(created_at)],
  ['NAME', ({ organization_name }) => organization_name],
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

export function getOrganization(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input) }
    const data = await administration.call(adminEndpoints.adminOrganizationsGet, call)
    return answer(input, data, () => showFields(input, data.organization))
  })
}

export function updateOrganization(input: CommandInput): Promise<number> {
  const change = readChange(input.positionals.slice(1))
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input) }
    const { organization: before } = await administration.call(adminEndpoints.adminOrganizationsGet, call)
    requireFields(change, before)
    const data = await administration.call(adminEndpoints.adminOrganizationsUpdate, {
      ...call,
      // Validated by the schema, like the body of a request.
      request: change as AdminOrganizationsUpdateRequest,
    })
    const changed = Object.entries(data.organization).filter(([name]) => Object.hasOwn(change, name))
    return answer(input, data, () => showFields(input, Object.fromEntries(changed)))
  })
}

export function suspendOrganization(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input) }
    const data = await administration.call(adminEndpoints.adminOrganizationsSuspend, call)
    return answer(input, data, () => input.terminal.out(`${data.organization.organization_slug} was suspended.\n`))
  })
}

export function resumeOrganization(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input) }
    const data = await administration.call(adminEndpoints.adminOrganizationsResume, call)
    return answer(input, data, () => input.terminal.out(`${data.organization.organization_slug} was resumed.\n`))
  })
}

export function explainJoin(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const request = { email_address: input.positionals[1] ?? '' }
    const call = { project: await project(), params: organizationOf(input), request }
    const data = await administration.call(adminEndpoints.adminOrganizationsExplainJoin, call)
    return answer(input, data, () => {
      const { out } = input.terminal
      const type = data.membership?.type.replaceAll('_', ' ')
      out(type === undefined ? `${request.email_address} may not enter.\n` : `${request.email_address}: ${type}.\n`)
      for (const { description } of data.reasons) out(`${description}\n`)
      for (const { role_id } of data.roles) out(`Role: ${role_id}\n`)
    })
  })
}

export function deleteOrganization(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined) throw new UsageError('This cannot be undone. Add --yes to confirm.')
  return administer(input, async ({ administration, project }) => {
    const params = organizationOf(input)
    await administration.call(adminEndpoints.adminOrganizationsDelete, { project: await project(), params })
    return answer(input, params, () => input.terminal.out(`${params.organization_id} was deleted.\n`))
  })
}

export function organizationOf({ positionals }: CommandInput): { organization_id: string } {
  return { organization_id: positionals[0] ?? '' }
}
