import { sha256Hex } from '../../core/hash.ts'
import type { Page } from '../../http/page.ts'
import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { answerProgram, json, OAuthError } from '../protocol/oauth-error.ts'
import { required } from '../protocol/params.ts'
import { readAccessToken } from './access-token.ts'
import { readTokenRequest } from './token-request.ts'
import { isRefreshToken } from './tokens.ts'

/**
 * RFC 7662. An application learns of its own tokens; the project's own applications, among them its APIs, of all.
 * Everything else is inactive, whatever it is.
 */
export const introspectPage: Page = {
  name: 'oauth2_introspect',
  path: '/v1/public/:project_id/oauth2/introspect',
  methods: ['POST'],
  handle: (context, exchange, { project_id }) =>
    answerProgram(exchange, async () => {
      const { project, client, params } = await readTokenRequest(context, exchange, project_id)
      if (client.isPublic) throw new OAuthError('invalid_client', 'Only an application with a secret may ask.')
      const token = required(params, 'token')
      const found = isRefreshToken(token)
        ? await refreshToken(context, project, client, token)
        : await accessToken(context, project, client, token)
      return json(exchange, 200, found ?? { active: false })
    }),
}

const mayKnow = (client: OAuthClientRecord, clientId: string): boolean => client.isFirstParty || client.id === clientId

async function accessToken(
  context: ProviderContext,
  project: ProjectRecord,
  client: OAuthClientRecord,
  token: string,
): Promise<object | null> {
  const read = await readAccessToken(context, project, token)
  if (!read || !mayKnow(client, read.grant.clientId) || !(await isUserLive(context, project, read.grant.userId)))
    return null
  const { iss, sub, aud, exp, iat, jti, client_id, scope } = read.claims
  return { active: true, token_type: 'Bearer', iss, sub, aud, exp, iat, jti, client_id, scope }
}

async function refreshToken(
  context: ProviderContext,
  project: ProjectRecord,
  client: OAuthClientRecord,
  token: string,
): Promise<object | null> {
  const { storage, clock } = context
  const row = await storage.oauthGrants.findRefreshToken(project.id, sha256Hex(token))
  const grant = row && (await storage.oauthGrants.get(project.id, row.grantId))
  const now = clock.now()
  if (!row || !grant || !mayKnow(client, grant.clientId)) return null
  const isLive = row.usedAt === null && row.expiresAt > now && grant.revokedAt === null && grant.expiresAt > now
  if (!isLive || !(await isUserLive(context, project, grant.userId))) return null
  return {
    active: true,
    token_type: 'refresh_token',
    iss: projectIssuer(context, project),
    sub: grant.userId,
    client_id: grant.clientId,
    scope: grant.scopes.join(' '),
    iat: Math.floor(row.createdAt / 1_000),
    exp: Math.floor(row.expiresAt / 1_000),
  }
}

async function isUserLive(
  { storage }: ProviderContext,
  project: ProjectRecord,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return true
  const user = await storage.users.get(project.id, userId)
  return user !== null && user.disabledAt === null
}
