import type { Exchange } from '../../http/exchange.ts'

/** The CORS preflight response, for pages of every origin: these endpoints read no cookies. Null for other methods. */
export function preflightResponse({ request, headers }: Exchange): Promise<Response> | null {
  if (request.method !== 'OPTIONS') return null
  headers['access-control-allow-origin'] = '*'
  headers['access-control-allow-methods'] = 'GET, POST'
  headers['access-control-allow-headers'] = 'authorization, content-type'
  headers['access-control-max-age'] = '600'
  return Promise.resolve(new Response(null, { status: 204, headers }))
}
