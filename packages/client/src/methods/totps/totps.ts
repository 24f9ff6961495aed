import type {
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'

/** Second factor with an authenticator app, and its recovery codes. */
export interface Totps {
  /**
   * Starts the enrollment of an authenticator app: show `qr_code`, then call `authenticate` with the first code.
   *
   * @example
   * const { qr_code, recovery_codes } = await client.totps.create({ expiration_minutes: 60 })
   */
  create(options: TotpsCreateRequest): Promise<Omit<TotpsCreateResponse, '__user'>>
  /** Signs in with a code of the authenticator app, or completes its enrollment. */
  authenticate(options: OptionsOf<TotpsAuthenticateRequest>): Promise<TotpsAuthenticateResponse>
  /** Returns the unused recovery codes. */
  recoveryCodes(): Promise<TotpsRecoveryCodesResponse>
  /** Signs in with a recovery code instead of the app. */
  recover(options: OptionsOf<TotpsRecoverRequest>): Promise<TotpsAuthenticateResponse>
}

/**
 * Creates the method group `totps` for a context without the other groups.
 *
 * @example
 * const totps = createTotps(createContext('public-token-test-…', options))
 * await totps.authenticate({ totp_code: '123456', session_duration_minutes: 30 })
 */
export function createTotps(given: Pick<ClientContext, 'authenticate' | 'request'>): Totps {
  const load = (): Promise<typeof import('./totps-calls.ts')> => import('./totps-calls.ts')
  const ctx = { ...given, createCall }
  return {
    create: async (options) => (await load()).create(ctx, options),
    authenticate: async (options) => (await load()).authenticate(ctx, options),
    recoveryCodes: async () => (await load()).recoveryCodes(ctx),
    recover: async (options) => (await load()).recover(ctx, options),
  }
}
