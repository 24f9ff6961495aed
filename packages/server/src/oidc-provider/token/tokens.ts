import { createHash } from 'node:crypto'
import { brandPrefix } from '@latchkey/contract'
import { hmacHex } from '../../core/hash.ts'
import type { Vault } from '../../core/vault.ts'
import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, OAuthGrantRecord, ProjectRecord } from '../../storage/records.ts'
import type { TokenSubject } from '../protocol/subject.ts'
import { organizationClaims, subjectClaims } from './claims.ts'

const idTokenSeconds = 60 * 60
const refreshPrefix = `${brandPrefix}_rt_`
/** The label of the key that derives a refresh token from its predecessor. */
const succession = 'oauth-refresh-token'

export interface TokenInput {
  project: ProjectRecord
  client: OAuthClientRecord
  grant: OAuthGrantRecord
  /** Null for the client_credentials grant. */
  subject: TokenSubject | null
  /** The scopes of these tokens: all of the grant or a subset. */
  scopes: string[]
  resources: string[]
  nonce: string | null
  refreshToken: string | null
}

type TokenContext = Pick<ProviderContext, 'signingKeys' | 'clock' | 'random' | 'baseUrl'>

/** The response of the token endpoint (RFC 6749 §5.1, OIDC Core §3.1.3.3). Signed outside transactions. */
export async function tokenResponse(context: TokenContext, input: TokenInput): Promise<Record<string, unknown>> {
  const { client, subject, scopes, refreshToken } = input
  const accessToken = await signAccessToken(context, input)
  const isOpenId = subject !== null && scopes.includes('openid')
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: client.accessTokenMinutes * 60,
    scope: scopes.join(' '),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    ...(isOpenId ? { id_token: await signIdToken(context, input, subject, accessToken) } : {}),
  }
}

/**
 * RFC 9068. The `jti` contains the grant id, so that the provider's endpoints reject the token when the grant has ended.
 * The audience is never the project id, which session JWTs have: a backend that does not check `typ` must not accept an
 * access token as a session.
 */
function signAccessToken(context: TokenContext, input: TokenInput): Promise<string> {
  const { project, client, grant, subject, scopes, resources } = input
  const iat = Math.floor(context.clock.now() / 1_000)
  const issuer = projectIssuer(context, project)
  const claims = {
    iss: issuer,
    aud: resources.length === 0 ? issuer : resources.length === 1 ? resources[0] : resources,
    sub: subject?.account.id ?? client.id,
    client_id: client.id,
    iat,
    exp: iat + client.accessTokenMinutes * 60,
    jti: `${grant.id}.${grant.generation}.${Buffer.from(context.random.bytes(12)).toString('base64url')}`,
    scope: scopes.join(' '),
    ...(subject === null
      ? {}
      : {
          ...organizationClaims(subject),
          ...{ auth_time: seconds(grant.authTime), acr: grant.acr, amr: grant.amr },
        }),
  }
  return context.signingKeys.sign(project.id, project.settings.jwtAlgorithm, claims, 'at+jwt')
}

/** OIDC Core §2. */
function signIdToken(
  context: TokenContext,
  input: TokenInput,
  subject: TokenSubject,
  accessToken: string,
): Promise<string> {
  const { project, client, grant, scopes, nonce } = input
  const iat = Math.floor(context.clock.now() / 1_000)
  const claims = {
    ...subjectClaims(subject, scopes),
    iss: projectIssuer(context, project),
    aud: client.id,
    azp: client.id,
    iat,
    exp: iat + idTokenSeconds,
    auth_time: seconds(grant.authTime),
    acr: grant.acr,
    amr: grant.amr,
    ...(grant.sessionId === null ? {} : { sid: grant.sessionId }),
    ...(nonce === null ? {} : { nonce }),
    // The left half of SHA-256, which both signing algorithms use (§3.1.3.6).
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
  }
  return context.signingKeys.sign(project.id, client.idTokenAlgorithm ?? project.settings.jwtAlgorithm, claims, 'JWT')
}

export function newRefreshToken({ random }: Pick<ProviderContext, 'random'>): string {
  return `${refreshPrefix}${Buffer.from(random.bytes(32)).toString('base64url')}`
}

export function isRefreshToken(token: string): boolean {
  return token.startsWith(refreshPrefix) && /^[A-Za-z0-9_-]{43}$/.test(token.slice(refreshPrefix.length))
}

/**
 * The successor of a refresh token, derived with a secret key. A client that lost the response and repeats the request
 * gets the same token again, although only hashes are stored.
 */
export function nextRefreshToken(vault: Vault, token: string): string {
  return deriveSuccessor(vault.derive(succession), token)
}

/** All possible successors: derived with the current key and with earlier ones. */
export function possibleNextRefreshTokens(vault: Vault, token: string): string[] {
  return vault.deriveAll(succession).map((key) => deriveSuccessor(key, token))
}

function deriveSuccessor(key: Uint8Array, token: string): string {
  return `${refreshPrefix}${Buffer.from(hmacHex(key, token), 'hex').toString('base64url')}`
}

function seconds(instant: number | null): number | undefined {
  return instant === null ? undefined : Math.floor(instant / 1_000)
}
