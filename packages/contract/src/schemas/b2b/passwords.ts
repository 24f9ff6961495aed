import * as z from 'zod'
import type * as endpoints from '../../b2b/passwords.ts'
import type {
  B2bPasswordsAuthenticateRequest,
  B2bPasswordsDiscoveryAuthenticateRequest,
  B2bPasswordsDiscoveryResetRequest,
  B2bPasswordsDiscoveryResetStartRequest,
  B2bPasswordsEmailResetRequest,
  B2bPasswordsEmailResetStartRequest,
  B2bPasswordsExistingPasswordResetRequest,
  B2bPasswordsSessionResetRequest,
  B2bPasswordsStrengthCheckRequest,
  B2bPasswordsStrengthCheckResponse,
} from '../../b2b/passwords.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
  label,
  locale,
  minutes,
  ok,
  okShape,
  password,
  proofKey,
  protection,
  sessionDuration,
  token,
  url,
} from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { ludsRequirements, strengthShape } from '../core/password-strength.ts'
import { discoveryResponse, intermediateSession, memberSessionResponse, memberSignInResponse } from './responses.ts'

const resetStart = {
  ...protection,
  email_address: email,
  reset_password_redirect_url: url.optional(),
  reset_password_expiration_minutes: minutes(limits.passwordResetMinutes).optional(),
  reset_password_template_id: id.optional(),
  verify_email_template_id: id.optional(),
  locale: locale.optional(),
  browser_challenge: proofKey.optional(),
}

export const b2bPasswordSchemas: SchemasOf<typeof endpoints> = {
  b2bPasswordsAuthenticate: {
    request: exactly<B2bPasswordsAuthenticateRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        organization_id: id,
        email_address: email,
        password,
        locale: locale.optional(),
      }),
    ),
    response: memberSignInResponse,
  },
  b2bPasswordsEmailResetStart: {
    request: exactly<B2bPasswordsEmailResetStartRequest>()(
      z.object({
        ...resetStart,
        organization_id: id,
        login_redirect_url: url.optional(),
        code_challenge: proofKey.optional(),
      }),
    ),
    response: ok,
  },
  b2bPasswordsEmailReset: {
    request: exactly<B2bPasswordsEmailResetRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        password_reset_token: token,
        password,
        locale: locale.optional(),
        code_verifier: proofKey.optional(),
      }),
    ),
    response: memberSignInResponse,
  },
  b2bPasswordsExistingPasswordReset: {
    request: exactly<B2bPasswordsExistingPasswordResetRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        organization_id: id,
        email_address: email,
        existing_password: password,
        new_password: password,
        locale: locale.optional(),
      }),
    ),
    response: memberSignInResponse,
  },
  b2bPasswordsSessionReset: {
    request: exactly<B2bPasswordsSessionResetRequest>()(z.object({ ...protection, password })),
    response: memberSessionResponse,
  },
  b2bPasswordsStrengthCheck: {
    request: exactly<B2bPasswordsStrengthCheckRequest>()(z.object({ email_address: email.optional(), password })),
    response: exactly<B2bPasswordsStrengthCheckResponse>()(
      z.object({
        ...okShape,
        ...strengthShape,
        zxcvbn_feedback: z.object({ suggestions: z.array(label), warning: label }),
        luds_feedback: ludsRequirements,
      }),
    ),
  },
  b2bPasswordsDiscoveryResetStart: {
    request: exactly<B2bPasswordsDiscoveryResetStartRequest>()(
      z.object({ ...resetStart, discovery_redirect_url: url.optional(), pkce_code_challenge: proofKey.optional() }),
    ),
    response: ok,
  },
  b2bPasswordsDiscoveryReset: {
    request: exactly<B2bPasswordsDiscoveryResetRequest>()(
      z.object({
        ...protection,
        ...intermediateSession,
        password_reset_token: token,
        password,
        pkce_code_verifier: proofKey.optional(),
      }),
    ),
    response: discoveryResponse,
  },
  b2bPasswordsDiscoveryAuthenticate: {
    request: exactly<B2bPasswordsDiscoveryAuthenticateRequest>()(
      z.object({ ...protection, email_address: email, password }),
    ),
    response: discoveryResponse,
  },
}
