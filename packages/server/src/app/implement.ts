import { type Endpoint, errorTable, type Protection } from '@latchkey/contract'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { endpointSchemas, noBody, pathParameter } from '@latchkey/contract/schemas'
import * as z from 'zod'
import { auditRejectedCall } from '../audit/reject.ts'
import type { ClientInfo } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Call, Route, RoutePermission } from '../core/route.ts'
import { createPathParser, parseOrRefuse } from '../core/schema-issues.ts'
import { type Credentials, parseAuthorization } from '../http/authorization.ts'
import { deviceCookieOf } from '../http/cookies/device-cookie.ts'
import { endSession, setIntermediateCookie } from '../http/cookies/session-cookies.ts'
import { allowOrigin, checkOrigin } from '../http/cors.ts'
import { countRequest, type Exchange, identifyProject } from '../http/exchange.ts'
import { readJson, requireJson } from '../http/read-body.ts'
import { readQuery } from '../http/read-query.ts'
import { dataResponse } from '../http/responses.ts'
import { requireSignedInMember } from '../organizations/members/member-caller.ts'
import { neededPermissions, requirePermission } from '../organizations/require-permission.ts'
import { checkProtection } from '../protection/protection.ts'
import type { ProviderContext } from '../provider-context.ts'
import { refuseReplacedToken } from '../sessions/step-up.ts'
import {
  findSession,
  moveTokensToCookies,
  type Presented,
  presentedByHeader,
  presentedSession,
  withIntermediateToken,
} from './read-session.ts'

const largestBody = 65_536

const names = new Map<Endpoint, string>(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]))

/** The name of an endpoint in the contract's table. */
export function endpointName(endpoint: Endpoint): EndpointName {
  const name = names.get(endpoint)
  if (name === undefined) throw new TypeError(`${endpoint.method} ${endpoint.path} is not in the contract's table`)
  return name as EndpointName
}

/** Turns a route into a handler: count, authorize, parse, check protection, respond. Each step may reject the request. */
export function implement(
  context: ProviderContext,
  route: Route,
): (exchange: Exchange, params: Record<string, string>) => Promise<Response> {
  const { endpoint, token = 'header', bodyLimit = largestBody, vertical = 'CONSUMER' } = route
  const isSecure = context.baseUrl.startsWith('https:')
  const requestSchema: z.ZodType<unknown> = endpointSchemas[endpointName(endpoint)].request
  const continuesSignIn = requestSchema instanceof z.ZodObject && 'intermediate_session_token' in requestSchema.shape
  const parsePath = createPathParser(endpoint)
  async function receive(
    exchange: Exchange,
    rawParams: Record<string, string>,
  ): Promise<{ call: Call<unknown>; presented: Presented }> {
    const { request, client } = exchange
    const credentials = parseAuthorization(request.headers.get('authorization'))
    if (token !== 'body') await admit(context, exchange, publicTokenOf(token, request, rawParams, credentials), true)
    if (endpoint.method === 'POST' || endpoint.method === 'PUT') requireJson(request)
    // A GET request without parameters may have any query.
    const hasQuery = endpoint.method === 'GET' && requestSchema !== noBody
    const json = endpoint.method === 'GET' ? undefined : await exchange.awaitSender(() => readJson(request, bodyLimit))
    const given = hasQuery ? readQuery(request) : json === undefined ? {} : json
    const body = parseOrRefuse(requestSchema, given, hasQuery ? 'query' : 'body')
    const params = parsePath(rawParams)
    if (token === 'body') await admit(context, exchange, eventsToken(body), false)
    const { project } = exchange
    if (project === null) throw new ProviderError('invalid_public_token')
    if (token === 'header' && vertical !== 'any' && project.vertical !== vertical)
      throw new ProviderError('wrong_vertical')
    if (endpoint.guarded)
      await checkProtection(context, { project, client, requestId: exchange.requestId }, protectionOf(body))
    const presented =
      token === 'header'
        ? await presentedSession(context, exchange, project, credentials)
        : presentedByHeader(credentials)
    const sessionToken = presented.token
    const session = once(async () => {
      const caller = await findSession(context, project.id, sessionToken)
      call.impersonator = caller?.session.actor ?? null
      return caller
    })
    const call: Call<unknown> = {
      project,
      body: continuesSignIn ? withIntermediateToken(body, presented) : body,
      params,
      requestId: exchange.requestId,
      client,
      origin: request.headers.get('origin'),
      device: deviceCookieOf(exchange, project, isSecure),
      sessionToken,
      session,
      async requireSession() {
        const caller = await session()
        if (!caller) throw new ProviderError('user_unauthenticated')
        if (!route.acceptsReplacedToken) refuseReplacedToken(caller)
        return caller
      },
    }
    return { call, presented }
  }

  /** A route with `countsItself` does not see requests that are rejected before it: they are counted here. */
  function countRefusal(thrown: unknown, client: ClientInfo): never {
    if (thrown instanceof ProviderError && errorTable[thrown.type].status < 500) countRequest(context, client)
    throw thrown
  }

  async function handle(call: Call<unknown>): Promise<object> {
    if (route.permission !== undefined)
      call.actor = { kind: 'member', id: await checkPermission(call, route.permission) }
    // The schema has just validated that the body has the route's type.
    return route.handle(context, call as Call<never>)
  }

  async function audited(call: Call<unknown>, handling: Promise<object>): Promise<object> {
    try {
      return await handling
    } catch (thrown) {
      if (thrown instanceof ProviderError) await auditRejectedCall(context, call, endpointName(endpoint), thrown)
      throw thrown
    }
  }

  return async (exchange, rawParams) => {
    const { client, headers } = exchange
    if (!route.countsItself) countRequest(context, client)
    const receiving = receive(exchange, rawParams)
    const { call, presented } = await (route.countsItself
      ? receiving.catch((thrown) => countRefusal(thrown, client))
      : receiving)
    const handling = call.project.vertical === 'B2B' ? audited(call, handle(call)) : handle(call)
    const data = await (route.endsSession ? forget(exchange, presented, handling) : handling)
    const body = moveTokensToCookies(exchange, presented, call.body, data, context.clock.now())
    return dataResponse(body, exchange.requestId, headers)
  }
}

