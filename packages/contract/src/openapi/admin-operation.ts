import { type AdminEndpointName, adminEndpoints } from '../admin/endpoints.ts'
import type { Endpoint, JsonObject } from '../core/endpoint.ts'
import { adminEndpointSchemas } from '../schemas/admin/admin-endpoint-schemas.ts'
import { noBody } from '../schemas/core/base.ts'
import { adminSummaries } from './admin-summaries.ts'
import { errorReferences } from './error-responses.ts'
import { inQuery } from './in-query.ts'
import type { JsonSchemas } from './json-schemas.ts'

export const adminTag = 'administration'

/** The OpenAPI operation of an admin endpoint. */
export function adminOperation(name: AdminEndpointName, schemas: JsonSchemas): JsonObject {
  const endpoint: Endpoint = adminEndpoints[name]
  const { request, response } = adminEndpointSchemas[name]
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 512 },
  }))
  const isBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const sent = request === noBody ? null : schemas.of(request)
  const parameters: JsonObject[] = [...inPath, ...(sent && !isBody ? inQuery(sent) : [])]
  return {
    operationId: name,
    summary: adminSummaries[name],
    tags: [adminTag],
    security: [{ secretKey: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(sent && isBody ? { requestBody: { required: true, content: { 'application/json': { schema: sent } } } } : {}),
    responses: {
      200: {
        description: 'Success.',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { data: schemas.of(response) }, required: ['data'] },
          },
        },
      },
      ...errorReferences(),
    },
  }
}
