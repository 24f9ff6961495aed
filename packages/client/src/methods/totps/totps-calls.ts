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

/** Removes the changed user from the response: `request` has stored it. */
export async function create(
  { createCall, request }: TotpsContext,
  options: TotpsCreateRequest,
): Promise<Omit<TotpsCreateResponse, '__user'>> {
  const call = createCall(request, totpsCreate, 'totps.create', 'expiration_minutes:number')
  const { __user, ...response } = await call(options)
  return response
}

export function authenticate(
  ctx: TotpsContext,
  options: OptionsOf<TotpsAuthenticateRequest>,
): Promise<TotpsAuthenticateResponse> {
  const types = 'totp_code session_duration_minutes:number'
  return ctx.createCall(ctx.authenticate, totpsAuthenticate, 'totps.authenticate', types)(options)
}

export function recoveryCodes({ request }: TotpsContext): Promise<TotpsRecoveryCodesResponse> {
  return request(totpsRecoveryCodes, null)
}

export function recover(
  ctx: TotpsContext,
  options: OptionsOf<TotpsRecoverRequest>,
): Promise<TotpsAuthenticateResponse> {
  const types = 'recovery_code session_duration_minutes:number'
  return ctx.createCall(ctx.authenticate, totpsRecover, 'totps.recover', types)(options)
}
