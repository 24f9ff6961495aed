import { refuseField } from '../core/schema-issues.ts'
import { InvalidCursorError } from '../storage/storage-error.ts'

/** Converts an invalid cursor into a schema error. */
export async function refuseInvalidCursor<T>(response: Promise<T>, part: 'body' | 'query' = 'query'): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error
    throw refuseField('.cursor', 'is not a cursor of this list', 'format', part)
  }
}
