import type { Log, Platform } from './platform.ts'

/** Storage that never throws: what the browser does not take is kept for the page's life. */
export interface SafeStorage {
  get(key: string): string | null
  /** `null` removes. */
  set(key: string, value: string | null): void
}

export function createSafeStorage(platform: Platform, log: Log): SafeStorage {
  const memory = new Map<string, string | null>()
  const warn = (): void => log.warn('Storage cannot be used: the session ends with this page.')

  return {
    get(key) {
      try {
        return memory.get(key) ?? platform.storage.getItem(key)
      } catch {
        warn()
        return null
      }
    },
    set(key, value) {
      memory.delete(key)
      try {
        if (value === null) platform.storage.removeItem(key)
        else platform.storage.setItem(key, value)
      } catch {
        memory.set(key, value)
        warn()
      }
    },
  }
}
