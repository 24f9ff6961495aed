import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { ClientType } from '../core/idp.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

/** A client application that users of the project sign in to. */
export interface AdminOAuthClient {
  client_id: string
  client_type: ClientType
  client_name: string
  client_description: string
  client_logo_url: string | null
  /** Compared exactly, like the next list. */
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  /** The scopes it may request; null means all scopes of the project except `full_access`. */
  scopes: string[] | null
  /** Whether it may use the client credentials grant. */
  client_credentials: boolean
  /** Receives a logout token when the session of a sign-in ends. */
  backchannel_logout_uri: string | null
  /** Null means the algorithm of the project. */
  id_token_signed_response_alg: 'ES256' | 'RS256' | null
  access_token_minutes: number
  /** How it was registered: by an operator, by the application (RFC 7591), or by its client metadata document. */
  source: 'admin' | 'registration' | 'document'
  /** The last characters of the secret; empty for a public application. */
  secret_hint: string
  created_at: string
  updated_at: string
}

export interface AdminOAuthClientsListResponse extends Ok, PageInfo {
  oauth_clients: AdminOAuthClient[]
}

/** The fields that can be changed later. */
export interface AdminOAuthClientsUpdateRequest {
  client_name?: string
  client_description?: string
  client_logo_url?: string | null
  redirect_uris?: string[]
  post_logout_redirect_uris?: string[]
  scopes?: string[] | null
  client_credentials?: boolean
  backchannel_logout_uri?: string | null
  id_token_signed_response_alg?: 'ES256' | 'RS256' | null
  access_token_minutes?: number
}

export interface AdminOAuthClientsCreateRequest extends AdminOAuthClientsUpdateRequest {
  client_type: ClientType
  client_name: string
}

export interface AdminOAuthClientResponse extends Ok {
  oauth_client: AdminOAuthClient
}

export interface AdminOAuthClientSecretRequest {
  /** How long the previous secret still works, at most a week. @default 0 */
  keep_minutes?: number
}

/** A public application has no secret. */
export interface AdminOAuthClientSecretResponse extends AdminOAuthClientResponse {
  client_secret?: string
}

export const adminOAuthClientsList: Endpoint<PageRequest, AdminOAuthClientsListResponse> = {
  method: 'GET',
  path: '/oauth_clients',
}

export const adminOAuthClientsCreate: Endpoint<AdminOAuthClientsCreateRequest, AdminOAuthClientSecretResponse> = {
  method: 'POST',
  path: '/oauth_clients',
}

export const adminOAuthClientsGet: Endpoint<null, AdminOAuthClientResponse, '/oauth_clients/{client_id}'> = {
  method: 'GET',
  path: '/oauth_clients/{client_id}',
}

export const adminOAuthClientsUpdate: Endpoint<
  AdminOAuthClientsUpdateRequest,
  AdminOAuthClientResponse,
  '/oauth_clients/{client_id}'
> = {
  method: 'PUT',
  path: '/oauth_clients/{client_id}',
}

export const adminOAuthClientsDelete: Endpoint<null, Ok, '/oauth_clients/{client_id}'> = {
  method: 'DELETE',
  path: '/oauth_clients/{client_id}',
}

/** Admits an application with a client metadata document again after it was deleted. */
export const adminOAuthClientsAdmit: Endpoint<null, Ok, '/oauth_clients/{client_id}/admit'> = {
  method: 'POST',
  path: '/oauth_clients/{client_id}/admit',
}

export const adminOAuthClientsRotateSecret: Endpoint<
  AdminOAuthClientSecretRequest,
  AdminOAuthClientSecretResponse,
  '/oauth_clients/{client_id}/secret'
> = {
  method: 'POST',
  path: '/oauth_clients/{client_id}/secret',
}
