import { brandName } from '@latchkey/contract'
import type { Log } from '../platform/platform.ts'

/** Log lines with our name in front. Never hand it a token, a code or a verifier. */
export function createLogger(log: Log): Log {
  const tag = `[${brandName}]`
  return {
    warn: (...parts) => log.warn(tag, ...parts),
    error: (...parts) => log.error(tag, ...parts),
  }
}
