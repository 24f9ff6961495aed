import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { ActiveSsoConnection } from './entities.ts'
import type { IntermediateSession, MemberSignInResponse } from './responses.ts'
import type {
  ExpiredCertificatePolicy,
  OidcClientAuthentication,
  OidcSigningAlgorithm,
  SamlRequestBinding,
  SsoConnectionStatus,
  SsoIdentityProvider,
} from './sso-values.ts'

/** The role of all members who sign in with a connection. */
export interface SsoRoleAssignment {
  role_id: string
}

/** The role of those of them who are in a group of the identity provider. */
export interface SsoGroupRoleAssignment extends SsoRoleAssignment {
  group: string
}

/**
 * Which attribute or claim of the identity provider has a value: `email`, `full_name`, `first_name`, `last_name`, `groups`
 * and `idp_user_id`. Other names are kept in `sso_attributes` of the member. `NameID` is the subject of a SAML assertion.
 * A missing name has its default.
 */
export interface SsoAttributeMapping {
  [name: string]: string
}

/** The fields of all connections. */
export interface SsoConnection {
  organization_id: string
  connection_id: string
  /** `active` with everything that a sign-in needs. */
  status: SsoConnectionStatus
  display_name: string
  created_at: string
  updated_at: string
  /** The last test that succeeded with these settings; null without one. */
  tested_at: string | null
}

/** The fields of connections to an identity provider. */
interface DirectSsoConnection extends SsoConnection {
  identity_provider: string
  attribute_mapping: SsoAttributeMapping
  /** Whether a second factor at the identity provider counts as one of the organization. @default false */
  idp_mfa_counts: boolean
  /** The organizations whose admins may reuse the connection as an external one. */
  shared_with_organizations: string[]
}

/** A certificate of an identity provider: its key verifies signatures. */
export interface SsoVerificationCertificate {
  certificate_id: string
  /** PEM. */
  certificate: string
  /** SHA-256, as hexadecimal bytes with colons. */
  fingerprint: string
  /** Who added it. `metadata`: it was read from the metadata URL. */
  source: 'admin' | 'metadata'
  issued_at: string
  expires_at: string
  created_at: string
  /** When it verified a sign-in last; null if it never has. */
  last_used_at: string | null
  /** Certificates that left the metadata and were not used for 7 days verify nothing more; null for all others. */
  retired_at: string | null
}

/** One of our certificates, which the identity provider needs. Our metadata contains them, too. */
export interface SsoProviderCertificate {
  /** PEM. */
  certificate: string
  fingerprint: string
  expires_at: string
}

export interface SamlConnection extends DirectSsoConnection {
  idp_entity_id: string
  idp_sso_url: string
  /** How requests reach `idp_sso_url`. @default 'redirect' */
  idp_sso_binding: SamlRequestBinding
  /** The address from which the certificates are read daily; empty without one. */
  metadata_url: string
  /** Our assertion consumer service. */
  acs_url: string
  /** Our entity id, and the address of our metadata. */
  audience_uri: string
  verification_certificates: SsoVerificationCertificate[]
  signing_certificates: SsoProviderCertificate[]
  encryption_certificates: SsoProviderCertificate[]
  saml_connection_implicit_role_assignments: SsoRoleAssignment[]
  saml_group_implicit_role_assignments: SsoGroupRoleAssignment[]
  /** Whether a sign-in with an expired certificate is rejected. @default 'warn' */
  expired_certificate: ExpiredCertificatePolicy
  /** Until when signatures with SHA-1 are accepted; null for never. */
  sha1_accepted_until: string | null
  authn_requests_signed: boolean
  assertions_encrypted: boolean
  /** Whether each sign-in asks the user again, although the identity provider has a session. */
  force_authn: boolean
}

