import type {
  B2bTotpAuthenticateRequest,
  B2bTotpCreateRequest,
  B2bTotpCreateResponse,
  MemberSessionResponse,
} from '@latchkey/contract/b2b'
import { b2bTotpAuthenticate, b2bTotpCreate } from '@latchkey/contract/b2b'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createContinued, createSignIn } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** Authenticator apps as a second factor. */
export interface MemberTotp {
  /**
   * Starts the enrollment of an authenticator app, in a session or in an unfinished sign-in. The first code completes it.
   *
   * @example
   * const { qr_code, recovery_codes } = await client.totp.create({ organization_id, member_id })
   */
  create(options: ContinuedOptions<B2bTotpCreateRequest>): Promise<B2bTotpCreateResponse>
  /** Proves the second factor with a code of the app. */
  authenticate(options: ContinuedOptions<B2bTotpAuthenticateRequest>): Promise<MemberSessionResponse>
}

export function createMemberTotp(ctx: B2bContext): MemberTotp {
  return {
    create: createContinued(ctx, b2bTotpCreate, 'totp.create', 'organization_id member_id expiration_minutes?:number'),
    authenticate: createSignIn(
      ctx,
      b2bTotpAuthenticate,
      'totp.authenticate',
      'organization_id member_id code session_duration_minutes:number set_mfa_enrollment? set_default_mfa?:boolean',
    ),
  }
}
