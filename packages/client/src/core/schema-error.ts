import type { ErrorBody, SchemaIssue } from '@latchkey/contract'
import type { LatchkeyError } from './errors.ts'

/** The parts of a request that an error response lists issues for. */
const parts = ['body', 'params', 'query'] as const

/**
 * Creates the error for a response that lists schema issues. Loaded on demand, because it only happens with a bug in
 * the calling code; it imports no values, because bundlers would then split the entry into two files.
 */
export function schemaError(Kind: typeof LatchkeyError, response: Partial<ErrorBody>): LatchkeyError {
  const issues: SchemaIssue[] = []
  let message = '[400] Request does not match expected schema'
  for (const part of parts) {
    for (const issue of [response[part] ?? []].flat()) {
      issues.push(issue)
      message += `\n${part}${stringOrEmpty(issue?.dataPath)}: ${stringOrEmpty(issue?.message)}`
    }
  }
  return new Kind('SchemaError', message, { status_code: 400, request_id: stringOrEmpty(response.request_id), issues })
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
