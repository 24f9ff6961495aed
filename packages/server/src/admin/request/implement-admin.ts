import type { Exchange } from '../../http/exchange.ts'
import { readJson, requireJson } from '../../http/read-body.ts'
import { readQuery } from '../../http/read-query.ts'
import { refuseInvalidCursor } from '../../http/refuse-invalid-cursor.ts'
import { dataResponse } from '../../http/responses.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AdminCall, AdminRoute } from './admin-route.ts'
import { createAdminParser, hasQuery } from './parse-admin.ts'
import { authenticateSecret } from './secret-authentication.ts'

const largestBody = 65_536

/** Turns a route into a handler: authenticate, parse, handle. Pages in browsers cannot read the response. */
export function implementAdmin(
  context: ProviderContext,
  route: AdminRoute,
): (exchange: Exchange, params: Record<string, string>) => Promise<Response> {
  const { endpoint, bodyLimit = largestBody } = route
  const parse = createAdminParser(endpoint)
  const inQuery = hasQuery(endpoint)
  return async (exchange, rawParams) => {
    const { request, client, headers } = exchange
    exchange.isForPages = false
    const { project, key } = await authenticateSecret(context, exchange)
    const raw = inQuery ? readQuery(request) : await readBody(exchange, bodyLimit)
    const call: AdminCall<unknown> = {
      ...parse({ request: raw, params: rawParams }),
      ...{ project, client, requestId: exchange.requestId },
      actor: { kind: 'admin', id: key.id },
    }
    // The schema has validated the request against the type of the route.
    const data = await refuseInvalidCursor(route.handle(context, call as AdminCall<never>))
    return dataResponse(data, exchange.requestId, headers)
  }
}

async function readBody(exchange: Exchange, limit: number): Promise<unknown> {
  const { request } = exchange
  if (request.body === null) return undefined
  requireJson(request)
  return exchange.awaitSender(() => readJson(request, limit))
}
