import * as z from 'zod'
import type * as endpoints from '../../b2b/sso.ts'
import type {
  B2bSsoAuthenticateRequest,
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoDiscoverConnectionsRequest,
  B2bSsoDiscoverConnectionsResponse,
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
  ExternalConnection,
  OidcConnection,
  SamlConnection,
} from '../../b2b/sso.ts'
import {
  expiredCertificatePolicies,
  oidcClientAuthentications,
  oidcSigningAlgorithms,
  samlRequestBindings,
  ssoConnectionStatuses,
  ssoIdentityProviders,
} from '../../b2b/sso-values.ts'
import {
  email,
  id,
  label,
  locale,
  noBody,
  okShape,
  proofKey,
  prose,
  protection,
  sessionDuration,
  text,
  timestamp,
  token,
  url,
} from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { activeConnection } from './entities.ts'
import { intermediateSession, memberSignInResponse } from './responses.ts'

const pem = text(16_384)
/** As much as is read from a metadata URL. */
const metadataXml = text(262_144)
const roleAssignments = z.array(z.object({ role_id: label })).max(100)
const groupAssignments = z.array(z.object({ role_id: label, group: label })).max(200)
const organizations = z.array(id).max(50)

/** Names become keys of an object. */
const attributeMapping = z
  .record(text(64), label)
  .refine(
    (mapping) =>
      Object.keys(mapping).length <= 50 && Object.keys(mapping).every((name) => /^[a-z][a-z0-9_]*$/.test(name)),
    'must have at most 50 names of a-z, 0-9 and _',
  )

const connection = {
  organization_id: id,
  connection_id: id,
  status: z.enum(ssoConnectionStatuses),
  display_name: label,
  created_at: timestamp,
  updated_at: timestamp,
  tested_at: timestamp.nullable(),
}
const directConnection = {
  ...connection,
  identity_provider: label,
  attribute_mapping: attributeMapping,
  idp_mfa_counts: z.boolean(),
  shared_with_organizations: organizations,
}

const providerCertificates = z.array(z.object({ certificate: pem, fingerprint: label, expires_at: timestamp }))

export const samlConnection: Exact<SamlConnection> = exactly<SamlConnection>()(
  z.object({
    ...directConnection,
    idp_entity_id: url,
    idp_sso_url: url,
    idp_sso_binding: z.enum(samlRequestBindings),
    metadata_url: url,
    acs_url: url,
    audience_uri: url,
    verification_certificates: z.array(
      z.object({
        ...{ certificate_id: id, certificate: pem, fingerprint: label, source: z.enum(['admin', 'metadata']) },
        ...{ issued_at: timestamp, expires_at: timestamp, created_at: timestamp },
        ...{ last_used_at: timestamp.nullable(), retired_at: timestamp.nullable() },
      }),
    ),
    signing_certificates: providerCertificates,
    encryption_certificates: providerCertificates,
    saml_connection_implicit_role_assignments: roleAssignments,
    saml_group_implicit_role_assignments: groupAssignments,
    expired_certificate: z.enum(expiredCertificatePolicies),
    sha1_accepted_until: timestamp.nullable(),
    authn_requests_signed: z.boolean(),
    assertions_encrypted: z.boolean(),
    force_authn: z.boolean(),
  }),
)

export const oidcConnection: Exact<OidcConnection> = exactly<OidcConnection>()(
  z.object({
    ...directConnection,
    issuer: url,
    client_id: label,
    has_client_secret: z.boolean(),
    authorization_url: url,
    token_url: url,
    userinfo_url: url,
    jwks_url: url,
    redirect_url: url,
    custom_scopes: prose,
    client_authentication: z.enum(oidcClientAuthentications),
    client_public_key: z.record(z.string(), z.string()).nullable(),
    signing_algorithm: z.enum(oidcSigningAlgorithms),
    oidc_connection_implicit_role_assignments: roleAssignments,
    oidc_group_implicit_role_assignments: groupAssignments,
  }),
)

export const externalConnection: Exact<ExternalConnection> = exactly<ExternalConnection>()(
  z.object({
    ...connection,
    external_organization_id: id,
    external_connection_id: id,
    external_connection_implicit_role_assignments: roleAssignments,
    external_group_implicit_role_assignments: groupAssignments,
  }),
)

const newConnection = { display_name: label.optional(), identity_provider: z.enum(ssoIdentityProviders).optional() }
const directChange = {
  ...newConnection,
  attribute_mapping: attributeMapping.optional(),
  idp_mfa_counts: z.boolean().optional(),
  shared_with_organizations: organizations.optional(),
}