/** Decides with the roles that were read with the session. Returns the id of the member. */
async function checkPermission(call: Call<unknown>, permission: RoutePermission): Promise<string> {
  const { rbac, roles, member } = await requireSignedInMember(call)
  requirePermission(
    rbac,
    roles.map(({ roleId }) => roleId),
    neededPermissions(permission, call.body),
  )
  return member.id
}

/** Finds the project and rejects pages of origins that it has not authorized. */
async function admit(
  context: ProviderContext,
  exchange: Exchange,
  token: string,
  credentialed: boolean,
): Promise<void> {
  const project = await context.projects.byPublicToken(token)
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  checkOrigin(exchange.request, project)
  const origin = exchange.request.headers.get('origin')
  if (origin !== null) allowOrigin(exchange.headers, origin, credentialed)
}

/** Bootstrap has the public token in the path and needs no header; if both are present they must match. */
function publicTokenOf(
  where: 'header' | 'path',
  request: Request,
  params: Record<string, string>,
  credentials: Credentials | null,
): string {
  if (where === 'header' || request.headers.has('authorization')) {
    if (!credentials) throw new ProviderError('invalid_authorization_header')
    if (where === 'path' && credentials.publicToken !== params.public_token)
      throw new ProviderError('invalid_public_token')
    return credentials.publicToken
  }
  return parseOrRefuse(z.object({ public_token: pathParameter }), params, 'params').public_token
}

function eventsToken(body: unknown): string {
  const shape = z.array(z.object({ event: z.object({ public_token: z.string() }) })).min(1)
  return parseOrRefuse(shape, body, 'body')[0]?.event.public_token ?? ''
}

function protectionOf(body: unknown): Protection {
  const { captcha_token, dfp_telemetry_id } = Object(body) as Record<keyof Protection, unknown>
  return {
    ...(typeof captcha_token === 'string' ? { captcha_token } : {}),
    ...(typeof dfp_telemetry_id === 'string' ? { dfp_telemetry_id } : {}),
  }
}

/** Removes the cookies if the session has ended, now or before; not after other errors, when that is unknown. */
async function forget(
  exchange: Exchange,
  { cookies, intermediateToken }: Presented,
  ending: Promise<object>,
): Promise<object> {
  const clear = (): void => {
    if (cookies === null) return
    exchange.setCookies.push(...endSession(cookies))
    if (intermediateToken !== null) exchange.setCookies.push(setIntermediateCookie(cookies, ''))
  }
  try {
    const data = await ending
    clear()
    return data
  } catch (error) {
    if (error instanceof ProviderError && error.type === 'session_not_found') clear()
    throw error
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
