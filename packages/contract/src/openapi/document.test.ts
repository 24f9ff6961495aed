import { describe, expect, it } from 'vitest'
import { adminEndpoints } from '../admin/endpoints.ts'
import { endpoints } from '../api/endpoints.ts'
import { type Endpoint, type JsonObject, type JsonValue, sdkPath } from '../core/endpoint.ts'
import { errorTable } from '../core/errors.ts'
import { createOpenApiDocument } from './document.ts'

const document = createOpenApiDocument({ baseUrl: 'https://id.example.com/' })

function* references(value: JsonValue): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string') yield child
    else yield* references(child)
  }
}

describe('createOpenApiDocument', () => {
  it('names the URL of the provider as its server', () => {
    expect(document.servers).toEqual([{ url: 'https://id.example.com' }])
  })

  it('has one operation per endpoint, under the path prefix', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        (operation as JsonObject).operationId,
        method.toUpperCase(),
        path,
      ]),
    )
    expect(operations.sort()).toEqual(
      [
        ...Object.entries<Endpoint>(endpoints).map(([name, { method, path }]) => [name, method, `${sdkPath}${path}`]),
        ...Object.entries<Endpoint>(adminEndpoints).map(([name, { method, path }]) => [name, method, `/v1${path}`]),
      ].sort(),
    )
  })

  it('describes an operation completely', () => {
    expect(document.paths['/sdk/v1/webauthn/update/{webauthn_registration_id}']?.put).toMatchObject({
      operationId: 'webauthnUpdate',
      tags: ['webauthn'],
      parameters: [
        { name: 'webauthn_registration_id', in: 'path', required: true },
        { $ref: '#/components/parameters/SdkClient' },
        { $ref: '#/components/parameters/SdkParentHost' },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { name: { type: 'string', maxLength: 256 } }, required: ['name'] },
          },
        },
      },
      responses: {
        200: { content: { 'application/json': { schema: { type: 'object', required: ['data'] } } } },
        404: { $ref: '#/components/responses/Error404' },
      },
    })
  })

  it('has no request body for endpoints without one, and a form body for the form endpoint', () => {
    expect(document.paths['/sdk/v1/sessions/revoke']?.post).not.toHaveProperty('requestBody')
    expect(document.paths['/sdk/v1/users/me']?.get).not.toHaveProperty('requestBody')
    expect(document.paths['/sdk/v1/oauth/authorize']?.post).toMatchObject({
      security: [],
      requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
      responses: { 200: { content: { 'text/html': {} } } },
    })
  })

  it('requires Basic credentials for all other operations', () => {
    expect(document.security).toEqual([{ basic: [] }])
    expect(document.components.securitySchemes.basic).toMatchObject({ type: 'http', scheme: 'basic' })
  })

  it('lists the whole error table', () => {
    expect(document['x-error-types']).toEqual(errorTable)
    const listed = JSON.stringify(document.components.responses)
    const types = Object.entries(errorTable).filter(([, { status }]) => status !== 405)
    expect(types.filter(([type]) => !listed.includes(`"error_type":"${type}"`))).toEqual([])
  })

  it('has no dangling references', () => {
    const plain: JsonObject = JSON.parse(JSON.stringify(document))
    const missing = [...references(plain)].filter((reference) => {
      let target: JsonValue | undefined = plain
      for (const key of reference.slice(2).split('/')) target = (target as JsonObject | undefined)?.[key]
      return target === undefined
    })
    expect(missing).toEqual([])
    expect(JSON.stringify(plain)).not.toContain('"$id"')
  })

  it('allows additional properties in responses', () => {
    const pages = Object.entries(document.paths).filter(([path]) => path.startsWith(sdkPath))
    // An import rejects unknown fields; only servers send one.
    const { schemas, ...components } = document.components
    const { NewUser: _, ...open } = schemas as Record<string, unknown>
    expect(JSON.stringify([pages, components, open])).not.toContain('"additionalProperties":false')
  })

  it('requires a secret key for admin operations and pages in the query', () => {
    expect(document.paths['/v1/sessions']?.get).toMatchObject({
      operationId: 'adminSessionsList',
      security: [{ secretKey: [] }],
      parameters: [
        { name: 'cursor', in: 'query', required: false },
        { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 200 } },
        { name: 'user_id', in: 'query', required: true, schema: { type: 'string' } },
      ],
    })
    expect(document.paths['/v1/sessions']?.get).not.toHaveProperty('requestBody')
    expect(document.paths['/v1/users/{user_id}']?.put).toMatchObject({
      parameters: [{ name: 'user_id', in: 'path', required: true }],
      requestBody: { required: true },
    })
  })

  it('creates an equal, independent document on each call', () => {
    const other = createOpenApiDocument({ baseUrl: 'https://id.example.com' })
    expect(other).toEqual(document)
    expect(other.components.schemas).not.toBe(document.components.schemas)
  })
})
