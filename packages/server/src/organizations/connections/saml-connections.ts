import type {
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
  SamlConnection,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { IdpMetadata } from '../../saml/idp-metadata.ts'
import { type SamlConfig, ssoConnection } from '../../sso/connection.ts'
import { openSsoSecrets, type SsoSecrets } from '../../sso/secrets.ts'
import { organizationRealm } from '../../storage/realm.ts'
import { addCertificates, hasCurrent, requireCertificate } from './certificate-changes.ts'
import { samlConnectionView } from './connection-view.ts'
import { fetchMetadata, unreadable } from './read-metadata.ts'
import { newProviderKey, readProviderKey } from './saml-keys.ts'
import {
  type ConnectionContext,
  type ConnectionOf,
  type ConnectionSource,
  changedRoles,
  insertConnection,
  requireAddress,
  requireConnection,
  storeConnection,
} from './store-connection.ts'

type Saml = ConnectionOf<'saml'>
type Change = Partial<{ -readonly [Name in keyof SamlConfig]: SamlConfig[Name] }>

const longestSha1Ms = 180 * 24 * 60 * 60_000

export async function createSamlConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  { display_name: displayName = '', identity_provider: identityProvider = 'generic' }: B2bSsoSamlCreateRequest,
): Promise<SamlConnection> {
  const record = await insertConnection(context, source, {
    ...{ kind: 'saml', displayName: displayName.trim(), identityProvider, config: {} },
  })
  return samlConnectionView(context.baseUrl, ssoConnection(record) as Saml, [])
}

export async function updateSamlConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  id: string,
  request: B2bSsoSamlUpdateRequest,
): Promise<SamlConnection> {
  const before = await requireConnection(context.storage, source, id, 'saml')
  const now = context.clock.now()
  const metadata = request.metadata_xml === undefined ? null : await parseMetadata(request.metadata_xml, now)
  const added = [
    ...(metadata === null ? [] : requireCurrent(metadata, now, '.metadata_xml')),
    ...(request.x509_certificate ? [requireCertificate(request.x509_certificate, now, '.x509_certificate')] : []),
  ]
  const config: Change = {
    // A file replaces the address: otherwise the next reading would add what the file does not have.
    ...(metadata && { ...ofMetadata(metadata), metadataUrl: null }),
    ...changeOf(context, source, request, now),
  }
  const secrets = await changeKeys(context, before, request, config)
  return store(context, source, before, { request, config, secrets, added, from: 'admin' })
}

/** Reads the metadata now. New certificates are read from the address every day. */
export async function updateSamlConnectionByUrl(
  context: ConnectionContext,
  source: ConnectionSource,
  id: string,
  { metadata_url: metadataUrl }: B2bSsoSamlUpdateByUrlRequest,
): Promise<SamlConnection> {
  const before = await requireConnection(context.storage, source, id, 'saml')
  const metadata = await fetchMetadata(context, metadataUrl)
  const now = context.clock.now()
  const added = metadata.certificates
  if (!hasCurrent(added, now)) throw unreadable('no_certificate', 'All certificates in the metadata have expired.')
  const config = { ...ofMetadata(metadata), metadataUrl }
  return store(context, source, before, { request: {}, config, secrets: undefined, added, from: 'metadata' })
}

export async function deleteSamlCertificate(
  context: ConnectionContext,
  source: ConnectionSource,
  id: string,
  certificateId: string,
): Promise<void> {
  const before = await requireConnection(context.storage, source, id, 'saml')
  const realm = organizationRealm(source.organization)
  const stored = await context.storage.ssoCertificates.list(realm, id)
  const remaining = stored.filter((one) => one.id !== certificateId && one.retiredAt === null)
  await storeConnection(context, source, before, {
    config: {},
    // The test was made with another certificate than those that are left.
    endsTest: !remaining.some(({ lastUsedAt }) => lastUsedAt !== null),
    async certificates(tx) {
      const certificates = await tx.ssoCertificates.list(realm, id)
      if (!certificates.some((one) => one.id === certificateId)) throw new ProviderError('sso_certificate_not_found')
      const kept = certificates.filter((one) => one.id !== certificateId)
      if (!kept.some(({ retiredAt }) => retiredAt === null))
        throw new ProviderError('cannot_delete_last_sso_verification_key')
      await tx.ssoCertificates.remove(realm, id, certificateId)
      return kept
    },
  })
}

async function store(
  context: ConnectionContext,
  source: ConnectionSource,
  before: Saml,
  input: {
    request: B2bSsoSamlUpdateRequest
    config: Change
    secrets: SsoSecrets | undefined
    added: Parameters<typeof addCertificates>[3]
    from: 'admin' | 'metadata'
  },
): Promise<SamlConnection> {
  const { request, config, secrets, added, from } = input
  const { connection, certificates } = await storeConnection(context, source, before, {
    ...{ config, secrets, displayName: request.display_name, identityProvider: request.identity_provider },
    endsTest: endsTest(before.config, { ...before.config, ...config }),
    certificates: (tx) => addCertificates(tx, context, before, added, from),
  })
  return samlConnectionView(context.baseUrl, connection, certificates)
}

