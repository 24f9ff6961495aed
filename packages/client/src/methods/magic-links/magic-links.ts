import type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  Ok,
  SessionDuration,
} from '@latchkey/contract'
import { magicLinkLoginExpirationMinutes, magicLinksAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { ApiError } from '../../core/errors.ts'
import { validate } from '../../core/validate.ts'
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
  ctx: Pick<ClientContext, 'authenticate' | 'bootstrap' | 'pkce' | 'request' | 'session'>,
): MagicLinks {
  const { authenticate, pkce } = ctx

  async function withChallenge(body: MagicLinksEmailRequest): Promise<MagicLinksEmailRequest> {
    if (!(await ctx.bootstrap.get()).pkceRequiredForEmailMagicLinks) return body
    // As long as the link may live, and a little longer does no harm.
    const minutes = Math.max(
      magicLinkLoginExpirationMinutes,
      body.login_expiration_minutes ?? 0,
      body.signup_expiration_minutes ?? 0,
    )
    const { code_challenge } = await pkce.create('magic_links', minutes)
    return { ...body, code_challenge }
  }

  return {
    email: createSending(ctx, 'magicLinks.email', 'email', '/magic_links/email', withChallenge),
    async authenticate(token, options) {
      const body = validate<MagicLinksAuthenticateRequest>(
        'magicLinks.authenticate',
        'token session_duration_minutes:number',
        { ...options, token },
      )
      // The mail of a password reset carries a sign-in link too, made with the reset's challenge.
      const flows = (['password_resets', 'magic_links'] as const).filter(pkce.find)
      for (;;) {
        const flow = flows.shift()
        try {
          const code_verifier = flow && (pkce.find(flow)?.code_verifier as string)
          const data = await authenticate(magicLinksAuthenticate, { ...body, code_verifier })
          if (flow) pkce.clear(flow)
          return data
        } catch (error) {
          if (!flows[0] || !(error as Partial<ApiError>).error_type?.includes('pkce')) throw error
        }
      }
    },
  }
}
