import type {
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  Ok,
  SessionDuration,
} from '@latchkey/contract'
import {
  constants,
  magicLinksAuthenticate,
  magicLinksEmailLoginOrCreate,
  magicLinksEmailSendPrimary,
  magicLinksEmailSendSecondary,
} from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { isApiError } from '../../core/errors.ts'
import { validate } from '../../core/validate.ts'
import type { PkceFlow } from '../../pkce/pkce.ts'
import { sessionIdOf } from '../../session/session-state.ts'

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
  const { bootstrap, pkce, session } = ctx

  async function withChallenge(email: string, options: MagicLinksEmailOptions): Promise<MagicLinksEmailRequest> {
    const { pkceRequiredForEmailMagicLinks } = await bootstrap.get()
    if (!pkceRequiredForEmailMagicLinks) return { ...options, email }
    const minutes = Math.max(
      options.login_expiration_minutes ?? constants.magicLinkLoginExpirationMinutes,
      options.signup_expiration_minutes ?? constants.magicLinkSignupExpirationMinutes,
    )
    const { code_challenge } = await pkce.create('magic_links', minutes)
    return { ...options, email, code_challenge }
  }

  return {
    email: {
      async loginOrCreate(email, options = {}) {
        validate('magicLinks.email.loginOrCreate', ['string', 'email', email], ['object', 'options', options])
        return ctx.request(magicLinksEmailLoginOrCreate, await withChallenge(email, options))
      },
      async send(email, options = {}) {
        validate('magicLinks.email.send', ['string', 'email', email], ['object', 'options', options])
        const body = await withChallenge(email, options)
        return ctx.request(
          sessionIdOf(session.sync()) ? magicLinksEmailSendSecondary : magicLinksEmailSendPrimary,
          body,
        )
      },
    },
    async authenticate(token, options) {
      const session_duration_minutes = options?.session_duration_minutes
      validate(
        'magicLinks.authenticate',
        ['string', 'token', token],
        ['number', 'session_duration_minutes', session_duration_minutes],
      )
      const body = { token, session_duration_minutes }
      // The mail of a password reset carries a sign-in link too, made with the reset's challenge.
      const flows = (['password_resets', 'magic_links'] as const).filter((flow: PkceFlow) => pkce.find(flow))
      for (const [index, flow] of flows.entries()) {
        try {
          const code_verifier = pkce.find(flow)?.code_verifier
          const data = await ctx.authenticate(magicLinksAuthenticate, {
            ...body,
            ...(code_verifier && { code_verifier }),
          })
          pkce.clear(flow)
          return data
        } catch (error) {
          const isLast = index === flows.length - 1
          if (isLast || !isApiError(error) || !error.error_type.includes('pkce')) throw error
        }
      }
      return ctx.authenticate(magicLinksAuthenticate, body)
    },
  }
}
