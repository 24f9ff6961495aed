import { brandPrefix } from '@latchkey/contract'
import type { Log, Platform } from './platform.ts'

/** Storage that never throws: what the browser does not take is kept for the page's life. */
export interface SafeStorage {
  get(key: string): string | null
  /** What is empty is removed. */
  set(key: string, value: string): void
}

/** `prefix` stands in front of every key in the browser; without one it is the whole browser's, not a project's. */
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
