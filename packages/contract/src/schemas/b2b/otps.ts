import * as z from 'zod'
import type * as endpoints from '../../b2b/otps.ts'
import type {
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
  B2bOtpsSmsAuthenticateRequest,
  B2bOtpsSmsSendRequest,
} from '../../b2b/otps.ts'
import { mfaEnrollments } from '../../b2b/policies.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
  label,
  locale,
  minutes,
  ok,
  phoneNumber,
  protection,
  sessionDuration,
  sessionMinutes,
} from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import {
  discoveryResponse,
  intermediateSession,
  memberSessionResponse,
  memberSignInResponse,
  secondFactorMember,
} from './responses.ts'

const expiration = minutes(limits.otpMinutes).optional()

export const b2bOtpSchemas: SchemasOf<typeof endpoints> = {
  b2bOtpsSmsSend: {
    request: exactly<B2bOtpsSmsSendRequest>()(
      z.object({
        ...secondFactorMember,
        ...protection,
        ...intermediateSession,
        mfa_phone_number: phoneNumber.optional(),
        locale: locale.optional(),
        enable_autofill: z.boolean().optional(),
        autofill_session_duration_minutes: sessionMinutes.optional(),
      }),
    ),
    response: ok,
  },
  b2bOtpsSmsAuthenticate: {
    request: exactly<B2bOtpsSmsAuthenticateRequest>()(
      z.object({
        ...secondFactorMember,
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        code: label,
        set_mfa_enrollment: z.enum(mfaEnrollments).optional(),
      }),
    ),
    response: memberSessionResponse,
  },
  b2bOtpsEmailLoginOrSignup: {
    request: exactly<B2bOtpsEmailLoginOrSignupRequest>()(
      z.object({
        ...protection,
        email_address: email,
        organization_id: id,
        login_template_id: id.optional(),
        signup_template_id: id.optional(),
        login_expiration_minutes: expiration,
        signup_expiration_minutes: expiration,
        locale: locale.optional(),
      }),
    ),
    response: ok,
  },
  b2bOtpsEmailAuthenticate: {
    request: exactly<B2bOtpsEmailAuthenticateRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        email_address: email,
        organization_id: id,
        code: label,
        locale: locale.optional(),
      }),
    ),
    response: exactly<B2bOtpsEmailAuthenticateResponse>()(
      z.intersection(memberSignInResponse, z.object({ method_id: id })),
    ),
  },
  b2bOtpsEmailDiscoverySend: {
    request: exactly<B2bOtpsEmailDiscoverySendRequest>()(
      z.object({
        ...protection,
        email_address: email,
        login_template_id: id.optional(),
        discovery_expiration_minutes: expiration,
        locale: locale.optional(),
      }),
    ),
    response: ok,
  },
  b2bOtpsEmailDiscoveryAuthenticate: {
    request: exactly<B2bOtpsEmailDiscoveryAuthenticateRequest>()(
      z.object({ ...protection, email_address: email, code: label }),
    ),
    response: discoveryResponse,
  },
}
