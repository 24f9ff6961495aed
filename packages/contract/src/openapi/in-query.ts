import type { JsonObject, JsonValue } from '../core/endpoint.ts'

/** One query parameter for each property of the request. */
export function inQuery({ properties, required }: JsonObject): JsonObject[] {
  const needed: JsonValue[] = Array.isArray(required) ? required : []
  return Object.entries((properties ?? {}) as JsonObject).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }))
}
