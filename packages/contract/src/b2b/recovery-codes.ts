import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { IntermediateSession, MemberSessionResponse, SecondFactorMember } from './responses.ts'

export interface B2bRecoveryCodesRecoverRequest
  extends SecondFactorMember,
    SessionDuration,
    Protection,
    IntermediateSession {
  recovery_code: string
}

export interface B2bRecoveryCodesRecoverResponse extends MemberSessionResponse {
  recovery_codes_remaining: number
}

export interface B2bRecoveryCodesResponse extends Ok {
  /** The unused codes. */
  recovery_codes: string[]
}

export const b2bRecoveryCodesRecover: Endpoint<B2bRecoveryCodesRecoverRequest, B2bRecoveryCodesRecoverResponse> = {
  method: 'POST',
  path: '/b2b/recovery_codes/recover',
  guarded: true,
}
export const b2bRecoveryCodesRotate: Endpoint<Protection, B2bRecoveryCodesResponse> = {
  method: 'POST',
  path: '/b2b/recovery_codes/rotate',
  guarded: true,
}
export const b2bRecoveryCodesGet: Endpoint<null, B2bRecoveryCodesResponse> = {
  method: 'GET',
  path: '/b2b/recovery_codes',
}
