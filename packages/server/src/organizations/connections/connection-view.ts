import { X509Certificate } from 'node:crypto'
import type {
  ExternalConnection,
  OidcConnection,
  SamlConnection,
  SsoGroupRoleAssignment,
  SsoProviderCertificate,
  SsoRoleAssignment,
  SsoVerificationCertificate,
} from '@latchkey/contract/b2b'
import { rfc3339 } from '../../core/rfc3339.ts'
import { connectionAddresses, type SsoConnection, type SsoRoles } from '../../sso/connection.ts'
import type { SsoCertificateRecord, SsoConnectionRecord } from '../../storage/sso-connections.ts'

type Of<Kind extends SsoConnection['kind']> = Extract<SsoConnection, { kind: Kind }>

function commonView(record: SsoConnectionRecord) {
  return {
    organization_id: record.organizationId,
    connection_id: record.id,
    status: record.status,
    display_name: record.displayName,
    created_at: rfc3339(record.createdAt),
    updated_at: rfc3339(record.updatedAt),
    tested_at: timeOrNull(record.testedAt),
  }
}

function directView({ record, config }: Of<'saml'> | Of<'oidc'>) {
  return {
    ...commonView(record),
    identity_provider: record.identityProvider,
    attribute_mapping: config.attributeMapping,
    idp_mfa_counts: config.idpMfaCounts,
    shared_with_organizations: [...config.sharedWith],
  }
}

export function samlConnectionView(
  baseUrl: string,
  connection: Of<'saml'>,
  certificates: readonly SsoCertificateRecord[],
): SamlConnection {
  const { config, record } = connection
  const { callback, metadata } = connectionAddresses(baseUrl, record.id)
  return {
    ...directView(connection),
    ...{ idp_entity_id: config.idpEntityId, idp_sso_url: config.idpSsoUrl, metadata_url: config.metadataUrl ?? '' },
    idp_sso_binding: config.binding,
    ...{ acs_url: callback, audience_uri: metadata },
    verification_certificates: certificates.map(certificateView),
    signing_certificates: config.signingCertificates.map(providerCertificateView),
    encryption_certificates: config.encryptionCertificates.map(providerCertificateView),
    saml_connection_implicit_role_assignments: rolesView(config),
    saml_group_implicit_role_assignments: groupRolesView(config),
    expired_certificate: config.expiredCertificate,
    sha1_accepted_until: timeOrNull(config.sha1Until),
    authn_requests_signed: config.signsRequests,
    assertions_encrypted: config.encryptionCertificates.length > 0,
    force_authn: config.forceAuthn,
  }
}

export function oidcConnectionView(baseUrl: string, connection: Of<'oidc'>): OidcConnection {
  const { config, record } = connection
  return {
    ...directView(connection),
    ...{ issuer: config.issuer, client_id: config.clientId, has_client_secret: config.hasClientSecret },
    ...{ authorization_url: config.authorizationUrl, token_url: config.tokenUrl },
    ...{ userinfo_url: config.userinfoUrl, jwks_url: config.jwksUrl },
    redirect_url: connectionAddresses(baseUrl, record.id).callback,
    custom_scopes: config.customScopes,
    client_authentication: config.clientAuthentication,
    client_public_key: config.clientPublicKey,
    signing_algorithm: config.signingAlgorithm,
    oidc_connection_implicit_role_assignments: rolesView(config),
    oidc_group_implicit_role_assignments: groupRolesView(config),
  }
}

export function externalConnectionView({ record, config }: Of<'external'>): ExternalConnection {
  return {
    ...commonView(record),
    external_organization_id: config.sourceOrganizationId,
    external_connection_id: config.sourceConnectionId,
    external_connection_implicit_role_assignments: rolesView(config),
    external_group_implicit_role_assignments: groupRolesView(config),
  }
}

function certificateView(certificate: SsoCertificateRecord): SsoVerificationCertificate {
  return {
    certificate_id: certificate.id,
    ...{ certificate: certificate.pem, fingerprint: certificate.fingerprint, source: certificate.source },
    issued_at: rfc3339(certificate.notBefore),
    expires_at: rfc3339(certificate.notAfter),
    created_at: rfc3339(certificate.createdAt),
    last_used_at: timeOrNull(certificate.lastUsedAt),
    retired_at: timeOrNull(certificate.retiredAt),
  }
}

function providerCertificateView(certificate: string): SsoProviderCertificate {
  const { fingerprint256, validTo } = new X509Certificate(certificate)
  return { certificate, fingerprint: fingerprint256, expires_at: rfc3339(Date.parse(validTo)) }
}

function rolesView({ connectionRoles }: SsoRoles): SsoRoleAssignment[] {
  return connectionRoles.map((role_id) => ({ role_id }))
}

function groupRolesView({ groupRoles }: SsoRoles): SsoGroupRoleAssignment[] {
  return groupRoles.map(({ roleId, group }) => ({ role_id: roleId, group }))
}

function timeOrNull(instant: number | null): string | null {
  return instant === null ? null : rfc3339(instant)
}
