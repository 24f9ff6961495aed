import type { ClientContext } from '../../context/context.ts'
import { createCall } from '../create-call.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { Totps } from './totps-calls.ts'

/**
 * Creates the method group `totps` for a context without the other groups.
 *
 * @example
 * const totps = createTotps(createContext('public-token-test-…', options))
 * await totps.authenticate({ totp_code: '123456', session_duration_minutes: 30 })
 */
export function createTotps(given: Pick<ClientContext, 'authenticate' | 'request'>): Totps {
  return lazyMethods(['create', 'authenticate', 'recoveryCodes', 'recover'], async () =>
    (await import('./totps-calls.ts')).createTotpsCalls({ ...given, createCall }),
  )
}
