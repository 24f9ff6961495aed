import type { Endpoint } from '@latchkey/contract'
import { type AdminEndpointName, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas, pathParameter } from '@latchkey/contract/schemas'
import * as z from 'zod'
import { parseOrRefuse } from '../../core/schema-issues.ts'

/** Are the parameters of this endpoint in the query? */
export function hasQuery({ method }: Endpoint): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** The name of an endpoint in the contract's table. */
export function adminEndpointName(endpoint: Endpoint): AdminEndpointName {
  const found = Object.entries(adminEndpoints).find(([, one]) => one === endpoint)
  if (!found) throw new TypeError(`${endpoint.method} ${endpoint.path} is not in the contract's table`)
  return found[0] as AdminEndpointName
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
  const paramsSchema = z.object(
    Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, pathParameter])),
  )
  const part = hasQuery(endpoint) ? 'query' : 'body'
  return (raw) => ({
    params: parseOrRefuse(paramsSchema, raw.params, 'params'),
    request: parseOrRefuse(schema, raw.request ?? {}, part),
  })
}
