import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '../b2b/connected-apps.ts'
import type { Endpoint, Ok } from '../core/endpoint.ts'

export interface AdminOrganizationsRevokeConnectedAppResponse extends Ok {
  /** The ids of the members who had authorized the application. */
  revoked: string[]
}

export const adminOrganizationsGetConnectedApps: Endpoint<
  null,
  B2bOrganizationConnectedAppsResponse,
  '/organizations/{organization_id}/connected_apps'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/connected_apps',
}

export const adminOrganizationsGetConnectedApp: Endpoint<
  null,
  B2bOrganizationConnectedAppResponse,
  '/organizations/{organization_id}/connected_apps/{connected_app_id}'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/connected_apps/{connected_app_id}',
}

/** For all active members. They can authorize the application again, unless the organization does not allow it. */
export const adminOrganizationsRevokeConnectedApp: Endpoint<
  null,
  AdminOrganizationsRevokeConnectedAppResponse,
  '/organizations/{organization_id}/connected_apps/{connected_app_id}'
> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/connected_apps/{connected_app_id}',
}

export const adminMembersGetConnectedApps: Endpoint<
  null,
  B2bConnectedAppsResponse,
  '/organizations/{organization_id}/members/{member_id}/connected_apps'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/members/{member_id}/connected_apps',
}

/** Ends all tokens that the application has for the member, and the sessions that began with one. */
export const adminMembersRevokeConnectedApp: Endpoint<
  null,
  Ok,
  '/organizations/{organization_id}/members/{member_id}/connected_apps/{connected_app_id}'
> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/members/{member_id}/connected_apps/{connected_app_id}',
}
