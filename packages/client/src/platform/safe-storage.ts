import type { KeyValue, Log } from './platform.ts'

/** Storage that never throws: what the browser does not take is kept for the page's life. */
export type SafeStorage = KeyValue

export function createSafeStorage(storage: KeyValue, logger: Log): SafeStorage {
  const memory = new Map<string, string | null>()
  let warned = false

  function guarded<T>(run: () => T, otherwise: () => T): T {
    try {
      return run()
    } catch {
      if (!warned) logger.warn('Storage cannot be used: what would be kept there lasts as long as this page.')
      warned = true
      return otherwise()
    }
  }

  return {
    get: (key) =>
      memory.has(key)
        ? (memory.get(key) ?? null)
        : guarded(
            () => storage.get(key),
            () => null,
          ),
    set: (key, value) =>
      guarded(
        () => {
          storage.set(key, value)
          memory.delete(key)
        },
        () => {
          memory.set(key, value)
        },
      ),
    remove: (key) => {
      memory.delete(key)
      guarded(
        () => storage.remove(key),
        () => {
          memory.set(key, null)
        },
      )
    },
  }
}
