import {
  type AdminOrganization,
  type AdminOrganizationsSimulateRequest,
  type AdminOrganizationsSimulateResponse,
  type AdminOrganizationsUpdateRequest,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { mfaMethods, organizationAuthMethods } from '@latchkey/contract/b2b'
import { type CommandInput, manyOptions, oneOption, readChoice, requiredOption, UsageError } from '../../command.ts'
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

export function simulateOrganization(input: CommandInput): Promise<number> {
  const address = input.positionals[1] ?? ''
  const request = simulateRequest(input, address)
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: organizationOf(input), request }
    const data = await administration.call(adminEndpoints.adminOrganizationsSimulate, call)
    return answer(input, data, () => {
      const { out } = input.terminal
      const { join, admission, roles, permission } = data
      const type = join.membership?.type.replaceAll('_', ' ')
      out(type === undefined ? `${address} may not enter.\n` : `${address}: ${type}.\n`)
      for (const { description } of [...join.reasons, ...(admission?.reasons ?? [])]) out(`${description}\n`)
      if (admission !== null) out(`${resultLine(admission)}\n`)
      for (const { role_id, sources } of roles)
        out(`Role: ${role_id} (${sources.map((source) => source.type).join(', ')})\n`)
      if (permission?.allowed === true)
        out(`Allowed by: ${permission.roles.map(({ role_id }) => role_id).join(', ')}\n`)
      if (permission?.allowed === false) out(`Not allowed. Nearest role: ${permission.nearest_role ?? 'none'}\n`)
    })
  })
}

function simulateRequest(input: CommandInput, email_address: string): AdminOrganizationsSimulateRequest {
  const method = oneOption(input, 'method')
  const secondFactor = oneOption(input, 'second-factor')
  const connection = oneOption(input, 'connection')
  const permission = oneOption(input, 'permission')
  const split = permission?.lastIndexOf(':') ?? -1
  if (permission !== undefined && split < 1) throw new UsageError('--permission must be <resource>:<action>')
  return {
    email_address,
    oauth_tenants: manyOptions(input, 'tenant'),
    sso_groups: manyOptions(input, 'group'),
    ...(method === undefined ? {} : { method: readChoice('--method', method, organizationAuthMethods) }),
    ...(secondFactor === undefined ? {} : { second_factor: readChoice('--second-factor', secondFactor, mfaMethods) }),
    ...(connection === undefined ? {} : { sso_connection_id: connection }),
    ...(permission === undefined
      ? {}
      : { permission: { resource_id: permission.slice(0, split), action: permission.slice(split + 1) } }),
  }
}

function resultLine(admission: NonNullable<AdminOrganizationsSimulateResponse['admission']>): string {
  const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))
  switch (admission.result) {
    case 'session':
      return 'Result: a session.'
    case 'primary_required':
      return `Result: another first factor is required (${listed(admission.allowed_auth_methods)}).`
    case 'mfa_required':
      return `Result: a second factor is required (enrolled: ${listed(admission.enrolled_mfa_methods)}; allowed: ${listed(admission.allowed_mfa_methods)}).`
    default:
      throw admission.result satisfies never
  }
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
