import type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  Ok,
  SessionDuration,
} from '@latchkey/contract'
import { magicLinksAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import { createSending } from '../sending.ts'

export interface MagicLinks {
  readonly email: {
    /**
     * Mails a link that signs in whoever owns the address, creating the user where there is none.
     *
     * @example
     * await client.magicLinks.email.loginOrCreate('ada@example.com', { login_magic_link_url: 'https://app.example.com/in' })
     */
    loginOrCreate(email: string, options?: MagicLinksEmailOptions): Promise<Ok>
    /** Mails a link to a known user; with a session, one that adds the address to its user. */
    send(email: string, options?: MagicLinksEmailOptions): Promise<Ok>
  }
  /**
   * Spends the token that the landing page was handed.
   *
   * @example
   * await client.magicLinks.authenticate(token, { session_duration_minutes: 30 })
   */
  authenticate(token: string, options: SessionDuration): Promise<MagicLinksAuthenticateResponse>
}

export function createMagicLinks(
  ctx: Pick<ClientContext, 'authenticate' | 'bootstrap' | 'platform' | 'request' | 'session' | 'storage'>,
): MagicLinks {
  const pkce = createPkce(ctx)

  const withChallenge = async (body: MagicLinksEmailRequest): Promise<MagicLinksEmailRequest> => ({
    ...body,
    ...(await pkce.challenge(
      'magic_links',
      (
        await ctx.bootstrap.get()
      ).pkceRequiredForEmailMagicLinks,
      body.login_expiration_minutes,
      body.signup_expiration_minutes,
    )),
  })

  return {
    email: createSending(ctx, 'magicLinks.email', 'email', '/magic_links/email', withChallenge),
    async authenticate(token, options) {
      const body = validate<MagicLinksAuthenticateRequest>(
        'magicLinks.authenticate',
        'token session_duration_minutes:number',
        { ...options, token },
      )
      // The mail of a password reset carries a sign-in link too, made with the reset's challenge.
      return pkce.redeem(['password_resets', 'magic_links'], (code_verifier) =>
        ctx.authenticate(magicLinksAuthenticate, { ...body, code_verifier } as MagicLinksAuthenticateRequest),
      )
    },
  }
}
