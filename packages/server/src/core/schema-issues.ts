import type { Endpoint, SchemaIssue } from '@latchkey/contract'
import { pathParameter } from '@latchkey/contract/schemas'
import * as z from 'zod'
import { ProviderError } from './provider-error.ts'

/** Parses the value, or throws with the paths that do not match; never with their values. */
export function parseOrRefuse<T>(schema: z.ZodType<T>, value: unknown, part: 'body' | 'params' | 'query'): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, 20).map(toWire)
  throw new ProviderError('schema_error', { issues: { [part]: issues } })
}

/**
 * Parses the parameters in the path of an endpoint. Each schema is created with its first request, because a provider
 * that starts creates the handlers of all endpoints.
 */
export function createPathParser({
  path,
}: Endpoint): (values: Readonly<Record<string, string>>) => Record<string, string> {
  let schema: z.ZodType<Record<string, string>> | undefined
  return (values) => {
    schema ??= z.object(
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, pathParameter])),
    )
    return parseOrRefuse(schema, values, 'params')
  }
}

/** An error for one field, for rules that a schema cannot express. */
export function refuseField(
  dataPath: string,
  message: string,
  keyword: string,
  part: 'body' | 'query' = 'body',
): ProviderError {
  const issue = { dataPath, message, keyword, schemaPath: `#${schemaPath(dataPath)}/${keyword}`, params: {} }
  return new ProviderError('schema_error', { issues: { [part]: [issue] } })
}

function toWire(issue: z.core.$ZodIssue): SchemaIssue {
  const dataPath = issue.path.map(segment).join('')
  const { keyword, message, params } = describe(issue)
  return { dataPath, message, keyword, schemaPath: `#${schemaPath(dataPath)}/${keyword}`, params }
}

function describe(issue: z.core.$ZodIssue): Pick<SchemaIssue, 'keyword' | 'message' | 'params'> {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? { keyword: 'required', message: 'is required', params: { type: issue.expected } }
        : { keyword: 'type', message: `must be ${issue.expected}`, params: { type: issue.expected } }
    case 'too_small':
      return {
        keyword: issue.origin === 'string' ? 'minLength' : issue.origin === 'array' ? 'minItems' : 'minimum',
        message: `must not be ${issue.origin === 'number' || issue.origin === 'int' ? 'less' : 'shorter'} than ${issue.minimum}`,
        params: { limit: Number(issue.minimum) },
      }
    case 'too_big':
      return {
        keyword: issue.origin === 'string' ? 'maxLength' : issue.origin === 'array' ? 'maxItems' : 'maximum',
        message: `must not be ${issue.origin === 'number' || issue.origin === 'int' ? 'more' : 'longer'} than ${issue.maximum}`,
        params: { limit: Number(issue.maximum) },
      }
    case 'invalid_value':
      return { keyword: 'enum', message: 'must be one of the allowed values', params: { allowedValues: issue.values } }
    case 'unrecognized_keys':
      return {
        keyword: 'additionalProperties',
        message: `has unknown fields: ${issue.keys.map(keyName).join(', ')}`,
        params: {},
      }
    case 'custom':
      // The contract wrote this message; messages of zod may repeat the input.
      return { keyword: 'format', message: issue.message, params: {} }
    default:
      return { keyword: 'format', message: 'has an invalid format', params: {} }
  }
}

/** Keys that the caller invented are not repeated. */
function segment(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`
  return `.${typeof key === 'string' ? keyName(key) : '*'}`
}

function keyName(key: string): string {
  return /^\w{1,64}$/.test(key) ? key : '*'
}

function schemaPath(dataPath: string): string {
  return dataPath.replace(/\[\d+\]/g, '/items').replace(/\.([^./[]+)/g, '/properties/$1')
}
