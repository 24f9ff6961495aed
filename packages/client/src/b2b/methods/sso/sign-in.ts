import type { B2bSsoAuthenticateRequest, MemberSignInResponse } from '@latchkey/contract/b2b'
import { b2bSsoAuthenticate } from '@latchkey/contract/b2b'
import { validate, validateStrings } from '../../../core/validate.ts'
import { confirmationRejection, createPkce } from '../../../pkce/pkce.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { withIntermediate } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { SsoStartOptions } from './start.ts'

export type { SsoStartOptions } from './start.ts'

/**
 * Sign-in with the connections of organizations to their identity providers.
 *
 * @example
 * await client.sso.start({ connection_id: organization.sso_active_connections[0].connection_id })
 */
export interface SsoSignIn {
  /** Navigates to the identity provider of a connection. */
  start(options: SsoStartOptions): Promise<void>
  /**
   * Redeems the token of the landing page. Without a session in the response, another factor is missing. A failed sign-in
   * rejects with `sso_authentication_failed`, and `error_details` says why.
   *
   * In a browser that did not start the sign-in, which includes the application tile of an identity provider, rejects
   * with the `SdkError` `confirmation_required`: show a button that calls it again.
   *
   * @example
   * const { member_session } = await client.sso.authenticate({ sso_token, session_duration_minutes: 30 })
   */
  authenticate(options: ContinuedOptions<B2bSsoAuthenticateRequest>): Promise<MemberSignInResponse>
}

export function createSsoSignIn(ctx: B2bContext): SsoSignIn {
  const pkce = createPkce(ctx)
  const loaded = { ...ctx, pkce, validate, validateStrings }
  return {
    start: async (options) => (await import('./start.ts')).startSso(loaded, options),
    async authenticate(options) {
      const body = validate<B2bSsoAuthenticateRequest>(
        'sso.authenticate',
        'sso_token session_duration_minutes:number locale?',
        options,
      )
      return pkce.redeem(
        ['sso'],
        (pkce_code_verifier) =>
          ctx.authenticate(
            b2bSsoAuthenticate,
            withIntermediate(ctx, { ...body, ...(pkce_code_verifier && { pkce_code_verifier }) }),
          ),
        confirmationRejection(ctx.platform),
      )
    },
  }
}
