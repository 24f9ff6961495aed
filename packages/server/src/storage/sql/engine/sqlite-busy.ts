import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailableError } from '../../storage-error.ts'

const SQLITE_BUSY = 5

/** How long another process may hold the file before we say that the database is not available. */
const patienceMs = 10_000

export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === SQLITE_BUSY
  // Statements that return rows report the text alone.
  return error.message === 'database is locked'
}

/**
 * SQLite's own busy handler sleeps inside the call and holds the event loop, so it is kept short; beyond it we
 * wait here, where other work can go on. A busy statement has changed nothing and can simply be run again.
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
