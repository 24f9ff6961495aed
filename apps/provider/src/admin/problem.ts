import { errorMessage } from '@latchkey/contract'
import type { ProviderError } from '@latchkey/server'

/** By its name: the server is loaded by the commands that need it, not by every start. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && error.name === 'ProviderError'
}

/** What was refused, in one sentence: the table's words, or where it does not fit and why. */
export function problemOf(error: ProviderError): string {
  const [issue] = [...(error.issues?.body ?? []), ...(error.issues?.query ?? []), ...(error.issues?.params ?? [])]
  if (!issue) return errorMessage(error.type)
  const place = issue.dataPath.replace(/^\.(settings\.)?/, '')
  return `${place === '' ? 'The input' : place} ${issue.message}`
}

/** Of an operation on the database itself. Known by its code as well: its class comes with all of the server. */
export function isRefusal(error: unknown): error is Error & { code: 'operation_refused' } {
  return error instanceof Error && 'code' in error && error.code === 'operation_refused'
}
