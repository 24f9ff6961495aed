import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** An ID token that this provider issued earlier. */
export interface IdTokenHint {
  accountId: string
  clientId: string
  sessionId: string | null
  isExpired: boolean
}

/** Null unless the project signed the token for a client application. It may have expired: a hint proves nothing. */
export async function readIdTokenHint(
  context: Pick<ProviderContext, 'signingKeys' | 'clock' | 'baseUrl'>,
  project: ProjectRecord,
  token: string,
): Promise<IdTokenHint | null> {
  const { createLocalJWKSet, compactVerify } = await import('jose')
  const keys = createLocalJWKSet(
    (await context.signingKeys.jwks(project.id)) as Parameters<typeof createLocalJWKSet>[0],
  )
  const verified = await compactVerify(token, keys, { algorithms: ['ES256', 'RS256'] }).catch(() => null)
  if (verified?.protectedHeader.typ !== 'JWT') return null
  const claims = JSON.parse(new TextDecoder().decode(verified.payload)) as Record<string, unknown>
  const { iss, sub, aud, sid, exp } = claims
  // The audience of a session JWT is the project id, never a client id.
  if (iss !== projectIssuer(context, project) || typeof sub !== 'string' || typeof aud !== 'string') return null
  if (typeof exp !== 'number' || aud === project.id) return null
  return {
    accountId: sub,
    clientId: aud,
    sessionId: typeof sid === 'string' ? sid : null,
    isExpired: exp * 1_000 <= context.clock.now(),
  }
}
