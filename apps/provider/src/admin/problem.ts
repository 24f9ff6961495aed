import { errorMessage } from '@latchkey/contract'
import type { ProviderError } from '@latchkey/server'

/** Checks the name of the class, so that commands that do not need the server do not load it. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && error.name === 'ProviderError'
}

/** The message of an error: the first schema issue, else the problem with its fix, else the text of the error table. */
export function problemOf(error: ProviderError): string {
  const [issue] = [...(error.issues?.body ?? []), ...(error.issues?.query ?? []), ...(error.issues?.params ?? [])]
  if (!issue) return error.advice?.message ?? errorMessage(error.type)
  const place = issue.dataPath.replace(/^\.(settings\.)?/, '')
  return `${place === '' ? 'The input' : place} ${issue.message}`
}

/** Whether a database operation (backup, restore, migrate --to) was rejected. Checks the code, as above. */
export function isRejectedOperation(error: unknown): error is Error & { code: 'operation_refused' } {
  return error instanceof Error && 'code' in error && error.code === 'operation_refused'
}