export interface OidcConnection extends DirectSsoConnection {
  issuer: string
  client_id: string
  /** The client secret is never returned. */
  has_client_secret: boolean
  authorization_url: string
  token_url: string
  userinfo_url: string
  jwks_url: string
  redirect_url: string
  /** Scopes in addition to `openid email profile`, space-joined. */
  custom_scopes: string
  client_authentication: OidcClientAuthentication
  /** The public key of `private_key_jwt` (a JWK), for the identity provider; null for other methods. */
  client_public_key: Record<string, string> | null
  signing_algorithm: OidcSigningAlgorithm
  oidc_connection_implicit_role_assignments: SsoRoleAssignment[]
  oidc_group_implicit_role_assignments: SsoGroupRoleAssignment[]
}

/** Reuses a connection of another organization of the project. */
export interface ExternalConnection extends SsoConnection {
  external_organization_id: string
  external_connection_id: string
  external_connection_implicit_role_assignments: SsoRoleAssignment[]
  external_group_implicit_role_assignments: SsoGroupRoleAssignment[]
}

interface NewConnection {
  display_name?: string
  /** @default 'generic' */
  identity_provider?: SsoIdentityProvider
}

interface DirectConnectionChange extends NewConnection {
  attribute_mapping?: SsoAttributeMapping
  idp_mfa_counts?: boolean
  shared_with_organizations?: string[]
}

export type B2bSsoSamlCreateRequest = NewConnection

/** Changes the given fields only. */
export interface B2bSsoSamlUpdateRequest extends DirectConnectionChange {
  idp_entity_id?: string
  idp_sso_url?: string
  /** From the metadata, if the request has one. A new `idp_sso_url` without it has `redirect`. */
  idp_sso_binding?: SamlRequestBinding
  /** PEM or base64. It is added to the certificates that the connection has. */
  x509_certificate?: string
  /** The metadata of the identity provider, from a file or pasted. Its certificates are added. */
  metadata_xml?: string
  saml_connection_implicit_role_assignments?: SsoRoleAssignment[]
  saml_group_implicit_role_assignments?: SsoGroupRoleAssignment[]
  /** PEM. Signs our requests; empty removes the key. Without one, the provider creates a key if requests are signed. */
  signing_private_key?: string
  authn_requests_signed?: boolean
  assertions_encrypted?: boolean
  force_authn?: boolean
  expired_certificate?: ExpiredCertificatePolicy
  /** At most 180 days ahead. Null for never. */
  sha1_accepted_until?: string | null
}

export interface B2bSsoSamlUpdateByUrlRequest {
  metadata_url: string
}

export type B2bSsoOidcCreateRequest = NewConnection

/** Changes the given fields only. A new issuer without addresses is looked up at the identity provider. */
export interface B2bSsoOidcUpdateRequest extends DirectConnectionChange {
  issuer?: string
  client_id?: string
  client_secret?: string
  authorization_url?: string
  token_url?: string
  userinfo_url?: string
  jwks_url?: string
  custom_scopes?: string
  client_authentication?: OidcClientAuthentication
  signing_algorithm?: OidcSigningAlgorithm
  oidc_connection_implicit_role_assignments?: SsoRoleAssignment[]
  oidc_group_implicit_role_assignments?: SsoGroupRoleAssignment[]
}

export interface B2bSsoExternalCreateRequest {
  external_organization_id: string
  external_connection_id: string
  display_name?: string
}

export interface B2bSsoExternalUpdateRequest {
  display_name?: string
  external_connection_implicit_role_assignments?: SsoRoleAssignment[]
  external_group_implicit_role_assignments?: SsoGroupRoleAssignment[]
}

export interface B2bSsoGetConnectionsResponse extends Ok {
  saml_connections: SamlConnection[]
  oidc_connections: OidcConnection[]
  external_connections: ExternalConnection[]
}

export interface B2bSsoSamlConnectionResponse extends Ok {
  connection: SamlConnection
}

export interface B2bSsoOidcConnectionResponse extends Ok {
  connection: OidcConnection
  /** What the identity provider does not respond as expected. The settings are stored. */
  warning?: string
}

export interface B2bSsoExternalConnectionResponse extends Ok {
  connection: ExternalConnection
}

