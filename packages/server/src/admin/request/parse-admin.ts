import type { Endpoint } from '@latchkey/contract'
import { type AdminEndpointName, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import type * as z from 'zod'
import { createPathParser, parseOrRefuse } from '../../core/schema-issues.ts'

/** Are the parameters of this endpoint in the query? */
export function hasQuery({ method }: Endpoint): boolean {
  return method === 'GET' || method === 'DELETE'
}

const names = new Map<Endpoint, string>(Object.entries(adminEndpoints).map(([name, endpoint]) => [endpoint, name]))

/** The name of an endpoint in the contract's table. */
export function adminEndpointName(endpoint: Endpoint): AdminEndpointName {
  const name = names.get(endpoint)
  if (name === undefined) throw new TypeError(`${endpoint.method} ${endpoint.path} is not in the contract's table`)
  return name as AdminEndpointName
}

export interface RawRequest {
  request: unknown
  params: Readonly<Record<string, string>>
}

/** Parses requests of the HTTP API and of the command line alike. */
export function createAdminParser(
  endpoint: Endpoint,
): (raw: RawRequest) => { request: unknown; params: Record<string, string> } {
  const schema: z.ZodType<unknown> = adminEndpointSchemas[adminEndpointName(endpoint)].request
  const parsePath = createPathParser(endpoint)
  const part = hasQuery(endpoint) ? 'query' : 'body'
  return (raw) => ({
    params: parsePath(raw.params),
    request: parseOrRefuse(schema, raw.request ?? {}, part),
  })
}
