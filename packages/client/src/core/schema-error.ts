import type { ErrorBody, SchemaIssue } from '@latchkey/contract'
import type { LatchkeyError } from './errors.ts'

/** The parts of a request that a response may complain about. */
const parts = ['body', 'params', 'query'] as const

/**
 * The error of a response that lists places of the request: a bug in the caller, so it is loaded when first needed,
 * and without imports of values, so that bundlers keep the entry in one file.
 */
export function schemaError(Kind: typeof LatchkeyError, response: Partial<ErrorBody>): LatchkeyError {
  const issues: SchemaIssue[] = []
  let message = '[400] Request does not match expected schema'
  for (const part of parts) {
    for (const issue of [response[part] ?? []].flat()) {
      issues.push(issue)
      message += `\n${part}${words(issue?.dataPath)}: ${words(issue?.message)}`
    }
  }
  return new Kind('SchemaError', message, { status_code: 400, request_id: words(response.request_id), issues })
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
