import type { B2bImpersonationAuthenticateRequest, MemberSignInResponse } from '@latchkey/contract/b2b'
import { b2bImpersonationAuthenticate } from '@latchkey/contract/b2b'
import type { OptionsOf } from '../../../methods/create-call.ts'
import { createCall } from '../../../methods/create-call.ts'
import { confirmationRejection, createPkce } from '../../../pkce/pkce.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** Sign-in of an operator as a member. */
export interface MemberImpersonation {
  /**
   * Signs in as a member with an impersonation token. Rejects with the `SdkError` `confirmation_required` unless the
   * operator has just pressed a button: such a link may reach another person, or a program that opens links.
   */
  authenticate(options: OptionsOf<B2bImpersonationAuthenticateRequest>): Promise<MemberSignInResponse>
}

export function createMemberImpersonation(
  ctx: Pick<B2bContext, 'authenticate' | 'platform' | 'storage'>,
): MemberImpersonation {
  return {
    authenticate: createCall(
      (endpoint, body) =>
        createPkce(ctx).redeem([], () => ctx.authenticate(endpoint, body), confirmationRejection(ctx.platform)),
      b2bImpersonationAuthenticate,
      'impersonation.authenticate',
      'impersonation_token',
    ),
  }
}
