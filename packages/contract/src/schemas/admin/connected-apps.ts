import * as z from 'zod'
import type * as endpoints from '../../admin/connected-apps.ts'
import type { AdminOrganizationsRevokeConnectedAppResponse } from '../../admin/connected-apps.ts'
import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '../../b2b/connected-apps.ts'
import { applicationShape } from '../api/users.ts'
import { id, label, noBody, ok, okShape, prose } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

const application = z.object(applicationShape)

export const connectedAppSchemas: SchemasOf<typeof endpoints> = {
  adminOrganizationsGetConnectedApps: {
    request: noBody,
    response: exactly<B2bOrganizationConnectedAppsResponse>()(
      z.object({ ...okShape, connected_apps: z.array(application) }),
    ),
  },
  adminOrganizationsGetConnectedApp: {
    request: noBody,
    response: exactly<B2bOrganizationConnectedAppResponse>()(
      z.object({
        ...okShape,
        ...applicationShape,
        active_members: z.array(z.object({ member_id: id, granted_scopes: z.array(label) })),
      }),
    ),
  },
  adminOrganizationsRevokeConnectedApp: {
    request: noBody,
    response: exactly<AdminOrganizationsRevokeConnectedAppResponse>()(z.object({ ...okShape, revoked: z.array(id) })),
  },
  adminMembersGetConnectedApps: {
    request: noBody,
    response: exactly<B2bConnectedAppsResponse>()(
      z.object({ ...okShape, connected_apps: z.array(z.object({ ...applicationShape, scopes_granted: prose })) }),
    ),
  },
  adminMembersRevokeConnectedApp: { request: noBody, response: ok },
}
