import type { Ok } from '@latchkey/contract'
import type {
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
  B2bOtpsSmsAuthenticateRequest,
  B2bOtpsSmsSendRequest,
  DiscoveryResponse,
  MemberSessionResponse,
} from '@latchkey/contract/b2b'
import {
  b2bOtpsEmailAuthenticate,
  b2bOtpsEmailDiscoveryAuthenticate,
  b2bOtpsEmailDiscoverySend,
  b2bOtpsEmailLoginOrSignup,
  b2bOtpsSmsAuthenticate,
  b2bOtpsSmsSend,
} from '@latchkey/contract/b2b'
import type { OptionsOf } from '../../../methods/create-call.ts'
import { createCall } from '../../../methods/create-call.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createContinued, createSignIn } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** Sign-in with a code by email, and a second factor with a code by SMS. */
export interface MemberOtps {
  readonly sms: {
    /**
     * Sends a code to the phone number of the member, in a session or in an unfinished sign-in. A member without a
     * proven number enrolls `mfa_phone_number`.
     *
     * @example
     * await client.otps.sms.send({ organization_id, member_id, mfa_phone_number: '+15005550006' })
     */
    send(options: ContinuedOptions<B2bOtpsSmsSendRequest>): Promise<Ok>
    /** Proves the second factor with the code. */
    authenticate(options: ContinuedOptions<B2bOtpsSmsAuthenticateRequest>): Promise<MemberSessionResponse>
  }
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
    sms: {
      send: createContinued(
        ctx,
        b2bOtpsSmsSend,
        'otps.sms.send',
        'organization_id member_id mfa_phone_number? locale? enable_autofill?:boolean autofill_session_duration_minutes?:number',
      ),
      authenticate: createSignIn(
        ctx,
        b2bOtpsSmsAuthenticate,
        'otps.sms.authenticate',
        'organization_id member_id code session_duration_minutes:number set_mfa_enrollment?',
      ),
    },
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
