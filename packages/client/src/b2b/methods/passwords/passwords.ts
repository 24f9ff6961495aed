import type { Ok } from '@latchkey/contract'
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
  DiscoveryResponse,
  MemberSessionResponse,
  MemberSignInResponse,
} from '@latchkey/contract/b2b'
import {
  b2bPasswordsAuthenticate,
  b2bPasswordsDiscoveryAuthenticate,
  b2bPasswordsDiscoveryReset,
  b2bPasswordsDiscoveryResetStart,
  b2bPasswordsEmailReset,
  b2bPasswordsEmailResetStart,
  b2bPasswordsExistingPasswordReset,
  b2bPasswordsSessionReset,
  b2bPasswordsStrengthCheck,
} from '@latchkey/contract/b2b'
import { validate } from '../../../core/validate.ts'
import type { OptionsOf } from '../../../methods/create-call.ts'
import { createCall } from '../../../methods/create-call.ts'
import { createPkce } from '../../../pkce/pkce.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createSignIn, withIntermediate } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import { toPkceChallenge } from '../../session/pkce-fields.ts'

/** Sign-in and reset with a password. */
export interface MemberPasswords {
  /**
   * Signs in to an organization. Without a session in the response, another factor is missing.
   *
   * @example
   * await client.passwords.authenticate({ organization_id, email_address, password, session_duration_minutes: 60 })
   */
  authenticate(options: ContinuedOptions<B2bPasswordsAuthenticateRequest>): Promise<MemberSignInResponse>
  /** Emails a link to set a new password. */
  resetByEmailStart(options: OptionsOf<B2bPasswordsEmailResetStartRequest>): Promise<Ok>
  /** Sets a new password with the token of the reset link, and signs in. */
  resetByEmail(options: ContinuedOptions<B2bPasswordsEmailResetRequest>): Promise<MemberSignInResponse>
  /** Sets a new password with the current one, and signs in. */
  resetByExistingPassword(options: OptionsOf<B2bPasswordsExistingPasswordResetRequest>): Promise<MemberSignInResponse>
  /** Sets a new password for the signed-in member. */
  resetBySession(options: OptionsOf<B2bPasswordsSessionResetRequest>): Promise<MemberSessionResponse>
  /** Checks a password against the policy of the project. The provider checks again when the password is set. */
  strengthCheck(options: B2bPasswordsStrengthCheckRequest): Promise<B2bPasswordsStrengthCheckResponse>
  readonly discovery: {
    /** Emails a link to set a new password, without an organization. */
    resetByEmailStart(options: ContinuedOptions<B2bPasswordsDiscoveryResetStartRequest>): Promise<Ok>
    /** Sets a new password with the token of the reset link. Next, choose an organization with `client.discovery`. */
    resetByEmail(options: ContinuedOptions<B2bPasswordsDiscoveryResetRequest>): Promise<DiscoveryResponse>
    /** Signs in without an organization. Next, choose one with `client.discovery`. */
    authenticate(options: OptionsOf<B2bPasswordsDiscoveryAuthenticateRequest>): Promise<DiscoveryResponse>
  }
}

export function createMemberPasswords(ctx: B2bContext): MemberPasswords {
  const { authenticate, bootstrap, request } = ctx
  const pkce = createPkce(ctx)
  const challenge = async (minutes: number | undefined): ReturnType<typeof pkce.challenge> =>
    pkce.challenge('password_resets', (await bootstrap.get()).pkceRequiredForPasswordResets, minutes)
  const resetTypes =
    'reset_password_redirect_url? reset_password_expiration_minutes?:number reset_password_template_id? verify_email_template_id? locale?'

  return {
    authenticate: createSignIn(
      ctx,
      b2bPasswordsAuthenticate,
      'passwords.authenticate',
      'organization_id email_address password session_duration_minutes:number locale?',
    ),
    async resetByEmailStart(options) {
      const body = validate<B2bPasswordsEmailResetStartRequest>(
        'passwords.resetByEmailStart',
        `organization_id email_address login_redirect_url? ${resetTypes}`,
        options,
      )
      const added = await challenge(body.reset_password_expiration_minutes)
      return request(b2bPasswordsEmailResetStart, { ...body, ...added })
    },
    async resetByEmail(options) {
      const body = validate<B2bPasswordsEmailResetRequest>(
        'passwords.resetByEmail',
        'password_reset_token password session_duration_minutes:number locale?',
        options,
      )
      return pkce.redeem(['password_resets'], (code_verifier) =>
        authenticate(
          b2bPasswordsEmailReset,
          withIntermediate(ctx, { ...body, ...(code_verifier && { code_verifier }) }),
        ),
      )
    },
    resetByExistingPassword: createCall(
      authenticate,
      b2bPasswordsExistingPasswordReset,
      'passwords.resetByExistingPassword',
      'organization_id email_address existing_password new_password session_duration_minutes:number locale?',
    ),
    resetBySession: createCall(authenticate, b2bPasswordsSessionReset, 'passwords.resetBySession', 'password'),
    strengthCheck: createCall(request, b2bPasswordsStrengthCheck, 'passwords.strengthCheck', 'password email_address?'),
    discovery: {
      async resetByEmailStart(options) {
        const body = validate<B2bPasswordsDiscoveryResetStartRequest>(
          'passwords.discovery.resetByEmailStart',
          `email_address discovery_redirect_url? ${resetTypes}`,
          options,
        )
        const added = await toPkceChallenge(challenge(body.reset_password_expiration_minutes))
        return request(b2bPasswordsDiscoveryResetStart, { ...body, ...added })
      },
      async resetByEmail(options) {
        const body = validate<B2bPasswordsDiscoveryResetRequest>(
          'passwords.discovery.resetByEmail',
          'password_reset_token password',
          options,
        )
        return pkce.redeem(['password_resets'], (pkce_code_verifier) =>
          authenticate(
            b2bPasswordsDiscoveryReset,
            withIntermediate(ctx, { ...body, ...(pkce_code_verifier && { pkce_code_verifier }) }),
          ),
        )
      },
      authenticate: createCall(
        authenticate,
        b2bPasswordsDiscoveryAuthenticate,
        'passwords.discovery.authenticate',
        'email_address password',
      ),
    },
  }
}
