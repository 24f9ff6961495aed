import type {
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from '@latchkey/contract'
import { totpsAuthenticate, totpsCreate, totpsRecover, totpsRecoveryCodes } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { OptionsOf } from '../caller.ts'
import { caller } from '../caller.ts'

export interface Totps {
  /**
   * Begins to enrol an authenticator app: show `qr_code`, then prove its first code with `authenticate`.
   *
   * @example
   * const { qr_code, recovery_codes } = await client.totps.create({ expiration_minutes: 60 })
   */
  create(options: TotpsCreateRequest): Promise<TotpsCreateResponse>
  authenticate(options: OptionsOf<TotpsAuthenticateRequest>): Promise<TotpsAuthenticateResponse>
  /** The recovery codes that are left. */
  recoveryCodes(): Promise<TotpsRecoveryCodesResponse>
  /** Spends a recovery code in place of the app. */
  recover(options: OptionsOf<TotpsRecoverRequest>): Promise<TotpsAuthenticateResponse>
}

export function createTotps({ authenticate, request }: Pick<ClientContext, 'authenticate' | 'request'>): Totps {
  return {
    create: caller(request, totpsCreate, 'totps.create', 'expiration_minutes:number'),
    authenticate: caller(
      authenticate,
      totpsAuthenticate,
      'totps.authenticate',
      'totp_code session_duration_minutes:number',
    ),
    recoveryCodes: () => request(totpsRecoveryCodes, null),
    recover: caller(authenticate, totpsRecover, 'totps.recover', 'recovery_code session_duration_minutes:number'),
  }
}
