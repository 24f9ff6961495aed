import type {
  AuthenticateResponse,
  PasswordsAuthenticateRequest,
  PasswordsCreateRequest,
  PasswordsCreateResponse,
  PasswordsStrengthCheckRequest,
  PasswordsStrengthCheckResponse,
} from '@latchkey/contract'
import { passwordsAuthenticate, passwordsCreate, passwordsStrengthCheck } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { PasswordResets } from './password-resets.ts'

/** Sign-up, sign-in and reset with a password. */
export interface Passwords extends PasswordResets {
  /**
   * Signs up with an email address and a password.
   *
   * @example
   * await client.passwords.create({ email, password, session_duration_minutes: 30 })
   */
  create(options: OptionsOf<PasswordsCreateRequest>): Promise<PasswordsCreateResponse>
  /** Signs in with an email address and a password. */
  authenticate(options: OptionsOf<PasswordsAuthenticateRequest>): Promise<AuthenticateResponse>
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
  const { authenticate, request } = ctx
  const credentials = 'email password session_duration_minutes:number'

  return {
    create: createCall(authenticate, passwordsCreate, 'passwords.create', credentials),
    authenticate: createCall(authenticate, passwordsAuthenticate, 'passwords.authenticate', credentials),
    ...lazyMethods(['resetByEmailStart', 'resetByEmail', 'resetByExistingPassword', 'resetBySession'], async () =>
      (await import('./password-resets.ts')).createPasswordResets({
        ...ctx,
        createCall,
        pkce: createPkce(ctx),
        validate,
      }),
    ),
    strengthCheck: createCall(request, passwordsStrengthCheck, 'passwords.strengthCheck', 'password email?'),
  }
}
