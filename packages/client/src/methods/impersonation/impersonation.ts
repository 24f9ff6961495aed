import type { AuthenticateResponse, ImpersonationAuthenticateRequest } from '@latchkey/contract'
import { impersonationAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { confirmationRejection, createPkce } from '../../pkce/pkce.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'

/** Sign-in of an operator as a user. */
export interface Impersonation {
  /**
   * Signs in as another user with an impersonation token. Rejects with the `SdkError` `confirmation_required` unless
   * the operator has just pressed a button: such a link may reach another user, or a program that opens links.
   */
  authenticate(options: OptionsOf<ImpersonationAuthenticateRequest>): Promise<AuthenticateResponse>
}

/**
 * Creates the method group `impersonation` for a context without the other groups.
 *
 * @example
 * const impersonation = createImpersonation(createContext('public-token-test-…', options))
 * button.onclick = () => impersonation.authenticate({ impersonation_token })
 */
export function createImpersonation(ctx: Pick<ClientContext, 'authenticate' | 'platform' | 'storage'>): Impersonation {
  return {
    authenticate: createCall(
      (endpoint, body) =>
        createPkce(ctx).redeem([], () => ctx.authenticate(endpoint, body), confirmationRejection(ctx.platform)),
      impersonationAuthenticate,
      'impersonation.authenticate',
      'impersonation_token',
    ),
  }
}
