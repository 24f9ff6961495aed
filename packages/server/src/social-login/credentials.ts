import { type IdentityProviderName, identityProviderNames, type JsonObject } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import { oauthMethod } from '../methods/oauth.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** A client secret, or the key that signs client secrets for Apple. */
export type OAuthSecret = { clientSecret: string } | { teamId: string; keyId: string; privateKey: string }

export interface OAuthCredentialsInput {
  provider: IdentityProviderName
  clientId: string
  secret: OAuthSecret
  /** `tenant` for Microsoft; `host` for GitLab and Salesforce. */
  options?: { tenant?: string; host?: string } | undefined
}

/** Credentials without the secret. */
export interface OAuthCredentialsView {
  provider: IdentityProviderName
  clientId: string
  options: JsonObject
  /** The redirect URI to register at the identity provider. */
  redirectUri: string
  createdAt: number
  updatedAt: number
}

/** Invalid credentials. */
export class OAuthCredentialsError extends Error {
  readonly field: string
  readonly problem: string
  constructor(field: string, problem: string) {
    super(`OAuth credentials: ${field} ${problem}`)
    this.name = 'OAuthCredentialsError'
    this.field = field
    this.problem = problem
  }
}

/** Rejects invalid credentials with an error that names the field. */
export function checkOAuthCredentials(input: OAuthCredentialsInput): void {
  const { provider, clientId, secret, options = {} } = input
  if (!identityProviderNames.includes(provider))
    throw credentialsError('provider', `must be one of ${identityProviderNames.join(', ')}`)
  if (!/^[\x21-\x7e]{1,256}$/.test(clientId)) throw credentialsError('clientId', 'must be 1 to 256 visible characters')
  if (provider === 'apple') {
    if (!('privateKey' in secret))
      throw credentialsError('secret', 'must be a team id, a key id and a private key for Apple')
    if (!/^[A-Z0-9]{10}$/.test(secret.teamId))
      throw credentialsError('teamId', 'must be ten capital letters and digits')
    if (!/^[A-Z0-9]{10}$/.test(secret.keyId)) throw credentialsError('keyId', 'must be ten capital letters and digits')
    if (!/^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\s*$/.test(secret.privateKey))
      throw credentialsError('privateKey', 'must be the content of the .p8 file from Apple')
  } else if (!('clientSecret' in secret) || !/^[\x21-\x7e]{1,1024}$/.test(secret.clientSecret))
    throw credentialsError('clientSecret', 'must be 1 to 1024 visible characters')
  const { tenant, host, ...unknown } = options
  const [unknownOption] = Object.keys(unknown)
  if (unknownOption !== undefined)
    throw credentialsError(`options.${unknownOption}`, 'is not supported; use tenant or host')
  if (tenant !== undefined && (provider !== 'microsoft' || !/^[A-Za-z0-9.-]{1,128}$/.test(tenant)))
    throw credentialsError('options.tenant', 'is for Microsoft: an id, a domain, common, organizations or consumers')
  if (host !== undefined && ((provider !== 'gitlab' && provider !== 'salesforce') || !isHost(host)))
    throw credentialsError('options.host', 'is for GitLab and Salesforce: a host name, without scheme and path')
}

/** Stores sealed credentials; they replace those of the same identity provider and keep its redirect URI. */
export async function setOAuthCredentials(
  storage: Pick<StorageVerbs, 'oauthCredentials'>,
  deps: { vault: Vault; clock: Clock; random: Random },
  project: Pick<ProjectRecord, 'id' | 'environment'>,
  input: OAuthCredentialsInput,
): Promise<void> {
  checkOAuthCredentials(input)
  const now = deps.clock.now()
  await storage.oauthCredentials.set({
    projectId: project.id,
    provider: input.provider,
    callbackId: randomId('oauth-callback', project.environment, deps.random),
    clientId: input.clientId,
    secretSealed: deps.vault.seal(
      JSON.stringify(input.secret),
      oauthMethod.sealedTables.oauth_credentials.sealContext(project.id, input.provider),
    ),
    options: { ...input.options },
    createdAt: now,
    updatedAt: now,
  })
}

export function openOAuthSecret(vault: Vault, record: OAuthCredentialsRecord): OAuthSecret {
  return JSON.parse(
    vault.open(
      record.secretSealed,
      oauthMethod.sealedTables.oauth_credentials.sealContext(record.projectId, record.provider),
    ),
  ) as OAuthSecret
}

export function viewOAuthCredentials(record: OAuthCredentialsRecord, baseUrl: string): OAuthCredentialsView {
  const { provider, clientId, options, createdAt, updatedAt } = record
  return { provider, clientId, options, redirectUri: callbackUri(baseUrl, record), createdAt, updatedAt }
}

/** The redirect URI. Each identity provider has its own, so that a response cannot pass for that of another one. */
export function callbackUri(baseUrl: string, { callbackId }: Pick<OAuthCredentialsRecord, 'callbackId'>): string {
  return `${baseUrl}/v1/oauth/callback/${callbackId}`
}

function isHost(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && host.length <= 253 && !/^[\d.]+$/.test(host)
}

function credentialsError(field: string, problem: string): OAuthCredentialsError {
  return new OAuthCredentialsError(field, problem)
}
