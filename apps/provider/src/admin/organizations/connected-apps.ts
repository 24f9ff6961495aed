import { adminEndpoints } from '@latchkey/contract/admin'
import type { ConnectedAppMember, OrganizationConnectedApp } from '@latchkey/contract/b2b'
import { type CommandInput, oneOption, UsageError } from '../../command.ts'
import { administer, answer } from '../administer.ts'
import { type Column, counted, oneLine, printTable } from '../print.ts'
import { organizationOf } from './organizations.ts'

const appColumns: readonly Column<OrganizationConnectedApp>[] = [
  ['APPLICATION', ({ connected_app_id }) => connected_app_id],
  ['TYPE', ({ client_type }) => client_type],
  ['NAME', ({ name }) => name],
]

const memberColumns: readonly Column<ConnectedAppMember>[] = [
  ['MEMBER', ({ member_id }) => member_id],
  ['SCOPES', ({ granted_scopes }) => granted_scopes.join(' ')],
]

export function listConnectedApps(input: CommandInput): Promise<number> {
  const member_id = oneOption(input, 'member')
  return administer(input, async ({ administration, project }) => {
    const [own, organization] = [await project(), organizationOf(input)]
    const data =
      member_id === undefined
        ? await administration.call(adminEndpoints.adminOrganizationsGetConnectedApps, {
            ...{ project: own, params: organization },
          })
        : await administration.call(adminEndpoints.adminMembersGetConnectedApps, {
            ...{ project: own, params: { ...organization, member_id } },
          })
    return answer(input, data, () =>
      printTable(input.terminal, data.connected_apps, appColumns, 'No application is authorized.'),
    )
  })
}

export function getConnectedApp(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: appOf(input) }
    const data = await administration.call(adminEndpoints.adminOrganizationsGetConnectedApp, call)
    return answer(input, data, () => printTable(input.terminal, data.active_members, memberColumns, ''))
  })
}

export function revokeConnectedApp(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined) throw new UsageError('This ends its tokens. Add --yes to confirm.')
  const member_id = oneOption(input, 'member')
  return administer(input, async ({ administration, project }) => {
    const own = await project()
    const params = appOf(input)
    if (member_id !== undefined) {
      const ofMember = { ...params, member_id }
      await administration.call(adminEndpoints.adminMembersRevokeConnectedApp, { project: own, params: ofMember })
      return answer(input, { revoked: [member_id] }, () => show(input, params.connected_app_id, 1))
    }
    const call = { project: own, params }
    const data = await administration.call(adminEndpoints.adminOrganizationsRevokeConnectedApp, call)
    return answer(input, data, () => show(input, params.connected_app_id, data.revoked.length))
  })
}

function show(input: CommandInput, id: string, members: number): void {
  input.terminal.out(`Revoked the access of ${oneLine(id)} to ${counted(members, 'member')}.\n`)
}

function appOf(input: CommandInput): { organization_id: string; connected_app_id: string } {
  return { ...organizationOf(input), connected_app_id: input.positionals[1] ?? '' }
}
