import type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  MagicLinksInspectRequest,
  MagicLinksInspectResponse,
  Ok,
  SessionDuration,
} from '@latchkey/contract'
import { magicLinksAuthenticate, magicLinksInspect } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { confirmationRejection, createPkce } from '../../pkce/pkce.ts'
import { createSendMethods } from '../send-methods.ts'

/** Sign-in with a link by email. */
export interface MagicLinks {
  readonly email: {
    /**
     * Emails a link that signs in the owner of the address. Creates the user if necessary.
     *
     * @example
     * await client.magicLinks.email.loginOrCreate('ada@example.com', { login_magic_link_url: 'https://app.example.com/in' })
     */
    loginOrCreate(email: string, options?: MagicLinksEmailOptions): Promise<Ok>
    /** Emails a link to an existing user. With a session, the link adds the address to its user. */
    send(email: string, options?: MagicLinksEmailOptions): Promise<Ok>
  }
  /**
   * Redeems the token of a link. In a browser that did not request the link, rejects with the `SdkError`
   * `confirmation_required` unless the user has just pressed a button: mail scanners open links and run scripts.
   *
   * @example
   * const signIn = () => client.magicLinks.authenticate(token, { session_duration_minutes: 30 })
   * await signIn().catch((error) => {
   *   if (error.kind === 'confirmation_required') button.onclick = signIn
   * })
   */
  authenticate(token: string, options: SessionDuration): Promise<MagicLinksAuthenticateResponse>
  /**
   * Returns the address that a link signs in, to show next to the button that confirms it. Does not redeem the link.
   * Rejects if the link has expired, was used, or only works in the browser that requested it.
   *
   * @example
   * const { email } = await client.magicLinks.inspect(token)
   */
  inspect(token: string): Promise<MagicLinksInspectResponse>
}

/**
 * Creates the method group `magicLinks` for a context without the other groups.
 *
 * @example
 * const magicLinks = createMagicLinks(createContext('public-token-test-…', options))
 * await magicLinks.email.loginOrCreate('ada@example.com')
 */
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
    email: createSendMethods(ctx, 'magicLinks.email', 'email', '/magic_links/email', withChallenge),
    async authenticate(token, options) {
      const body = validate<MagicLinksAuthenticateRequest>(
        'magicLinks.authenticate',
        'token session_duration_minutes:number',
        { ...options, token },
      )
      return pkce.redeem(
        // The message of a password reset contains a sign-in link too, with the challenge of the reset.
        ['password_resets', 'magic_links'],
        (code_verifier) =>
          ctx.authenticate(magicLinksAuthenticate, { ...body, code_verifier } as MagicLinksAuthenticateRequest),
        confirmationRejection(ctx.platform),
      )
    },
    inspect: async (token) =>
      ctx.request(magicLinksInspect, validate<MagicLinksInspectRequest>('magicLinks.inspect', 'token', { token })),
  }
}
