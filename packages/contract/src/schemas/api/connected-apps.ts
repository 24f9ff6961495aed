import * as z from 'zod'
import type * as endpoints from '../../b2b/connected-apps.ts'
import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
  OrganizationConnectedApp,
} from '../../b2b/connected-apps.ts'
import { id, noBody, ok, okShape } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { applicationShape, connectedApp } from './users.ts'

const list = exactly<B2bConnectedAppsResponse>()(z.object({ ...okShape, connected_apps: z.array(connectedApp) }))

export const b2bConnectedAppSchemas: SchemasOf<typeof endpoints> = {
  b2bOrganizationConnectedApps: {
    request: noBody,
    response: exactly<B2bOrganizationConnectedAppsResponse>()(
      z.object({
        ...okShape,
        connected_apps: z.array(exactly<OrganizationConnectedApp>()(z.object(applicationShape))),
      }),
    ),
  },
  b2bOrganizationConnectedApp: {
    request: noBody,
    response: exactly<B2bOrganizationConnectedAppResponse>()(
      z.object({
        ...{ ...okShape, ...applicationShape },
        active_members: z.array(z.object({ member_id: id, granted_scopes: z.array(z.string()) })),
      }),
    ),
  },
  b2bSelfConnectedApps: { request: noBody, response: list },
  b2bSelfRevokeConnectedApp: { request: noBody, response: ok },
  b2bOrganizationMembersConnectedApps: { request: noBody, response: list },
  b2bOrganizationMembersRevokeConnectedApp: { request: noBody, response: ok },
}
