import type { JWTPayload } from 'jose'
import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthGrantRecord, ProjectRecord } from '../../storage/records.ts'

export interface AccessToken {
  claims: JWTPayload
  scopes: string[]
  grant: OAuthGrantRecord
  /** The audience is this provider. A token for another API is not accepted here. */
  isForProject: boolean
}

/** Verifies an access token of this project; null if it is invalid or its grant has ended. */
export async function readAccessToken(
  context: Pick<ProviderContext, 'storage' | 'signingKeys' | 'clock' | 'baseUrl'>,
  project: ProjectRecord,
  token: string,
): Promise<AccessToken | null> {
  const { storage, signingKeys, clock } = context
  const issuer = projectIssuer(context, project)
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const keys = createLocalJWKSet((await signingKeys.jwks(project.id)) as Parameters<typeof createLocalJWKSet>[0])
  const now = clock.now()
  const verified = await jwtVerify(token, keys, {
    ...{ typ: 'at+jwt', algorithms: ['ES256', 'RS256'], currentDate: new Date(now) },
    issuer,
    requiredClaims: ['exp', 'jti', 'sub', 'client_id', 'aud'],
  }).catch(() => null)
  if (verified === null) return null
  const { payload: claims } = verified
  const [grantId = '', generation = ''] = (claims.jti ?? '').split('.')
  const grant = await storage.oauthGrants.get(project.id, grantId)
  const isLive = grant !== null && grant.revokedAt === null && grant.expiresAt > now
  if (!isLive || String(grant.generation) !== generation || grant.clientId !== claims.client_id) return null
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ').filter(Boolean) : []
  return { claims, scopes, grant, isForProject: [claims.aud].flat().includes(issuer) }
}
