import { type EndpointName, endpoints } from '../api/endpoints.ts'
import type { Endpoint, JsonObject } from '../core/endpoint.ts'
import { endpointSchemas } from '../schemas/api/endpoint-schemas.ts'
import { noBody } from '../schemas/core/base.ts'
import { errorReferences } from './error-responses.ts'
import { inQuery } from './in-query.ts'
import type { JsonSchemas } from './json-schemas.ts'
import { summaries } from './summaries.ts'

/** The first segment of the path is the product. */
export const tagOf = ({ path }: Endpoint): string => path.split('/')[1] ?? ''

const wrapped = (data: JsonObject): JsonObject => ({
  type: 'object',
  properties: { data },
  required: ['data'],
})

/** The OpenAPI operation of an endpoint. */
export function operation(name: EndpointName, schemas: JsonSchemas): JsonObject {
  const endpoint: Endpoint = endpoints[name]
  const { request, response } = endpointSchemas[name]
  const parameters: JsonObject[] = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 512 },
  }))
  // A form cannot set headers, and events are sent without credentials.
  const bare = endpoint.form === true || name === 'events'
  if (!bare) {
    parameters.push({ $ref: '#/components/parameters/SdkClient' }, { $ref: '#/components/parameters/SdkParentHost' })
  }
  const result: JsonObject = { operationId: name, summary: summaries[name], tags: [tagOf(endpoint)] }
  if (bare) result.security = []
  if (request !== noBody && endpoint.method === 'GET') parameters.push(...inQuery(schemas.of(request)))
  else if (request !== noBody) {
    const type = endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json'
    result.requestBody = { required: true, content: { [type]: { schema: schemas.of(request) } } }
  }
  if (parameters.length > 0) result.parameters = parameters
  result.responses = {
    200: endpoint.form
      ? {
          description: 'A page that redirects to the application.',
          content: { 'text/html': { schema: { type: 'string' } } },
        }
      : {
          description: 'Success.',
          content: { 'application/json': { schema: wrapped(schemas.of(response)) } },
        },
    ...errorReferences(),
  }
  return result
}
