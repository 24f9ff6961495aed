import type { Ok } from '@latchkey/contract'
import type {
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import {
  b2bOtpsEmailAuthenticate,
  b2bOtpsEmailDiscoveryAuthenticate,
  b2bOtpsEmailDiscoverySend,
  b2bOtpsEmailLoginOrSignup,
} from '@latchkey/contract/b2b'
import type { OptionsOf } from '../../../methods/create-call.ts'
import { createCall } from '../../../methods/create-call.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createSignIn } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** Sign-in with a code by email. */
export interface MemberOtps {
  readonly email: {
    /**
     * Emails a code for an organization. Creates the member if the organization allows it.
     *
     * @example
     * await client.otps.email.loginOrSignup({ email_address, organization_id })
     */
    loginOrSignup(options: OptionsOf<B2bOtpsEmailLoginOrSignupRequest>): Promise<Ok>
    /** Signs in with the code. Without a session in the response, another factor is missing. */
    authenticate(options: ContinuedOptions<B2bOtpsEmailAuthenticateRequest>): Promise<B2bOtpsEmailAuthenticateResponse>
    readonly discovery: {
      /** Emails a code that is bound to no organization. */
      send(options: OptionsOf<B2bOtpsEmailDiscoverySendRequest>): Promise<Ok>
      /** Proves the address. Next, choose an organization with `client.discovery`. */
      authenticate(options: OptionsOf<B2bOtpsEmailDiscoveryAuthenticateRequest>): Promise<DiscoveryResponse>
    }
  }
}

export function createMemberOtps(ctx: B2bContext): MemberOtps {
  return {
    email: {
      loginOrSignup: createCall(
        ctx.request,
        b2bOtpsEmailLoginOrSignup,
        'otps.email.loginOrSignup',
        'email_address organization_id login_template_id? signup_template_id? login_expiration_minutes?:number signup_expiration_minutes?:number locale?',
      ),
      authenticate: createSignIn(
        ctx,
        b2bOtpsEmailAuthenticate,
        'otps.email.authenticate',
        'email_address organization_id code session_duration_minutes:number locale?',
      ),
      discovery: {
        send: createCall(
          ctx.request,
          b2bOtpsEmailDiscoverySend,
          'otps.email.discovery.send',
          'email_address login_template_id? discovery_expiration_minutes?:number locale?',
        ),
        authenticate: createCall(
          ctx.authenticate,
          b2bOtpsEmailDiscoveryAuthenticate,
          'otps.email.discovery.authenticate',
          'email_address code',
        ),
      },
    },
  }
}
