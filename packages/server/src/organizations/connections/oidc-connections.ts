import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { B2bSsoOidcCreateRequest, B2bSsoOidcUpdateRequest, OidcConnection } from '@latchkey/contract/b2b'
import { refuseField } from '../../core/schema-issues.ts'
import { type OidcConfig, ssoConnection } from '../../sso/connection.ts'
import { openSsoSecrets, type SsoSecrets } from '../../sso/secrets.ts'
import { oidcConnectionView } from './connection-view.ts'
import { discoverIssuer } from './oidc-discovery.ts'
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

type Oidc = ConnectionOf<'oidc'>
type Change = Partial<{ -readonly [Name in keyof OidcConfig]: OidcConfig[Name] }>

const generate = promisify(generateKeyPair)

export interface OidcAnswer {
  readonly connection: OidcConnection
  readonly warning?: string
}

export async function createOidcConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  { display_name: displayName = '', identity_provider: identityProvider = 'generic' }: B2bSsoOidcCreateRequest,
): Promise<OidcAnswer> {
  const record = await insertConnection(context, source, {
    ...{ kind: 'oidc', displayName: displayName.trim(), identityProvider, config: {} },
  })
  return { connection: oidcConnectionView(context.baseUrl, ssoConnection(record) as Oidc) }
}

/** Addresses that the request does not name come from the issuer. */
export async function updateOidcConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  id: string,
  request: B2bSsoOidcUpdateRequest,
): Promise<OidcAnswer> {
  const before = await requireConnection(context.storage, source, id, 'oidc')
  const change = changeOf(context, source, request)
  const secrets = await changeSecrets(context, before, request, change)
  const asksIssuer = [request.issuer, request.client_authentication, request.signing_algorithm].some(
    (field) => field !== undefined,
  )
  const next = { ...before.config, ...change }
  const found = asksIssuer && next.issuer !== '' ? await discoverIssuer(context, next) : null
  const isNewIssuer = next.issuer !== before.config.issuer
  const config = {
    // The new issuer does not have the addresses of the earlier one.
    ...(found !== null && (isNewIssuer || next.tokenUrl === '') ? safeAddresses(context, found.addresses) : {}),
    ...change,
  }
  const { connection } = await storeConnection(context, source, before, {
    ...{ config, secrets, displayName: request.display_name, identityProvider: request.identity_provider },
    endsTest: endsTest(before.config, { ...before.config, ...config }) || request.client_secret !== undefined,
  })
  const warning = found?.warnings.join(' ') ?? ''
  return {
    connection: oidcConnectionView(context.baseUrl, connection),
    ...(warning === '' ? {} : { warning }),
  }
}

function endsTest(before: OidcConfig, after: OidcConfig): boolean {
  const proven = ({ issuer, clientId, attributeMapping, customScopes, clientPublicKey, ...config }: OidcConfig) =>
    JSON.stringify([
      ...[issuer, clientId, attributeMapping, customScopes, clientPublicKey, config.clientAuthentication],
      ...[config.authorizationUrl, config.tokenUrl, config.userinfoUrl, config.jwksUrl, config.signingAlgorithm],
    ])
  return proven(before) !== proven(after)
}

/** An address that cannot be used is left out: the connection is then not active. */
function safeAddresses(context: ConnectionContext, addresses: Record<string, string>): Change {
  return Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => {
      try {
        return [name, requireAddress(context, address, '.issuer')]
      } catch {
        return [name, '']
      }
    }),
  )
}

function changeOf(context: ConnectionContext, source: ConnectionSource, request: B2bSsoOidcUpdateRequest): Change {
  const change: Change = changedRoles(
    ...([source, 'oidc', request.oidc_connection_implicit_role_assignments] as const),
    request.oidc_group_implicit_role_assignments,
  )
  for (const [field, name] of [
    ['authorization_url', 'authorizationUrl'],
    ['token_url', 'tokenUrl'],
    ['userinfo_url', 'userinfoUrl'],
    ['jwks_url', 'jwksUrl'],
  ] as const) {
    const address = request[field]
    if (address !== undefined) change[name] = address === '' ? '' : requireAddress(context, address, `.${field}`)
  }
  if (request.issuer !== undefined) {
    requireAddress(context, request.issuer, '.issuer')
    if (request.issuer.includes('?')) throw refuseField('.issuer', 'must not have a query', 'format')
    change.issuer = request.issuer
  }
  if (request.client_id !== undefined) change.clientId = request.client_id
  if (request.custom_scopes !== undefined) change.customScopes = request.custom_scopes.trim()
  if (request.client_authentication !== undefined) change.clientAuthentication = request.client_authentication
  if (request.signing_algorithm !== undefined) change.signingAlgorithm = request.signing_algorithm
  if (request.attribute_mapping !== undefined) change.attributeMapping = request.attribute_mapping
  if (request.idp_mfa_counts !== undefined) change.idpMfaCounts = request.idp_mfa_counts
  if (request.shared_with_organizations !== undefined) change.sharedWith = request.shared_with_organizations
  return change
}

async function changeSecrets(
  context: ConnectionContext,
  { record, config }: Oidc,
  request: B2bSsoOidcUpdateRequest,
  change: Change,
): Promise<SsoSecrets | undefined> {
  const { client_secret: clientSecret } = request
  const before = openSsoSecrets(context.vault, record)
  let secrets = before
  if (clientSecret !== undefined) {
    secrets = { ...secrets, clientSecret: clientSecret === '' ? null : clientSecret }
    change.hasClientSecret = clientSecret !== ''
  }
  const authentication = change.clientAuthentication ?? config.clientAuthentication
  if (authentication === 'private_key_jwt' && secrets.clientKey === null) {
    const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2_048 })
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
    // RFC 7638 §3.2: exactly these members, in this order.
    const kid = createHash('sha256')
      .update(JSON.stringify({ e, kty: 'RSA', n }))
      .digest('base64url')
    change.clientPublicKey = { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' }
    secrets = { ...secrets, clientKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }
  return secrets === before ? undefined : secrets
}
