import {
  type Endpoint,
  type IdpOAuthAuthorizeSubmitRequest,
  type IdpOAuthAuthorizeSubmitResponse,
  oauthAuthorize,
  sdkPath,
  type Vertical,
} from '@latchkey/contract'
import { b2bOAuthAuthorize } from '@latchkey/contract/b2b'
import { endpointSchemas } from '@latchkey/contract/schemas'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseOrRefuse } from '../../core/schema-issues.ts'
import { parseAuthorization } from '../../http/authorization.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { readForm } from '../../http/read-body.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { isSessionToken } from '../../sessions/session-token.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { isAuthorizedOrigin } from '../../urls/origin-list.ts'
import { autoRedirectPage } from '../protocol/auto-redirect-page.ts'
import { authorize } from './authorize.ts'

const largestBody = 65_536

/** The JSON answer of newer clients, also used by the automatic submit. */
export async function submitAuthorize(
  context: ProviderContext,
  call: Call<IdpOAuthAuthorizeSubmitRequest>,
): Promise<DataOf<IdpOAuthAuthorizeSubmitResponse>> {
  const { scopes, consent_granted, consent_denied = false, ...fields } = call.body
  const answer = { isGranted: consent_granted, isDenied: consent_denied }
  const done = await authorize(context, call, await call.session(), { ...fields, scope: scopes.join(' ') }, answer)
  return { redirect_uri: done.redirectUri, ...(done.code === null ? {} : { authorization_code: done.code }) }
}

/** The answer as a form navigation. The session token in its fields proves that the consent page sent it. */
export const authorizeFormPages: readonly Page[] = [
  formPage('oauthAuthorize', oauthAuthorize, 'CONSUMER'),
  formPage('b2bOAuthAuthorize', b2bOAuthAuthorize, 'B2B'),
]

function formPage(name: string, endpoint: Endpoint, vertical: Vertical): Page {
  return {
    ...{ name, path: `${sdkPath}${endpoint.path}`, methods: ['POST'], endpoint },
    handle: (context, exchange) =>
      answerUser(context, exchange, 'request', () => submitForm(context, exchange, vertical)),
  }
}

async function submitForm(context: ProviderContext, exchange: Exchange, vertical: Vertical): Promise<Response> {
  const { request, client, headers } = exchange
  headers.vary = 'Origin'
  countRequest(context, client)
  // A framed page may be overlaid by its parent (clickjacking), so only top-level navigations are accepted.
  const destination = request.headers.get('sec-fetch-dest')
  if (destination !== null && destination !== 'document') throw new ProviderError('unauthorized_origin')
  const sent = await exchange.awaitSender(() => readForm(request, largestBody))
  const body = parseOrRefuse(endpointSchemas.oauthAuthorize.request, sent, 'body')
  const credentials = parseAuthorization(body.__Authorization)
  if (!credentials) throw new ProviderError('invalid_authorization_header')
  const project = await context.projects.byPublicToken(credentials.publicToken)
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  checkFormOrigin(request, project)
  if (project.vertical !== vertical) throw new ProviderError('wrong_vertical')
  const caller = await findCaller(context, project, credentials.sessionToken)
  const source = { project, client, requestId: exchange.requestId, impersonator: caller?.session.actor ?? null }
  const answer = { isGranted: body.consent_granted === 'true', isDenied: body.consent_denied === 'true' }
  const { redirectUri } = await authorize(context, source, caller, body, answer)
  return autoRedirectPage(exchange, redirectUri)
}

/** Browsers send an `Origin` with every form; a request without it is accepted only if it is not from a browser. */
function checkFormOrigin(request: Request, { settings, environment }: ProjectRecord): void {
  const origin = request.headers.get('origin')
  if (
    origin === null
      ? request.headers.has('sec-fetch-site')
      : !isAuthorizedOrigin(origin, settings.authorizedOrigins, environment)
  )
    throw new ProviderError('unauthorized_origin')
}

async function findCaller(
  { storage, clock }: ProviderContext,
  project: ProjectRecord,
  token: string | null,
): Promise<Caller | null> {
  if (token === null || !isSessionToken(token)) return null
  return storage.sessions.findByTokenHash(project.id, sha256Hex(token), clock.now())
}
