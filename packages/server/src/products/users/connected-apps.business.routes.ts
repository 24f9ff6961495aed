import {
  b2bOrganizationConnectedApp,
  b2bOrganizationConnectedApps,
  b2bOrganizationMembersConnectedApps,
  b2bOrganizationMembersRevokeConnectedApp,
  b2bSelfConnectedApps,
  b2bSelfRevokeConnectedApp,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import {
  getAppOfOrganization,
  listAppsOfMember,
  listAppsOfOrganization,
  listOwnApps,
  revokeAppOfMember,
  revokeOwnApp,
} from './connected-apps.business.ts'

const vertical = 'B2B'
const list = 'get.connected-apps'
const revoke = 'revoke.connected-app'

/** The client applications that members have authorized. */
export const memberAppRoutes: readonly Route[] = [
  route(b2bOrganizationConnectedApps, listAppsOfOrganization, {
    ...{ vertical, permission: { resource: 'organization', action: list } },
  }),
  route(b2bOrganizationConnectedApp, getAppOfOrganization, {
    ...{ vertical, permission: { resource: 'organization', action: list } },
  }),
  route(b2bSelfConnectedApps, listOwnApps, { vertical, permission: { resource: 'self', action: list } }),
  route(b2bSelfRevokeConnectedApp, revokeOwnApp, { vertical, permission: { resource: 'self', action: revoke } }),
  route(b2bOrganizationMembersConnectedApps, listAppsOfMember, {
    ...{ vertical, permission: { resource: 'member', action: list } },
  }),
  route(b2bOrganizationMembersRevokeConnectedApp, revokeAppOfMember, {
    ...{ vertical, permission: { resource: 'member', action: revoke } },
  }),
]
