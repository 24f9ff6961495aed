import { sha256Hex } from '../../core/hash.ts'
import type { Page } from '../../http/page.ts'
import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { answerClient, json, OAuthError } from '../protocol/oauth-error.ts'
import { required } from '../protocol/params.ts'
import { findSubject } from '../protocol/subject.ts'
import { readAccessToken } from './access-token.ts'
import { readTokenRequest } from './token-request.ts'
import { isRefreshToken } from './tokens.ts'

/**
 * RFC 7662. A client application can introspect its own tokens; first-party applications, such as APIs, all tokens of
 * the project. Every other token is reported as inactive.
 */
export const introspectPage: Page = {
  name: 'oauth2_introspect',
  path: '/v1/public/:project_id/oauth2/introspect',
  methods: ['POST'],
  handle: (context, exchange, { project_id }) =>
    answerClient(exchange, async () => {
      const { project, client, params } = await readTokenRequest(context, exchange, project_id)
      if (client.isPublic) throw new OAuthError('invalid_client', 'Public clients cannot use token introspection.')
      const token = required(params, 'token')
      const found = isRefreshToken(token)
        ? await refreshToken(context, project, client, token)
        : await accessToken(context, project, client, token)
      return json(exchange, 200, found ?? { active: false })
    }),
}

const canIntrospect = (client: OAuthClientRecord, clientId: string): boolean =>
  client.isFirstParty || client.id === clientId

async function accessToken(
  context: ProviderContext,
  project: ProjectRecord,
  client: OAuthClientRecord,
  token: string,
): Promise<object | null> {
  const read = await readAccessToken(context, project, token)
  if (!read || !canIntrospect(client, read.grant.clientId) || !(await isActive(context, project, read.grant.accountId)))
    return null
  const { iss, sub, aud, exp, iat, jti, client_id, scope, organization_id, organization_slug } = read.claims
  return {
    ...{ active: true, token_type: 'Bearer', iss, sub, aud, exp, iat, jti, client_id, scope },
    ...(organization_id === undefined ? {} : { organization_id, organization_slug }),
  }
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
  if (!row || !grant || !canIntrospect(client, grant.clientId)) return null
  const isLive = row.usedAt === null && row.expiresAt > now && grant.revokedAt === null && grant.expiresAt > now
  if (!isLive || !(await isActive(context, project, grant.accountId))) return null
  return {
    active: true,
    token_type: 'refresh_token',
    iss: projectIssuer(context, project),
    sub: grant.accountId,
    client_id: grant.clientId,
    scope: grant.scopes.join(' '),
    iat: Math.floor(row.createdAt / 1_000),
    exp: Math.floor(row.expiresAt / 1_000),
  }
}

/** A token of the client credentials grant has no subject. */
async function isActive(
  { storage }: ProviderContext,
  project: ProjectRecord,
  accountId: string | null,
): Promise<boolean> {
  return accountId === null || (await findSubject(storage, project, accountId)) !== null
}
