import { type AdminOrganizationDomain, adminEndpoints } from '@latchkey/contract/admin'
import type { CommandInput } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { type Column, oneLine, printTable, when } from '../print.ts'

const columns: readonly Column<AdminOrganizationDomain>[] = [
  ['DOMAIN', ({ domain }) => domain],
  ['STATE', ({ state }) => state],
  ['CHECKED', ({ checked_at }) => (checked_at === null ? 'never' : when(checked_at))],
  ['TXT RECORD', ({ txt_record }) => txt_record.name],
  ['VALUE', ({ txt_record }) => txt_record.value],
]

export function listDomains(input: CommandInput): Promise<number> {
  const params = { organization_id: input.positionals[0] ?? '' }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params }
    const data = await administration.call(adminEndpoints.adminOrganizationDomainsList, call)
    return answer(input, data, () =>
      printTable(input.terminal, data.domains, columns, 'The organization has no domains.'),
    )
  })
}

export function addDomain(input: CommandInput): Promise<number> {
  const { params, domain } = target(input)
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params, request: { domain } }
    const data = await administration.call(adminEndpoints.adminOrganizationDomainsCreate, call)
    return answer(input, data, () => {
      const { name, value } = data.domain.txt_record
      printTable(input.terminal, [data.domain], columns, '')
      input.terminal.out(`Add the TXT record ${name} with the value ${value}, then run: latchkey domains check\n`)
    })
  })
}

export function checkDomain(input: CommandInput): Promise<number> {
  const { params } = target(input)
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminOrganizationDomainsCheck, {
      project: await project(),
      params,
    })
    return answer(input, data, () => printTable(input.terminal, [data.domain], columns, ''))
  })
}

export function removeDomain(input: CommandInput): Promise<number> {
  const { params, domain } = target(input)
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params }
    const data = await administration.call(adminEndpoints.adminOrganizationDomainsDelete, call)
    return answer(input, data, () => input.terminal.out(`${oneLine(domain)} was removed.\n`))
  })
}

function target({ positionals }: CommandInput): { params: Record<string, string>; domain: string } {
  const [organization_id = '', domain = ''] = positionals
  return { params: { organization_id, domain }, domain }
}
