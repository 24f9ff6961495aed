import type {
  B2bRecoveryCodesRecoverRequest,
  B2bRecoveryCodesRecoverResponse,
  B2bRecoveryCodesResponse,
} from '@latchkey/contract/b2b'
import { b2bRecoveryCodesGet, b2bRecoveryCodesRecover, b2bRecoveryCodesRotate } from '@latchkey/contract/b2b'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createSignIn } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** Codes for a member who has lost the authenticator app. */
export interface MemberRecoveryCodes {
  /**
   * Proves the second factor with one of the codes, which works once.
   *
   * @example
   * await client.recoveryCodes.recover({ organization_id, member_id, recovery_code, session_duration_minutes: 60 })
   */
  recover(options: ContinuedOptions<B2bRecoveryCodesRecoverRequest>): Promise<B2bRecoveryCodesRecoverResponse>
  /** Replaces all codes of the signed-in member. */
  rotate(): Promise<B2bRecoveryCodesResponse>
  /** Returns the unused codes of the signed-in member. */
  get(): Promise<B2bRecoveryCodesResponse>
}

export function createMemberRecoveryCodes(ctx: B2bContext): MemberRecoveryCodes {
  return {
    recover: createSignIn(
      ctx,
      b2bRecoveryCodesRecover,
      'recoveryCodes.recover',
      'organization_id member_id recovery_code session_duration_minutes:number',
    ),
    rotate: async () => ctx.request(b2bRecoveryCodesRotate, {}),
    get: async () => ctx.request(b2bRecoveryCodesGet, null),
  }
}
