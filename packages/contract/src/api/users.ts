import type { Endpoint, JsonObject, Ok, Protection } from '../core/endpoint.ts'
import type { Name, User } from '../core/entities.ts'
import type { ConnectedApp } from '../core/idp.ts'

/** The fields of the user are at the top level of `data`. */
export interface UsersGetResponse extends Ok, User {}

export interface UsersUpdateRequest {
  untrusted_metadata?: JsonObject
  name?: Partial<Name>
}

export interface UsersUpdateResponse extends Ok, Pick<User, 'user_id' | 'emails' | 'phone_numbers' | 'crypto_wallets'> {
  __user: User
}

/** The response of every endpoint that removes a registration. */
export interface UsersDeleteResponse extends Ok {
  user_id: string
  __user: User
}

export interface UsersConnectedAppsResponse extends Ok {
  connected_apps: ConnectedApp[]
}

export interface UsersSearchRequest extends Protection {
  email: string
}

export type UserType = 'new' | 'passwordless' | 'password'

export interface UsersSearchResponse extends Ok {
  userType: UserType
}

export const usersGet: Endpoint<null, UsersGetResponse> = { method: 'GET', path: '/users/me' }
export const usersUpdate: Endpoint<UsersUpdateRequest, UsersUpdateResponse> = { method: 'PUT', path: '/users/me' }
export const usersDeleteEmail: Endpoint<null, UsersDeleteResponse> = { method: 'DELETE', path: '/users/emails/{id}' }
export const usersDeletePhoneNumber: Endpoint<null, UsersDeleteResponse> = {
  method: 'DELETE',
  path: '/users/phone_numbers/{id}',
}
export const usersDeleteTotp: Endpoint<null, UsersDeleteResponse> = { method: 'DELETE', path: '/users/totps/{id}' }
export const usersDeleteCryptoWallet: Endpoint<null, UsersDeleteResponse> = {
  method: 'DELETE',
  path: '/users/crypto_wallets/{id}',
}
export const usersDeleteOAuthRegistration: Endpoint<null, UsersDeleteResponse> = {
  method: 'DELETE',
  path: '/users/oauth/{id}',
}
export const usersDeleteWebauthnRegistration: Endpoint<null, UsersDeleteResponse> = {
  method: 'DELETE',
  path: '/users/webauthn_registrations/{id}',
}
export const usersDeleteBiometricRegistration: Endpoint<null, UsersDeleteResponse> = {
  method: 'DELETE',
  path: '/users/biometric_registrations/{id}',
}
export const usersConnectedApps: Endpoint<null, UsersConnectedAppsResponse> = {
  method: 'GET',
  path: '/users/connected_apps',
}
export const usersRevokeConnectedApp: Endpoint<null, Ok> = {
  method: 'POST',
  path: '/users/connected_apps/{id}/revoke',
}
export const usersSearch: Endpoint<UsersSearchRequest, UsersSearchResponse> = {
  method: 'POST',
  path: '/users/search',
  guarded: true,
}
