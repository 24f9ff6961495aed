import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { findProject } from '../protocol/find-project.ts'
import { answerClient, json, OAuthError } from '../protocol/oauth-error.ts'
import { formParams, param } from '../protocol/params.ts'
import { preflightResponse } from '../protocol/preflight.ts'
import { findSubject } from '../protocol/subject.ts'
import { readAccessToken } from './access-token.ts'
import { subjectClaims } from './claims.ts'

/** OIDC Core §5.3: GET or POST, with the token in the header or in a form body. */
export const userinfoPage: Page = {
  name: 'oauth2_userinfo',
  path: '/v1/public/:project_id/oauth2/userinfo',
  methods: ['GET', 'POST', 'OPTIONS'],
  handle: (context, exchange, { project_id }) =>
    preflightResponse(exchange) ??
    answerClient(exchange, async () => {
      const project = await findProject(context, exchange, project_id)
      const token = await presentedToken(exchange)
      if (token === null) {
        countRequest(context, exchange.client)
        // RFC 6750 §3.1: a request without a token gets a challenge without an error code.
        exchange.headers['www-authenticate'] = `Bearer realm="${project.id}"`
        return json(exchange, 401, {})
      }
      return json(exchange, 200, await claimsOf(context, exchange, project, token))
    }),
}

async function claimsOf(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  token: string,
): Promise<object> {
  const read = await readAccessToken(context, project, token)
  const subject = read && (await findSubject(context.storage, project, read.grant.accountId))
  if (!read?.isForProject || subject === null) {
    countRequest(context, exchange.client)
    throw bearer(project, 'invalid_token', 'The access token is invalid.')
  }
  if (!read.scopes.includes('openid'))
    throw bearer(project, 'insufficient_scope', 'The request requires the scope openid.')
  return subjectClaims(subject, read.scopes)
}

function bearer(project: ProjectRecord, code: 'invalid_token' | 'insufficient_scope', description: string): OAuthError {
  const challenge = `Bearer realm="${project.id}", error="${code}", error_description="${description}"`
  return new OAuthError(code, description, challenge)
}

/** The token from the header or the form, never from the URL. Both at once are rejected. */
async function presentedToken(exchange: Exchange): Promise<string | null> {
  const { request } = exchange
  const inHeader = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const isForm = request.method === 'POST' && (request.headers.get('content-type') ?? '') !== ''
  const inForm = isForm ? param(await formParams(exchange), 'access_token') : undefined
  if (inHeader !== undefined && inForm !== undefined)
    throw new OAuthError('invalid_request', 'Multiple methods were used to send the access token.')
  return inHeader ?? inForm ?? null
}