/** What a test proves: the other settings decide about members, not about whether the identity provider works. */
function endsTest(before: SamlConfig, after: SamlConfig): boolean {
  const proven = ({ idpEntityId, idpSsoUrl, binding, attributeMapping, ...config }: SamlConfig) =>
    JSON.stringify([
      ...[idpEntityId, idpSsoUrl, binding, attributeMapping],
      ...[config.signsRequests, config.signingCertificates, config.encryptionCertificates],
    ])
  return proven(before) !== proven(after)
}

function ofMetadata({ entityId, ssoUrl, binding }: IdpMetadata): Change {
  return { idpEntityId: entityId, idpSsoUrl: ssoUrl, binding }
}

async function parseMetadata(xml: string, now: number): Promise<IdpMetadata> {
  const { MetadataError, readIdpMetadata } = await import('../../saml/idp-metadata.ts')
  try {
    return readIdpMetadata(xml, now)
  } catch (error) {
    if (error instanceof MetadataError) throw refuseField('.metadata_xml', error.message, error.code)
    throw error
  }
}

function requireCurrent(metadata: IdpMetadata, now: number, dataPath: string): IdpMetadata['certificates'] {
  if (!hasCurrent(metadata.certificates, now))
    throw refuseField(dataPath, 'has only certificates that have expired', 'format')
  return metadata.certificates
}

function changeOf(context: ConnectionContext, source: ConnectionSource, request: B2bSsoSamlUpdateRequest, now: number) {
  const change: Change = changedRoles(
    ...([source, 'saml', request.saml_connection_implicit_role_assignments] as const),
    request.saml_group_implicit_role_assignments,
  )
  const { sha1_accepted_until: sha1 } = request
  if (request.idp_entity_id !== undefined) change.idpEntityId = request.idp_entity_id
  if (request.idp_sso_url !== undefined) {
    change.idpSsoUrl = requireAddress(context, request.idp_sso_url, '.idp_sso_url')
    change.binding = 'redirect'
  }
  if (request.idp_sso_binding !== undefined) change.binding = request.idp_sso_binding
  if (request.attribute_mapping !== undefined) change.attributeMapping = request.attribute_mapping
  if (request.idp_mfa_counts !== undefined) change.idpMfaCounts = request.idp_mfa_counts
  if (request.shared_with_organizations !== undefined) change.sharedWith = request.shared_with_organizations
  if (request.force_authn !== undefined) change.forceAuthn = request.force_authn
  if (request.expired_certificate !== undefined) change.expiredCertificate = request.expired_certificate
  if (sha1 !== undefined) change.sha1Until = sha1 === null ? null : requireSha1End(sha1, now)
  return change
}

function requireSha1End(text: string, now: number): number {
  const end = Date.parse(text)
  if (!(end > now && end <= now + longestSha1Ms))
    throw refuseField('.sha1_accepted_until', 'must be a time in the next 180 days', 'format')
  return end
}

/** Changes our keys, and the certificates in `config`. Undefined if the request changes none. */
async function changeKeys(
  context: ConnectionContext,
  { record, config: stored }: Saml,
  request: B2bSsoSamlUpdateRequest,
  config: Change,
): Promise<SsoSecrets | undefined> {
  const { signing_private_key: pem, authn_requests_signed: signs, assertions_encrypted: encrypts } = request
  const isEncrypted = stored.encryptionCertificates.length > 0
  const name = `Latchkey ${record.id}`
  let secrets = openSsoSecrets(context.vault, record)
  const before = secrets
  if (pem !== undefined && pem !== '') {
    const key = readProviderKey(context, pem, name, '.signing_private_key')
    secrets = { ...secrets, signingKey: key.privateKey }
    config.signingCertificates = [key.certificate]
    config.signsRequests = true
  } else if (pem === '') {
    secrets = { ...secrets, signingKey: null }
    config.signingCertificates = []
    config.signsRequests = false
  }
  if (signs !== undefined) config.signsRequests = signs
  if (config.signsRequests === true && secrets.signingKey === null) {
    const key = await newProviderKey(context, name)
    secrets = { ...secrets, signingKey: key.privateKey }
    config.signingCertificates = [key.certificate]
  }
  if (encrypts === true && !isEncrypted) {
    const key = await newProviderKey(context, name)
    secrets = { ...secrets, decryptionKeys: [key.privateKey] }
    config.encryptionCertificates = [key.certificate]
  } else if (encrypts === false && isEncrypted) {
    secrets = { ...secrets, decryptionKeys: [] }
    config.encryptionCertificates = []
  }
  return secrets === before ? undefined : secrets
}
