import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { ConnectedApp } from '../core/idp.ts'

export interface B2bConnectedAppsResponse extends Ok {
  connected_apps: ConnectedApp[]
}

export const b2bSelfConnectedApps: Endpoint<null, B2bConnectedAppsResponse> = {
  method: 'GET',
  path: '/b2b/organizations/members/connected_apps',
}
export const b2bSelfRevokeConnectedApp: Endpoint<
  null,
  Ok,
  '/b2b/organizations/members/connected_apps/{connected_app_id}/revoke'
> = {
  method: 'POST',
  path: '/b2b/organizations/members/connected_apps/{connected_app_id}/revoke',
}
export const b2bOrganizationMembersConnectedApps: Endpoint<
  null,
  B2bConnectedAppsResponse,
  '/b2b/organizations/members/{member_id}/connected_apps'
> = {
  method: 'GET',
  path: '/b2b/organizations/members/{member_id}/connected_apps',
}
export const b2bOrganizationMembersRevokeConnectedApp: Endpoint<
  null,
  Ok,
  '/b2b/organizations/members/{member_id}/connected_apps/{connected_app_id}/revoke'
> = {
  method: 'POST',
  path: '/b2b/organizations/members/{member_id}/connected_apps/{connected_app_id}/revoke',
}
