import type {
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from '@latchkey/contract'
import { totpsAuthenticate, totpsCreate, totpsRecover, totpsRecoveryCodes } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { createCall, OptionsOf } from '../create-call.ts'

/** `createCall` is part of the context: an import of a value would make bundlers split the entry into two files. */
export interface TotpsContext extends Pick<ClientContext, 'authenticate' | 'request'> {
  readonly createCall: typeof createCall
}

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

export function createTotpsCalls({ authenticate, createCall, request }: TotpsContext): Totps {
  const start = createCall(request, totpsCreate, 'totps.create', 'expiration_minutes:number')
  return {
    // `request` has stored the changed user.
    create: async (options) => {
      const { __user, ...response } = await start(options)
      return response
    },
    authenticate: createCall(
      authenticate,
      totpsAuthenticate,
      'totps.authenticate',
      'totp_code session_duration_minutes:number',
    ),
    recoveryCodes: () => request(totpsRecoveryCodes, null),
    recover: createCall(authenticate, totpsRecover, 'totps.recover', 'recovery_code session_duration_minutes:number'),
  }
}
