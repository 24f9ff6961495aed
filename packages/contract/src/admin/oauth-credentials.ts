import type { Endpoint, Ok } from '../endpoint.ts'
import type { OAuthProvider } from '../products.ts'

export interface OAuthCredentials {
  provider: OAuthProvider
  client_id: string
  /** `tenant` for Microsoft, `host` for GitLab and Salesforce. */
  options: Record<string, string>
  /** What has to be registered at the provider. */
  redirect_uri: string
  created_at: string
  updated_at: string
}

export interface AdminOAuthCredentialsListResponse extends Ok {
  oauth_credentials: OAuthCredentials[]
}

/** A client secret as the provider shows it; for Apple a team id, a key id and the key they belong to. */
export interface AdminOAuthCredentialsSetRequest {
  client_id: string
  client_secret?: string
  team_id?: string
  key_id?: string
  private_key?: string
  tenant?: string
  host?: string
}

export interface AdminOAuthCredentialsResponse extends Ok {
  oauth_credentials: OAuthCredentials
}

export const adminOAuthCredentialsList: Endpoint<null, AdminOAuthCredentialsListResponse> = {
  method: 'GET',
  path: '/oauth_credentials',
}

export const adminOAuthCredentialsSet: Endpoint<AdminOAuthCredentialsSetRequest, AdminOAuthCredentialsResponse> = {
  method: 'PUT',
  path: '/oauth_credentials/{provider}',
}

export const adminOAuthCredentialsDelete: Endpoint<null, Ok> = {
  method: 'DELETE',
  path: '/oauth_credentials/{provider}',
}
