import * as z from 'zod'
import type * as endpoints from '../../b2b/connected-apps.ts'
import type { B2bConnectedAppsResponse } from '../../b2b/connected-apps.ts'
import { noBody, ok, okShape } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { connectedApp } from './users.ts'

const list = exactly<B2bConnectedAppsResponse>()(z.object({ ...okShape, connected_apps: z.array(connectedApp) }))

export const b2bConnectedAppSchemas: SchemasOf<typeof endpoints> = {
  b2bSelfConnectedApps: { request: noBody, response: list },
  b2bSelfRevokeConnectedApp: { request: noBody, response: ok },
  b2bOrganizationMembersConnectedApps: { request: noBody, response: list },
  b2bOrganizationMembersRevokeConnectedApp: { request: noBody, response: ok },
}
