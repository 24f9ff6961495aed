import type {
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoExternalConnectionResponse,
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoOidcConnectionResponse,
  B2bSsoOidcCreateRequest,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlConnectionResponse,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
} from '../b2b/sso.ts'
import type { B2bSsoGetTestResponse, B2bSsoStartTestResponse } from '../b2b/sso-test.ts'
import type { Endpoint, Ok } from '../core/endpoint.ts'

/** One row of the table that explains an attempt. */
export interface SsoAttemptCheck {
  check: string
  outcome: 'passed' | 'warning' | 'failed'
  code: string | null
  expected: string
  got: string
}

/** A sign-in or a test with a connection, without secrets and without values of attributes. */
export interface SsoAttempt {
  attempt_id: string
  connection_id: string
  kind: 'sign_in' | 'test'
  /** `pending`: the organization requires another factor. */
  result: 'admitted' | 'pending' | 'rejected'
  /** Why it was rejected. */
  code: string | null
  created_at: string
  checks: SsoAttemptCheck[]
  /** How the account was found; null if none was. */
  match: 'registration' | 'email' | 'join' | null
  member_id: string | null
  /** Without the name of the mailbox. */
  email_address: string | null
  roles: string[]
  reasons: string[]
}

export interface AdminSsoListAttemptsResponse extends Ok {
  /** Newest first: the last 50 of the last 7 days. */
  attempts: SsoAttempt[]
}

/** An organization has at most 20 connections, so there are no pages. */
export const adminSsoList: Endpoint<null, B2bSsoGetConnectionsResponse, '/organizations/{organization_id}/sso'> = {
  method: 'GET',
  path: '/organizations/{organization_id}/sso',
}

export const adminSsoDelete: Endpoint<
  null,
  B2bSsoDeleteConnectionResponse,
  '/organizations/{organization_id}/sso/{connection_id}'
> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/sso/{connection_id}',
}

export const adminSsoListAttempts: Endpoint<
  null,
  AdminSsoListAttemptsResponse,
  '/organizations/{organization_id}/sso/{connection_id}/attempts'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/sso/{connection_id}/attempts',
}

export const adminSsoStartTest: Endpoint<
  null,
  B2bSsoStartTestResponse,
  '/organizations/{organization_id}/sso/{connection_id}/tests'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/sso/{connection_id}/tests',
}

export const adminSsoGetTest: Endpoint<
  null,
  B2bSsoGetTestResponse,
  '/organizations/{organization_id}/sso/{connection_id}/tests/{test_id}'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/sso/{connection_id}/tests/{test_id}',
}

export const adminSsoCreateSaml: Endpoint<
  B2bSsoSamlCreateRequest,
  B2bSsoSamlConnectionResponse,
  '/organizations/{organization_id}/sso/saml'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/sso/saml',
}

export const adminSsoUpdateSaml: Endpoint<
  B2bSsoSamlUpdateRequest,
  B2bSsoSamlConnectionResponse,
  '/organizations/{organization_id}/sso/saml/{connection_id}'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}/sso/saml/{connection_id}',
}

export const adminSsoUpdateSamlByUrl: Endpoint<
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlConnectionResponse,
  '/organizations/{organization_id}/sso/saml/{connection_id}/url'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}/sso/saml/{connection_id}/url',
}

export const adminSsoDeleteSamlCertificate: Endpoint<
  null,
  B2bSsoDeleteVerificationCertificateResponse,
  '/organizations/{organization_id}/sso/saml/{connection_id}/verification_certificates/{certificate_id}'
> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/sso/saml/{connection_id}/verification_certificates/{certificate_id}',
}

export const adminSsoCreateOidc: Endpoint<
  B2bSsoOidcCreateRequest,
  B2bSsoOidcConnectionResponse,
  '/organizations/{organization_id}/sso/oidc'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/sso/oidc',
}

export const adminSsoUpdateOidc: Endpoint<
  B2bSsoOidcUpdateRequest,
  B2bSsoOidcConnectionResponse,
  '/organizations/{organization_id}/sso/oidc/{connection_id}'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}/sso/oidc/{connection_id}',
}

/** Also shares the connection of the other organization with this one: a backend speaks for both. */
export const adminSsoCreateExternal: Endpoint<
  B2bSsoExternalCreateRequest,
  B2bSsoExternalConnectionResponse,
  '/organizations/{organization_id}/sso/external'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/sso/external',
}

export const adminSsoUpdateExternal: Endpoint<
  B2bSsoExternalUpdateRequest,
  B2bSsoExternalConnectionResponse,
  '/organizations/{organization_id}/sso/external/{connection_id}'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}/sso/external/{connection_id}',
}