const samlResponse = exactly<B2bSsoSamlConnectionResponse>()(z.object({ ...okShape, connection: samlConnection }))
const oidcResponse = exactly<B2bSsoOidcConnectionResponse>()(
  z.object({ ...okShape, connection: oidcConnection, warning: prose.optional() }),
)
const externalResponse = exactly<B2bSsoExternalConnectionResponse>()(
  z.object({ ...okShape, connection: externalConnection }),
)

export const b2bSsoSchemas: SchemasOf<typeof endpoints> = {
  b2bSsoAuthenticate: {
    request: exactly<B2bSsoAuthenticateRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        sso_token: token,
        pkce_code_verifier: proofKey.optional(),
        locale: locale.optional(),
      }),
    ),
    response: memberSignInResponse,
  },
  b2bSsoGetConnections: {
    request: noBody,
    response: exactly<B2bSsoGetConnectionsResponse>()(
      z.object({
        ...okShape,
        saml_connections: z.array(samlConnection),
        oidc_connections: z.array(oidcConnection),
        external_connections: z.array(externalConnection),
      }),
    ),
  },
  b2bSsoDiscoverConnections: {
    request: exactly<B2bSsoDiscoverConnectionsRequest>()(z.object({ email_address: email })),
    response: exactly<B2bSsoDiscoverConnectionsResponse>()(
      z.object({ ...okShape, connections: z.array(activeConnection) }),
    ),
  },
  b2bSsoDeleteConnection: {
    request: noBody,
    response: exactly<B2bSsoDeleteConnectionResponse>()(z.object({ ...okShape, connection_id: id })),
  },
  b2bSsoSamlCreate: { request: exactly<B2bSsoSamlCreateRequest>()(z.object(newConnection)), response: samlResponse },
  b2bSsoSamlUpdate: {
    request: exactly<B2bSsoSamlUpdateRequest>()(
      z.object({
        ...directChange,
        idp_entity_id: url.optional(),
        idp_sso_url: url.optional(),
        idp_sso_binding: z.enum(samlRequestBindings).optional(),
        x509_certificate: pem.optional(),
        metadata_xml: metadataXml.optional(),
        saml_connection_implicit_role_assignments: roleAssignments.optional(),
        saml_group_implicit_role_assignments: groupAssignments.optional(),
        signing_private_key: pem.optional(),
        authn_requests_signed: z.boolean().optional(),
        assertions_encrypted: z.boolean().optional(),
        force_authn: z.boolean().optional(),
        expired_certificate: z.enum(expiredCertificatePolicies).optional(),
        sha1_accepted_until: timestamp.nullable().optional(),
      }),
    ),
    response: samlResponse,
  },
  b2bSsoSamlUpdateByUrl: {
    request: exactly<B2bSsoSamlUpdateByUrlRequest>()(z.object({ metadata_url: url })),
    response: samlResponse,
  },
  b2bSsoSamlDeleteVerificationCertificate: {
    request: noBody,
    response: exactly<B2bSsoDeleteVerificationCertificateResponse>()(z.object({ ...okShape, certificate_id: id })),
  },
  b2bSsoOidcCreate: { request: exactly<B2bSsoOidcCreateRequest>()(z.object(newConnection)), response: oidcResponse },
  b2bSsoOidcUpdate: {
    request: exactly<B2bSsoOidcUpdateRequest>()(
      z.object({
        ...directChange,
        issuer: url.optional(),
        client_id: label.optional(),
        client_secret: text(1_024).optional(),
        authorization_url: url.optional(),
        token_url: url.optional(),
        userinfo_url: url.optional(),
        jwks_url: url.optional(),
        custom_scopes: prose.optional(),
        client_authentication: z.enum(oidcClientAuthentications).optional(),
        signing_algorithm: z.enum(oidcSigningAlgorithms).optional(),
        oidc_connection_implicit_role_assignments: roleAssignments.optional(),
        oidc_group_implicit_role_assignments: groupAssignments.optional(),
      }),
    ),
    response: oidcResponse,
  },
  b2bSsoExternalCreate: {
    request: exactly<B2bSsoExternalCreateRequest>()(
      z.object({ external_organization_id: id, external_connection_id: id, display_name: label.optional() }),
    ),
    response: externalResponse,
  },
  b2bSsoExternalUpdate: {
    request: exactly<B2bSsoExternalUpdateRequest>()(
      z.object({
        display_name: label.optional(),
        external_connection_implicit_role_assignments: roleAssignments.optional(),
        external_group_implicit_role_assignments: groupAssignments.optional(),
      }),
    ),
    response: externalResponse,
  },
}
