import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { readStartQuery } from '../../http/start-query.ts'
import { spendTestToken } from '../../organizations/connections/test-connection.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findActiveConnection } from './find-connection.ts'
import { requestSignIn } from './request-sign-in.ts'

/** Sends the browser of an admin to the identity provider, to test a connection. */
export const ssoTestPage: Page = {
  name: 'sso_test',
  path: '/v1/public/sso/test',
  handle: (context, exchange) => answerUser(context, exchange, 'start', () => startTest(context, exchange)),
}

async function startTest(context: ProviderContext, exchange: Exchange): Promise<Response> {
  const { storage } = context
  countRequest(context, exchange.client)
  const query = readStartQuery(exchange.request)
  const connectionId = query.get('connection_id') ?? ''
  const record = await storage.ssoConnections.findById(connectionId)
  const project = record && (await storage.projects.get(record.projectId))
  if (!record || !project) throw new ProviderError('sso_connection_not_found')
  identifyProject(exchange, project)
  const spent = { token: query.get('token') ?? '', connectionId, usedBy: exchange.requestId }
  const test = await spendTestToken(context, project, spent)
  if (test === null) throw new ProviderError('sso_token_not_found')
  const connection = await findActiveConnection(storage, project.id, connectionId)
  const target = { loginRedirectUrl: '', signupRedirectUrl: '', codeChallenge: null, test }
  return requestSignIn(context, exchange, project, { connection, target })
}
