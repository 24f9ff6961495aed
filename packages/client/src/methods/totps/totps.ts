import type {
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'

export interface Totps {
  /**
   * Begins to enrol an authenticator app: show `qr_code`, then prove its first code with `authenticate`.
   *
   * @example
   * const { qr_code, recovery_codes } = await client.totps.create({ expiration_minutes: 60 })
   */
  create(options: TotpsCreateRequest): Promise<Omit<TotpsCreateResponse, '__user'>>
  authenticate(options: OptionsOf<TotpsAuthenticateRequest>): Promise<TotpsAuthenticateResponse>
  /** The recovery codes that are left. */
  recoveryCodes(): Promise<TotpsRecoveryCodesResponse>
  /** Spends a recovery code in place of the app. */
  recover(options: OptionsOf<TotpsRecoverRequest>): Promise<TotpsAuthenticateResponse>
}

export function createTotps({ authenticate, request }: Pick<ClientContext, 'authenticate' | 'request'>): Totps {
  const load = (): Promise<typeof import('./totps-calls.ts')> => import('./totps-calls.ts')
  const ctx = { authenticate, request, createCall }
  return {
    create: async (options) => (await load()).create(ctx, options),
    authenticate: async (options) => (await load()).authenticate(ctx, options),
    recoveryCodes: async () => (await load()).recoveryCodes(ctx),
    recover: async (options) => (await load()).recover(ctx, options),
  }
}
