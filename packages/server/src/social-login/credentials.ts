import { type JsonObject, type OAuthProvider, oauthProviders } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** A client secret as the provider shows it, or the key from which Apple's are made. */
export type OAuthSecret = { clientSecret: string } | { teamId: string; keyId: string; privateKey: string }

export interface OAuthCredentialsInput {
  provider: OAuthProvider
  clientId: string
  secret: OAuthSecret
  /** `tenant` for Microsoft; `host` for GitLab and Salesforce. */
  options?: { tenant?: string; host?: string } | undefined
}

/** Everything but the secret: what may be shown. */
export interface OAuthCredentialsView {
  provider: OAuthProvider
  clientId: string
  options: JsonObject
  /** What has to be registered at the provider. */
  redirectUri: string
  createdAt: number
  updatedAt: number
}

/** Credentials that no provider would take. */
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

/** Refuses what no provider would take, naming the field. */
export function checkOAuthCredentials(input: OAuthCredentialsInput): void {
  const { provider, clientId, secret, options = {} } = input
  if (!oauthProviders.includes(provider)) throw wrong('provider', `is one of ${oauthProviders.join(', ')}`)
  if (!/^[\x21-\x7e]{1,256}$/.test(clientId)) throw wrong('clientId', 'is 1 to 256 visible characters')
  if (provider === 'apple') {
    if (!('privateKey' in secret)) throw wrong('secret', 'is a team id, a key id and a private key for Apple')
    if (!/^[A-Z0-9]{10}$/.test(secret.teamId)) throw wrong('teamId', 'is ten capital letters and digits')
    if (!/^[A-Z0-9]{10}$/.test(secret.keyId)) throw wrong('keyId', 'is ten capital letters and digits')
    if (!/^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\s*$/.test(secret.privateKey))
      throw wrong('privateKey', 'is the .p8 file that Apple gave out')
  } else if (!('clientSecret' in secret) || !/^[\x21-\x7e]{1,1024}$/.test(secret.clientSecret))
    throw wrong('clientSecret', 'is 1 to 1024 visible characters')
  const { tenant, host, ...unknown } = options
  const [stranger] = Object.keys(unknown)
  if (stranger !== undefined) throw wrong(`options.${stranger}`, 'is not known')
  if (tenant !== undefined && (provider !== 'microsoft' || !/^[A-Za-z0-9.-]{1,128}$/.test(tenant)))
    throw wrong('options.tenant', 'is for Microsoft: an id, a domain, common, organizations or consumers')
  if (host !== undefined && ((provider !== 'gitlab' && provider !== 'salesforce') || !isHost(host)))
    throw wrong('options.host', 'is for GitLab and Salesforce: a host name, without scheme and path')
}

/** Stores them, sealed; others of the same provider give way, and the address people come back to stays the same. */
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
    secretSealed: deps.vault.seal(JSON.stringify(input.secret), oauthSecretContext(project.id, input.provider)),
    options: { ...input.options },
    createdAt: now,
    updatedAt: now,
  })
}

export function openOAuthSecret(vault: Vault, record: OAuthCredentialsRecord): OAuthSecret {
  return JSON.parse(
    vault.open(record.secretSealed, oauthSecretContext(record.projectId, record.provider)),
  ) as OAuthSecret
}

export function viewOAuthCredentials(record: OAuthCredentialsRecord, baseUrl: string): OAuthCredentialsView {
  const { provider, clientId, options, createdAt, updatedAt } = record
  return { provider, clientId, options, redirectUri: callbackUri(baseUrl, record), createdAt, updatedAt }
}

/** Where the provider sends people back to. One for each provider: an answer of one cannot pass for another's. */
export function callbackUri(baseUrl: string, { callbackId }: Pick<OAuthCredentialsRecord, 'callbackId'>): string {
  return `${baseUrl}/v1/oauth/callback/${callbackId}`
}

export function oauthSecretContext(projectId: string, provider: OAuthProvider): string {
  return `oauth_credentials:${projectId}:${provider}`
}

function isHost(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && host.length <= 253 && !/^[\d.]+$/.test(host)
}

function wrong(field: string, what: string): OAuthCredentialsError {
  return new OAuthCredentialsError(field, what)
}
