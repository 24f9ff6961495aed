import { brandName } from '@latchkey/contract'
import type { Log } from '../platform/platform.ts'

/** Prefixes log lines with the product name and logs each warning once. Must not receive tokens, codes or verifiers. */
export function createLogger(log: Log): Log {
  const tag = `[${brandName}]`
  const logged = new Set<unknown>()
  return {
    warn(text) {
      if (!logged.has(text)) log.warn(tag, text)
      logged.add(text)
    },
    error: (...parts) => log.error(tag, ...parts),
  }
}
