import type {
  AuthenticateResponse,
  Ok,
  PasswordsAuthenticateRequest,
  PasswordsCreateRequest,
  PasswordsCreateResponse,
  PasswordsEmailResetRequest,
  PasswordsEmailResetStartRequest,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
  PasswordsStrengthCheckRequest,
  PasswordsStrengthCheckResponse,
} from '@latchkey/contract'
import {
  passwordsAuthenticate,
  passwordsCreate,
  passwordsEmailReset,
  passwordsEmailResetStart,
  passwordsExistingPasswordReset,
  passwordsSessionReset,
  passwordsStrengthCheck,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'

/** Sign-up, sign-in and reset with a password. */
export interface Passwords {
  /**
   * Signs up with an email address and a password.
   *
   * @example
   * await client.passwords.create({ email, password, session_duration_minutes: 30 })
   */
  create(options: OptionsOf<PasswordsCreateRequest>): Promise<PasswordsCreateResponse>
  /** Signs in with an email address and a password. */
  authenticate(options: OptionsOf<PasswordsAuthenticateRequest>): Promise<AuthenticateResponse>
  /** Emails two links: one to set a new password, one to sign in without a password. */
  resetByEmailStart(options: OptionsOf<PasswordsEmailResetStartRequest>): Promise<Ok>
  /** Sets a new password with the token of the reset link, and signs in. */
  resetByEmail(options: OptionsOf<PasswordsEmailResetRequest>): Promise<AuthenticateResponse>
  /** Sets a new password with the current one, and signs in. */
  resetByExistingPassword(options: OptionsOf<PasswordsExistingPasswordResetRequest>): Promise<AuthenticateResponse>
  /** Sets a new password for the signed-in user. */
  resetBySession(options: OptionsOf<PasswordsSessionResetRequest>): Promise<AuthenticateResponse>
  /** Checks a password against the policy of the project. The provider checks again when the password is set. */
  strengthCheck(options: PasswordsStrengthCheckRequest): Promise<PasswordsStrengthCheckResponse>
}

/**
 * Creates the method group `passwords` for a context without the other groups.
 *
 * @example
 * const passwords = createPasswords(createContext('public-token-test-…', options))
 * await passwords.authenticate({ email, password, session_duration_minutes: 30 })
 */
export function createPasswords(
  ctx: Pick<ClientContext, 'authenticate' | 'bootstrap' | 'platform' | 'request' | 'storage'>,
): Passwords {
  const { authenticate, bootstrap, request } = ctx
  const pkce = createPkce(ctx)
  const credentials = 'email password session_duration_minutes:number'

  return {
    create: createCall(authenticate, passwordsCreate, 'passwords.create', credentials),
    authenticate: createCall(authenticate, passwordsAuthenticate, 'passwords.authenticate', credentials),
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
    strengthCheck: createCall(request, passwordsStrengthCheck, 'passwords.strengthCheck', 'password email?'),
  }
}
