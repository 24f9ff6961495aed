import type { KeyValue, Log } from './platform.ts'

/** Storage that never throws: what the browser does not take is kept for the page's life. */
export interface SafeStorage {
  get(key: string): string | null
  /** `null` removes. */
  set(key: string, value: string | null): void
}

export function createSafeStorage(storage: KeyValue, logger: Log): SafeStorage {
  const memory = new Map<string, string | null>()
  let isWarned = false

  function warn(): void {
    if (!isWarned) logger.warn('Storage cannot be used: what it should keep ends with this page.')
    isWarned = true
  }

  return {
    get(key) {
      try {
        return memory.get(key) ?? storage.get(key)
      } catch {
        warn()
        return null
      }
    },
    set(key, value) {
      memory.delete(key)
      try {
        if (value === null) storage.remove(key)
        else storage.set(key, value)
      } catch {
        memory.set(key, value)
        warn()
      }
    },
  }
}
