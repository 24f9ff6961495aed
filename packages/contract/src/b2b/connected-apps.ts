import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { ConnectedApp } from '../core/idp.ts'

export interface B2bConnectedAppsResponse extends Ok {
  connected_apps: ConnectedApp[]
}

/** An application that a member of the organization has authorized. */
export type OrganizationConnectedApp = Omit<ConnectedApp, 'scopes_granted'>

export interface B2bOrganizationConnectedAppsResponse extends Ok {
  connected_apps: OrganizationConnectedApp[]
}

export interface ConnectedAppMember {
  member_id: string
  granted_scopes: string[]
}

export interface B2bOrganizationConnectedAppResponse extends Ok, OrganizationConnectedApp {
  /** The active members who have authorized the application. */
  active_members: ConnectedAppMember[]
}

export const b2bOrganizationConnectedApps: Endpoint<null, B2bOrganizationConnectedAppsResponse> = {
  method: 'GET',
  path: '/b2b/organizations/connected_apps',
}
export const b2bOrganizationConnectedApp: Endpoint<
  null,
  B2bOrganizationConnectedAppResponse,
  '/b2b/organizations/connected_apps/{connected_app_id}'
> = {
  method: 'GET',
  path: '/b2b/organizations/connected_apps/{connected_app_id}',
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