export interface B2bSsoDeleteConnectionResponse extends Ok {
  connection_id: string
}

export interface B2bSsoDeleteVerificationCertificateResponse extends Ok {
  certificate_id: string
}

export interface B2bSsoDiscoverConnectionsRequest {
  email_address: string
}

export interface B2bSsoDiscoverConnectionsResponse extends Ok {
  connections: ActiveSsoConnection[]
}

/** The query of `ssoStartPath`. Parameters for an OIDC provider are prefixed: `provider_login_hint`. */
export interface SsoStartQuery {
  public_token: string
  connection_id: string
  pkce_code_challenge?: string
  login_redirect_url?: string
  signup_redirect_url?: string
  [providerParameter: `provider_${string}`]: string
}

export interface B2bSsoAuthenticateRequest extends SessionDuration, Protection, IntermediateSession {
  sso_token: string
  pkce_code_verifier?: string
  /** The language of the messages that follow, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export const b2bSsoAuthenticate: Endpoint<B2bSsoAuthenticateRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/sso/authenticate',
  guarded: true,
}
export const b2bSsoGetConnections: Endpoint<null, B2bSsoGetConnectionsResponse> = { method: 'GET', path: '/b2b/sso' }
/** The address is in the query. */
export const b2bSsoDiscoverConnections: Endpoint<B2bSsoDiscoverConnectionsRequest, B2bSsoDiscoverConnectionsResponse> =
  { method: 'GET', path: '/b2b/sso/discovery/connections' }
export const b2bSsoDeleteConnection: Endpoint<null, B2bSsoDeleteConnectionResponse, '/b2b/sso/{connection_id}'> = {
  method: 'DELETE',
  path: '/b2b/sso/{connection_id}',
}
export const b2bSsoSamlCreate: Endpoint<B2bSsoSamlCreateRequest, B2bSsoSamlConnectionResponse> = {
  method: 'POST',
  path: '/b2b/sso/saml',
}
export const b2bSsoSamlUpdate: Endpoint<
  B2bSsoSamlUpdateRequest,
  B2bSsoSamlConnectionResponse,
  '/b2b/sso/saml/{connection_id}'
> = {
  method: 'PUT',
  path: '/b2b/sso/saml/{connection_id}',
}
export const b2bSsoSamlUpdateByUrl: Endpoint<
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlConnectionResponse,
  '/b2b/sso/saml/{connection_id}/url'
> = {
  method: 'PUT',
  path: '/b2b/sso/saml/{connection_id}/url',
}
export const b2bSsoSamlDeleteVerificationCertificate: Endpoint<
  null,
  B2bSsoDeleteVerificationCertificateResponse,
  '/b2b/sso/saml/{connection_id}/verification_certificates/{certificate_id}'
> = {
  method: 'DELETE',
  path: '/b2b/sso/saml/{connection_id}/verification_certificates/{certificate_id}',
}
export const b2bSsoOidcCreate: Endpoint<B2bSsoOidcCreateRequest, B2bSsoOidcConnectionResponse> = {
  method: 'POST',
  path: '/b2b/sso/oidc',
}
export const b2bSsoOidcUpdate: Endpoint<
  B2bSsoOidcUpdateRequest,
  B2bSsoOidcConnectionResponse,
  '/b2b/sso/oidc/{connection_id}'
> = {
  method: 'PUT',
  path: '/b2b/sso/oidc/{connection_id}',
}
export const b2bSsoExternalCreate: Endpoint<B2bSsoExternalCreateRequest, B2bSsoExternalConnectionResponse> = {
  method: 'POST',
  path: '/b2b/sso/external',
}
export const b2bSsoExternalUpdate: Endpoint<
  B2bSsoExternalUpdateRequest,
  B2bSsoExternalConnectionResponse,
  '/b2b/sso/external/{connection_id}'
> = {
  method: 'PUT',
  path: '/b2b/sso/external/{connection_id}',
}
