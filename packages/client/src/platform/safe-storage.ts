import { brandPrefix } from '@latchkey/contract'
import type { Log, Platform } from './platform.ts'

/** Storage that never throws. A value that the browser cannot store stays in memory until the page is closed. */
export interface SafeStorage {
  get(key: string): string | null
  /** An empty value removes the key. */
  set(key: string, value: string): void
}

/** `prefix` is added to every key. The default prefix is shared by all projects of the browser. */
export function createSafeStorage(platform: Platform, log: Log, prefix = `${brandPrefix}:`): SafeStorage {
  const memory = new Map<string, string>()
  const warn = (): void => log.warn('Storage cannot be used.')

  return {
    get(key) {
      try {
        return memory.get(key) ?? platform.localStorage.getItem(prefix + key)
      } catch {
        warn()
        return null
      }
    },
    set(key, value) {
      memory.delete(key)
      try {
        if (value) platform.localStorage.setItem(prefix + key, value)
        else platform.localStorage.removeItem(prefix + key)
      } catch {
        memory.set(key, value)
        warn()
      }
    },
  }
}
