import { sdkPath } from '@latchkey/contract'
import { adminEndpoints, adminPath } from '@latchkey/contract/admin'
import { endpoints } from '@latchkey/contract/endpoints'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { adminRoutes } from '../admin/admin.routes.ts'
import { implementAdmin } from '../admin/request/implement-admin.ts'
import { adminEndpointName } from '../admin/request/parse-admin.ts'
import { ProviderError } from '../core/provider-error.ts'
import { allowPreflight } from '../http/cors.ts'
import { countRequest, createExchanger, type Exchange } from '../http/exchange.ts'
import { operations } from '../http/operations.ts'
import { errorPages } from '../http/pages/error-pages.ts'
import { framePages } from '../http/pages/frame-page.ts'
import type { ProviderContext } from '../provider-context.ts'
import { endpointName, implement } from './implement.ts'
import { pages, routes } from './routes.ts'

interface Env {
  Bindings: { peerAddress: string }
}

/** All paths of the provider. An endpoint of the contract without a route gets `endpoint_not_available`. */
export function createApp(context: ProviderContext): Hono<Env> {
  // Hono's default router tries regular expressions first, which do not support paths of which two match a request.
  const app = new Hono<Env>({ router: new TrieRouter() })
  const { answer } = createExchanger(context)
  const refuse =
    (error: ProviderError) =>
    async ({ client }: Exchange): Promise<Response> => {
      countRequest(context, client)
      throw error
    }

  for (const route of routes) {
    const { method, path } = route.endpoint
    const handle = implement(context, route)
    const endpoint = { name: endpointName(route.endpoint), path: `${sdkPath}${path}` }
    app.on(method, honoPath(path), (c) =>
      answer(c.req.raw, c.env.peerAddress, endpoint, (exchange) => {
        exchange.headers.vary = 'Origin'
        return handle(exchange, c.req.param())
      }),
    )
  }
  for (const name of unavailableEndpoints) {
    const { method, path } = endpoints[name as keyof typeof endpoints]
    app.on(method, honoPath(path), (c) =>
      answer(
        c.req.raw,
        c.env.peerAddress,
        { name, path: `${sdkPath}${path}` },
        refuse(new ProviderError('endpoint_not_available')),
      ),
    )
  }
  for (const route of adminRoutes) {
    const { method, path } = route.endpoint
    const handle = implementAdmin(context, route)
    const endpoint = { name: adminEndpointName(route.endpoint), path: `${adminPath}${path}` }
    app.on(method, honoPath(path, adminPath), (c) =>
      answer(c.req.raw, c.env.peerAddress, endpoint, (exchange) => handle(exchange, c.req.param())),
    )
  }
  const refuseServer = (error: ProviderError) => (exchange: Exchange) => {
    exchange.isForPages = false
    return refuse(error)(exchange)
  }
  for (const page of [...operations, ...errorPages, ...framePages, ...pages]) {
    const endpoint = { name: page.name, path: routeTemplate(page.path), isUrgent: page.isUrgent }
    app.on([...(page.methods ?? ['GET'])], page.path, (c) =>
      answer(c.req.raw, c.env.peerAddress, endpoint, (exchange) => page.handle(context, exchange, c.req.param())),
    )
  }

  app.options(`${sdkPath}/*`, (c) =>
    answer(c.req.raw, c.env.peerAddress, { name: 'preflight', path: `${sdkPath}/*` }, (exchange) =>
      preflight(context, exchange),
    ),
  )
  // A known path with another method. Registered last, so that all other handlers come first.
  const knownPaths = [...Object.values(endpoints).map(({ path }) => honoPath(path)), ...pagePaths()]
  for (const path of new Set(knownPaths)) {
    app.all(path, (c) =>
      answer(c.req.raw, c.env.peerAddress, wrongMethod, refuse(new ProviderError('method_not_allowed'))),
    )
  }
  for (const path of new Set(Object.values(adminEndpoints).map(({ path }) => honoPath(path, adminPath)))) {
    app.all(path, (c) =>
      answer(c.req.raw, c.env.peerAddress, wrongMethod, refuseServer(new ProviderError('method_not_allowed'))),
    )
  }
  app.notFound((c) => {
    // The contract includes the business API, most of which has no routes yet.
    const type = c.req.path.startsWith(`${sdkPath}/b2b/`) ? 'endpoint_not_available' : 'endpoint_not_found'
    return answer(c.req.raw, c.env.peerAddress, { name: type, path: null }, refuse(new ProviderError(type)))
  })
  // `answer` handles the errors of all handlers; this catches the rest.
  app.onError(() => new Response(null, { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } }))
  return app
}

/** The names of the endpoints in the contract that have no route yet. */
export const unavailableEndpoints: readonly string[] = Object.entries(endpoints)
  .filter(([, endpoint]) => ![...routes, ...pages].some((built) => built.endpoint === endpoint))
  .map(([name]) => name)

/**
 * A preflight carries no token: it passes for the origins of all projects, and each call is checked for its own project.
 * If the database has a test project it passes for every origin, so that a page can read which origin is missing.
 */
async function preflight(context: ProviderContext, { request, headers }: Exchange): Promise<Response> {
  headers.vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
  const origin = request.headers.get('origin')
  const { projects } = context
  if (origin === null || !((await projects.isAuthorizedByAnyProject(origin)) || (await mayReadAdvice(context, origin))))
    throw new ProviderError('unauthorized_origin')
  allowPreflight(headers, origin, !isTelemetry(request))
  return new Response(null, { status: 204, headers })
}

async function mayReadAdvice({ projects }: ProviderContext, origin: string): Promise<boolean> {
  return /^https?:/.test(origin) && (await projects.hasTestProject())
}

const wrongMethod = { name: 'method_not_allowed', path: null }

function isTelemetry(request: Request): boolean {
  return new URL(request.url).pathname === `${sdkPath}${endpoints.events.path}`
}

function pagePaths(): string[] {
  return [...operations, ...errorPages, ...framePages, ...pages].map(({ path }) => path)
}

/** `/v1/sessions/jwks/:project_id` as `/v1/sessions/jwks/{project_id}`. */
function routeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function honoPath(path: string, prefix: string = sdkPath): string {
  return `${prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`
}
