import { brandName } from '@latchkey/contract'
import type { Log } from '../platform/platform.ts'

/** Log lines with our name in front, each warning once. Never hand it a token, a code or a verifier. */
export function createLogger(log: Log): Log {
  const tag = `[${brandName}]`
  const given = new Set<unknown>()
  return {
    warn(text) {
      if (!given.has(text)) log.warn(tag, text)
      given.add(text)
    },
    error: (...parts) => log.error(tag, ...parts),
  }
}
