// What is stored about a connection, by its kind. The documents have the names of this file; views have those of the wire.
import type { JsonObject } from '@latchkey/contract'
import type {
  ExpiredCertificatePolicy,
  OidcClientAuthentication,
  OidcSigningAlgorithm,
  SamlRequestBinding,
  SsoAttributeMapping,
  SsoConnectionStatus,
} from '@latchkey/contract/b2b'
import type { SsoConnectionRecord } from '../storage/sso-connections.ts'

/** The roles that sign-ins with a connection give. */
export interface SsoRoles {
  /** Of all members who sign in with it. */
  readonly connectionRoles: readonly string[]
  /** Of those in a group of the identity provider. */
  readonly groupRoles: readonly { readonly group: string; readonly roleId: string }[]
}

/** The settings of connections to an identity provider. */
interface DirectConfig extends SsoRoles {
  readonly attributeMapping: SsoAttributeMapping
  /** A second factor at the identity provider counts as one of the organization. */
  readonly idpMfaCounts: boolean
  /** The ids of organizations that may reuse the connection. */
  readonly sharedWith: readonly string[]
}

export interface SamlConfig extends DirectConfig {
  readonly idpEntityId: string
  readonly idpSsoUrl: string
  /** How requests reach the identity provider. */
  readonly binding: SamlRequestBinding
  /** An https address that an admin configured; null without one. */
  readonly metadataUrl: string | null
  readonly expiredCertificate: ExpiredCertificatePolicy
  /** Until when signatures with SHA-1 are accepted; null for never. */
  readonly sha1Until: number | null
  /** Whether requests are signed; the key is a secret. */
  readonly signsRequests: boolean
  readonly forceAuthn: boolean
  /** PEM, for our metadata. Their keys are secrets, in the same order. */
  readonly signingCertificates: readonly string[]
  readonly encryptionCertificates: readonly string[]
}

export interface OidcConfig extends DirectConfig {
  readonly issuer: string
  readonly clientId: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
  readonly jwksUrl: string
  /** In addition to `openid email profile`, space-joined. */
  readonly customScopes: string
  readonly clientAuthentication: OidcClientAuthentication
  readonly signingAlgorithm: OidcSigningAlgorithm
  /** A JWK, for `private_key_jwt`; null for other methods. */
  readonly clientPublicKey: Readonly<Record<string, string>> | null
  readonly hasClientSecret: boolean
}

export interface ExternalConfig extends SsoRoles {
  readonly sourceOrganizationId: string
  readonly sourceConnectionId: string
}

/** A connection with the settings of its kind. */
export type SsoConnection =
  | { readonly kind: 'saml'; readonly record: SsoConnectionRecord; readonly config: SamlConfig }
  | { readonly kind: 'oidc'; readonly record: SsoConnectionRecord; readonly config: OidcConfig }
  | { readonly kind: 'external'; readonly record: SsoConnectionRecord; readonly config: ExternalConfig }

const noRoles: SsoRoles = { connectionRoles: [], groupRoles: [] }
const direct: DirectConfig = { ...noRoles, attributeMapping: {}, idpMfaCounts: false, sharedWith: [] }

const newSaml: SamlConfig = {
  ...direct,
  ...{ idpEntityId: '', idpSsoUrl: '', binding: 'redirect', metadataUrl: null },
  ...{ expiredCertificate: 'warn', sha1Until: null, signsRequests: false, forceAuthn: false },
  ...{ signingCertificates: [], encryptionCertificates: [] },
}
const newOidc: OidcConfig = {
  ...direct,
  ...{ issuer: '', clientId: '', authorizationUrl: '', tokenUrl: '', userinfoUrl: '', jwksUrl: '', customScopes: '' },
  ...{ clientAuthentication: 'client_secret_basic', signingAlgorithm: 'RS256' },
  ...{ clientPublicKey: null, hasClientSecret: false },
}
const newExternal: ExternalConfig = { ...noRoles, sourceOrganizationId: '', sourceConnectionId: '' }

/** A setting that is not stored has its default. */
export function ssoConnection(record: SsoConnectionRecord): SsoConnection {
  const { kind, config } = record
  switch (kind) {
    case 'saml':
      return { kind, record, config: { ...newSaml, ...config } }
    case 'oidc':
      return { kind, record, config: { ...newOidc, ...config } }
    case 'external':
      return { kind, record, config: { ...newExternal, ...config } }
    default:
      throw kind satisfies never
  }
}

/** The document that is stored. */
export function storedConfig(config: SsoConnection['config']): JsonObject {
  return JSON.parse(JSON.stringify(config)) as JsonObject
}

/** Whether a sign-in with the connection can succeed. `certificates` are those of SAML that are not retired. */
export function statusOf(connection: SsoConnection, certificates: number): SsoConnectionStatus {
  return isComplete(connection, certificates) ? 'active' : 'pending'
}

function isComplete(connection: SsoConnection, certificates: number): boolean {
  switch (connection.kind) {
    case 'saml': {
      const { idpEntityId, idpSsoUrl } = connection.config
      return idpEntityId !== '' && idpSsoUrl !== '' && certificates > 0
    }
    case 'oidc': {
      const { issuer, clientId, authorizationUrl, tokenUrl, jwksUrl } = connection.config
      const { clientAuthentication, hasClientSecret, clientPublicKey } = connection.config
      const hasCredential = clientAuthentication === 'private_key_jwt' ? clientPublicKey !== null : hasClientSecret
      return hasCredential && [issuer, clientId, authorizationUrl, tokenUrl, jwksUrl].every((one) => one !== '')
    }
    case 'external':
      return true
    default:
      throw connection satisfies never
  }
}

/** An active connection as the rules for joining read it: `decideJoin` computes the roles and their sources. */
export interface ConnectionRoles {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly groupRoles: SsoRoles['groupRoles']
}

export function connectionRoles({ record, config }: SsoConnection): ConnectionRoles {
  return { id: record.id, roleIds: config.connectionRoles, groupRoles: config.groupRoles }
}

/**
 * The unique key of a member's identity. The same external id at another connection, or from another issuer, is another
 * identity.
 */
export function ssoRegistrationKey(connectionId: string, issuer: string, externalId: string): string {
  // Encoded, so that no issuer can contain the separator.
  return `${connectionId}|${encodeURIComponent(issuer)}|${externalId}`
}

/** The addresses of a connection at this provider, which the identity provider needs. */
export function connectionAddresses(baseUrl: string, id: string): { callback: string; metadata: string } {
  const name = encodeURIComponent(id)
  return { callback: `${baseUrl}/v1/sso/callback/${name}`, metadata: `${baseUrl}/v1/sso/metadata/${name}` }
}
