import { StorageConflictError, StorageUnavailableError } from '../../storage-error.ts'
import type { SqlEngine } from './sql-engine.ts'
import { isBusy } from './sqlite-busy.ts'

/** https://sqlite.org/rescode.html: readonly, ioerr, full, cantopen. */
const unavailable = new Set([8, 10, 13, 14])
const uniqueViolations = new Set([1555, 2067])

export const sqliteEngine: SqlEngine = {
  name: 'sqlite',
  isTransient: () => false,
  translate(error) {
    if (isBusy(error)) return new StorageUnavailableError('The database file is busy.', { cause: error })
    const code = codeOf(error)
    if (code === undefined) return error
    if (uniqueViolations.has(code)) return new StorageConflictError('A unique key is taken.', { cause: error })
    if (unavailable.has(code & 0xff)) {
      return new StorageUnavailableError('The database file cannot be used.', { cause: error })
    }
    return error
  },
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode
  // Statements that return rows report only the text of the error.
  return messages.find(([prefix]) => error.message.startsWith(prefix))?.[1]
}

const messages: readonly [string, number][] = [
  ['UNIQUE constraint failed', 2067],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
]
