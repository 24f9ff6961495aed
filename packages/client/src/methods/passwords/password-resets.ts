import type {
  AuthenticateResponse,
  Ok,
  PasswordsEmailResetRequest,
  PasswordsEmailResetStartRequest,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
} from '@latchkey/contract'
import {
  passwordsEmailReset,
  passwordsEmailResetStart,
  passwordsExistingPasswordReset,
  passwordsSessionReset,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { validate } from '../../core/validate.ts'
import type { Pkce } from '../../pkce/pkce.ts'
import type { createCall, OptionsOf } from '../create-call.ts'

/** The ways to replace a password. */
export interface PasswordResets {
  /** Emails two links: one to set a new password, one to sign in without a password. */
  resetByEmailStart(options: OptionsOf<PasswordsEmailResetStartRequest>): Promise<Ok>
  /** Sets a new password with the token of the reset link, and signs in. */
  resetByEmail(options: OptionsOf<PasswordsEmailResetRequest>): Promise<AuthenticateResponse>
  /** Sets a new password with the current one, and signs in. */
  resetByExistingPassword(options: OptionsOf<PasswordsExistingPasswordResetRequest>): Promise<AuthenticateResponse>
  /** Sets a new password for the signed-in user. */
  resetBySession(options: OptionsOf<PasswordsSessionResetRequest>): Promise<AuthenticateResponse>
}

/** Functions are part of the context: an import of a value would make bundlers split the entry into two files. */
interface ResetsContext extends Pick<ClientContext, 'authenticate' | 'bootstrap' | 'request'> {
  readonly createCall: typeof createCall
  readonly pkce: Pkce
  readonly validate: typeof validate
}

/** Loaded on demand, because a sign-in resets no password. */
export function createPasswordResets(ctx: ResetsContext): PasswordResets {
  const { authenticate, bootstrap, createCall, pkce, request, validate } = ctx
  return {
    async resetByEmailStart(options) {
      validate('passwords.resetByEmailStart', 'email', options)
      const challenge = await pkce.challenge(
        'password_resets',
        (await bootstrap.get()).pkceRequiredForPasswordResets,
        options.reset_password_expiration_minutes,
        options.login_expiration_minutes,
      )
      return request(passwordsEmailResetStart, { ...options, ...challenge })
    },
    resetByEmail: createCall(
      (endpoint, body) =>
        pkce.redeem(['password_resets'], (code_verifier) =>
          authenticate(endpoint, { ...body, code_verifier } as PasswordsEmailResetRequest),
        ),
      passwordsEmailReset,
      'passwords.resetByEmail',
      'token password session_duration_minutes:number',
    ),
    resetByExistingPassword: createCall(
      authenticate,
      passwordsExistingPasswordReset,
      'passwords.resetByExistingPassword',
      'email existing_password new_password session_duration_minutes?:number',
    ),
    resetBySession: createCall(
      authenticate,
      passwordsSessionReset,
      'passwords.resetBySession',
      'password session_duration_minutes?:number',
    ),
  }
}
