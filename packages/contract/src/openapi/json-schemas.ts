import * as z from 'zod'
import type { JsonObject } from '../core/endpoint.ts'
import { adminEndpointSchemas } from '../schemas/admin/admin-endpoint-schemas.ts'
import { newUser } from '../schemas/admin/users.ts'
import { endpointSchemas } from '../schemas/api/endpoint-schemas.ts'
import { clientTelemetry } from '../schemas/api/events.ts'
import { authenticateResponse } from '../schemas/api/sessions.ts'
import { discoveredOrganization, member, memberSession, organization } from '../schemas/b2b/entities.ts'
import {
  discoveryResponse,
  memberResponse,
  memberSessionResponse,
  memberSignInResponse,
} from '../schemas/b2b/responses.ts'
import { ok } from '../schemas/core/base.ts'
import { authenticationFactor, session, user } from '../schemas/core/entities.ts'
import { errorBody } from '../schemas/core/errors.ts'
import { jsonDepth, jsonObject } from '../schemas/core/json.ts'
import { rbacPolicy } from '../schemas/core/rbac.ts'

/** The schemas with a name in the document; all others are inlined. */
const named: Readonly<Record<string, z.ZodType>> = {
  AuthenticateResponse: authenticateResponse,
  AuthenticationFactor: authenticationFactor,
  ClientTelemetry: clientTelemetry,
  DiscoveredOrganization: discoveredOrganization,
  DiscoveryResponse: discoveryResponse,
  ErrorBody: errorBody,
  JsonObject: jsonObject,
  Member: member,
  MemberResponse: memberResponse,
  MemberSession: memberSession,
  MemberSessionResponse: memberSessionResponse,
  MemberSignInResponse: memberSignInResponse,
  NewUser: newUser,
  Ok: ok,
  Organization: organization,
  RbacPolicy: rbacPolicy,
  Session: session,
  User: user,
}

export interface JsonSchemas {
  components: JsonObject
  /** The schema, or a reference to it if it has a name. */
  of(schema: z.ZodType): JsonObject
}

const reference = (id: string): string => `#/components/schemas/${id}`

/** Converts all schemas of the contract to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function createJsonSchemas(): JsonSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  for (const [name, { request, response }] of Object.entries({
    ...endpointSchemas,
    ...adminEndpointSchemas,
  })) {
    if (!registry.has(request)) registry.add(request, { id: `${name}-request` })
    if (!registry.has(response)) registry.add(response, { id: `${name}-response` })
  }
  const { schemas } = z.toJSONSchema(registry, {
    // The input side: responses may gain fields, so `additionalProperties` stays open.
    io: 'input',
    uri: reference,
    unrepresentable: 'any',
    override: describeWhatZodCannot,
  })
  // Copied through JSON to drop the metadata of zod.
  const converted = new Map<string, JsonObject>(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, JSON.parse(JSON.stringify(schema))]),
  )
  return {
    components: Object.fromEntries(Object.keys(named).map((id) => [id, converted.get(id) ?? {}])),
    of(schema) {
      const id = registry.get(schema)?.id ?? ''
      return Object.hasOwn(named, id) ? { $ref: reference(id) } : (converted.get(id) ?? {})
    },
  }
}

const describeWhatZodCannot: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const schema: z.core.$ZodType = zodSchema
  if (schema === jsonObject) {
    jsonSchema.type = 'object'
    jsonSchema.description = `Any JSON object, at most ${jsonDepth} levels deep.`
  }
  // Keys that do not match the pattern are allowed; `propertyNames` would forbid them.
  const pattern = typeof jsonSchema.propertyNames === 'object' ? jsonSchema.propertyNames.pattern : undefined
  if (pattern !== undefined && typeof jsonSchema.additionalProperties === 'object') {
    jsonSchema.patternProperties = { [pattern]: jsonSchema.additionalProperties }
    delete jsonSchema.propertyNames
    delete jsonSchema.additionalProperties
  }
}
