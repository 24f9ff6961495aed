import type { Exchange } from '../../http/exchange.ts'

/** For pages of public applications, wherever they are: nothing here is known by a cookie. Null if it is no preflight. */
export function preflightOf({ request, headers }: Exchange): Promise<Response> | null {
  if (request.method !== 'OPTIONS') return null
  headers['access-control-allow-origin'] = '*'
  headers['access-control-allow-methods'] = 'GET, POST'
  headers['access-control-allow-headers'] = 'authorization, content-type'
  headers['access-control-max-age'] = '600'
  return Promise.resolve(new Response(null, { status: 204, headers }))
}
