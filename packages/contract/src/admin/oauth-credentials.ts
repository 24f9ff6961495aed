import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { IdentityProviderName } from '../core/identity-provider-names.ts'

export interface OAuthCredentials {
  provider: IdentityProviderName
  client_id: string
  /** `tenant` for Microsoft, `host` for GitLab and Salesforce. */
  options: Record<string, string>
  /** The redirect URL to register with the identity provider. */
  redirect_uri: string
  created_at: string
  updated_at: string
}

export interface AdminOAuthCredentialsListResponse extends Ok {
  oauth_credentials: OAuthCredentials[]
}

/** The client secret of the identity provider; for Apple a team id, a key id and the private key. */
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

export const adminOAuthCredentialsSet: Endpoint<
  AdminOAuthCredentialsSetRequest,
  AdminOAuthCredentialsResponse,
  '/oauth_credentials/{provider}'
> = {
  method: 'PUT',
  path: '/oauth_credentials/{provider}',
}

export const adminOAuthCredentialsDelete: Endpoint<null, Ok, '/oauth_credentials/{provider}'> = {
  method: 'DELETE',
  path: '/oauth_credentials/{provider}',
}
