import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailableError } from '../../storage-error.ts'

const SQLITE_BUSY = 5

/** How long another process may lock the file before the database counts as unavailable. */
const patienceMs = 10_000

export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === SQLITE_BUSY
  // Statements that return rows report only the text of the error.
  return error.message === 'database is locked'
}

/**
 * Retries while another process locks the file. SQLite's own busy handler blocks the event loop, so its limit is short;
 * the rest of the wait happens here. A busy statement has changed nothing and can be repeated.
 */
export async function retryWhileBusy<T>(run: () => T): Promise<T> {
  const start = performance.now()
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - start > patienceMs) {
        throw new StorageUnavailableError('Another process has held the database file for too long.', { cause: error })
      }
    }
    await sleep(pause)
  }
}
