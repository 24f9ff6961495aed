import * as z from 'zod'
import type * as endpoints from '../../api/passwords.ts'
import type {
  PasswordsAuthenticateRequest,
  PasswordsCreateRequest,
  PasswordsCreateResponse,
  PasswordsEmailResetRequest,
  PasswordsEmailResetStartRequest,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
  PasswordsStrengthCheckRequest,
  PasswordsStrengthCheckResponse,
} from '../../api/passwords.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
  label,
  locale,
  minutes,
  ok,
  okShape,
  optionalSessionDuration,
  password,
  proofKey,
  protection,
  sessionDuration,
  token,
  url,
} from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { ludsRequirements, strengthShape } from '../core/password-strength.ts'
import { authenticateResponse, authenticateShape } from './sessions.ts'

export const passwordSchemas: SchemasOf<typeof endpoints> = {
  passwordsCreate: {
    request: exactly<PasswordsCreateRequest>()(z.object({ ...sessionDuration, ...protection, email, password })),
    response: exactly<PasswordsCreateResponse>()(z.object({ ...authenticateShape, email_id: id })),
  },
  passwordsAuthenticate: {
    request: exactly<PasswordsAuthenticateRequest>()(z.object({ ...sessionDuration, ...protection, email, password })),
    response: authenticateResponse,
  },
  passwordsEmailResetStart: {
    request: exactly<PasswordsEmailResetStartRequest>()(
      z.object({
        ...protection,
        email,
        login_redirect_url: url.optional(),
        login_expiration_minutes: minutes(limits.magicLinkMinutes).optional(),
        reset_password_redirect_url: url.optional(),
        reset_password_expiration_minutes: minutes(limits.passwordResetMinutes).optional(),
        reset_password_template_id: id.optional(),
        locale: locale.optional(),
        code_challenge: proofKey.optional(),
        browser_challenge: proofKey.optional(),
      }),
    ),
    response: ok,
  },
  passwordsEmailReset: {
    request: exactly<PasswordsEmailResetRequest>()(
      z.object({ ...sessionDuration, ...protection, token, password, code_verifier: proofKey.optional() }),
    ),
    response: authenticateResponse,
  },
  passwordsExistingPasswordReset: {
    request: exactly<PasswordsExistingPasswordResetRequest>()(
      z.object({
        ...optionalSessionDuration,
        ...protection,
        email,
        existing_password: password,
        new_password: password,
      }),
    ),
    response: authenticateResponse,
  },
  passwordsSessionReset: {
    request: exactly<PasswordsSessionResetRequest>()(z.object({ ...optionalSessionDuration, ...protection, password })),
    response: authenticateResponse,
  },
  passwordsStrengthCheck: {
    request: exactly<PasswordsStrengthCheckRequest>()(z.object({ email: email.optional(), password })),
    response: exactly<PasswordsStrengthCheckResponse>()(
      z.object({
        ...okShape,
        ...strengthShape,
        feedback: z.object({
          warning: label,
          suggestions: z.array(label),
          luds_requirements: ludsRequirements,
        }),
      }),
    ),
  },
}
