import type { Ok } from '@latchkey/contract'
import type {
  B2bMagicLinksAuthenticateRequest,
  B2bMagicLinksAuthenticateResponse,
  B2bMagicLinksDeclineRequest,
  B2bMagicLinksDiscoveryAuthenticateRequest,
  B2bMagicLinksEmailDiscoverySendRequest,
  B2bMagicLinksEmailInviteRequest,
  B2bMagicLinksEmailLoginOrSignupRequest,
  B2bMagicLinksInspectRequest,
  B2bMagicLinksInspectResponse,
  DiscoveryResponse,
  MemberResponse,
} from '@latchkey/contract/b2b'
import {
  b2bMagicLinksAuthenticate,
  b2bMagicLinksDecline,
  b2bMagicLinksDiscoveryAuthenticate,
  b2bMagicLinksEmailDiscoverySend,
  b2bMagicLinksEmailInvite,
  b2bMagicLinksEmailLoginOrSignup,
  b2bMagicLinksInspect,
} from '@latchkey/contract/b2b'
import { validate, validateStrings } from '../../../core/validate.ts'
import { confirmationRejection, createPkce } from '../../../pkce/pkce.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { withIntermediate } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import { toPkceChallenge } from '../../session/pkce-fields.ts'

/** Sign-in with a link by email, and invitations. */
export interface MemberMagicLinks {
  readonly email: {
    /**
     * Emails a link for an organization. Creates the member if the organization allows it.
     *
     * @example
     * await client.magicLinks.email.loginOrSignup({ email_address, organization_id })
     */
    loginOrSignup(options: ContinuedOptions<B2bMagicLinksEmailLoginOrSignupRequest>): Promise<Ok>
    /**
     * Invites a person to the organization of the session. Requires the permission.
     *
     * @example
     * await client.magicLinks.email.invite({ email_address: 'bob@example.com', roles: ['editor'] })
     */
    invite(options: B2bMagicLinksEmailInviteRequest): Promise<MemberResponse>
    readonly discovery: {
      /** Emails a link that is bound to no organization. */
      send(options: ContinuedOptions<B2bMagicLinksEmailDiscoverySendRequest>): Promise<Ok>
    }
  }
  /**
   * Redeems the token of a link. Without a session in the response, another factor is missing. In a browser that did not
   * request the link, rejects with the `SdkError` `confirmation_required` unless the person has just pressed a button.
   */
  authenticate(options: ContinuedOptions<B2bMagicLinksAuthenticateRequest>): Promise<B2bMagicLinksAuthenticateResponse>
  /**
   * Returns the address that a link was sent to, and its organization, to show them before the person confirms. Redeems
   * nothing. Rejects if the link has expired, was used, or only works in the browser that requested it.
   *
   * @example
   * const { email_address, organization } = await client.magicLinks.inspect(token)
   */
  inspect(token: string): Promise<B2bMagicLinksInspectResponse>
  /**
   * Declines an invitation: spends the token, and the person does not become a member. Keeps the session of the browser.
   *
   * @example
   * await client.magicLinks.decline(token)
   */
  decline(token: string): Promise<Ok>
  readonly discovery: {
    /** Redeems the token of a discovery link, like `authenticate`. Next, choose an organization with `client.discovery`. */
    authenticate(options: ContinuedOptions<B2bMagicLinksDiscoveryAuthenticateRequest>): Promise<DiscoveryResponse>
  }
}

export function createMemberMagicLinks(ctx: B2bContext): MemberMagicLinks {
  const { authenticate, bootstrap, platform, request } = ctx
  const pkce = createPkce(ctx)
  const challenge = async (...minutes: (number | undefined)[]): ReturnType<typeof toPkceChallenge> =>
    toPkceChallenge(pkce.challenge('magic_links', (await bootstrap.get()).pkceRequiredForEmailMagicLinks, ...minutes))

  return {
    email: {
      async loginOrSignup(options) {
        const body = validate<B2bMagicLinksEmailLoginOrSignupRequest>(
          'magicLinks.email.loginOrSignup',
          'email_address organization_id login_redirect_url? signup_redirect_url? login_template_id? signup_template_id? login_expiration_minutes?:number signup_expiration_minutes?:number locale?',
          options,
        )
        const added = await challenge(body.login_expiration_minutes, body.signup_expiration_minutes)
        return request(b2bMagicLinksEmailLoginOrSignup, { ...body, ...added })
      },
      async invite(options) {
        const body = validate<B2bMagicLinksEmailInviteRequest>(
          'magicLinks.email.invite',
          'email_address invite_redirect_url? invite_template_id? invite_expiration_minutes?:number name? untrusted_metadata?:object locale?',
          options,
        )
        const { roles } = options
        if (roles !== undefined) body.roles = validateStrings('magicLinks.email.invite', 'roles', roles)
        return request(b2bMagicLinksEmailInvite, body)
      },
      discovery: {
        async send(options) {
          const body = validate<B2bMagicLinksEmailDiscoverySendRequest>(
            'magicLinks.email.discovery.send',
            'email_address discovery_redirect_url? login_template_id? discovery_expiration_minutes?:number locale?',
            options,
          )
          return request(b2bMagicLinksEmailDiscoverySend, {
            ...body,
            ...(await challenge(body.discovery_expiration_minutes)),
          })
        },
      },
    },
    async authenticate(options) {
      const body = validate<B2bMagicLinksAuthenticateRequest>(
        'magicLinks.authenticate',
        'magic_links_token session_duration_minutes:number locale?',
        options,
      )
      return pkce.redeem(
        // The message of a password reset contains a sign-in link too, with the challenge of the reset.
        ['password_resets', 'magic_links'],
        (pkce_code_verifier) =>
          authenticate(
            b2bMagicLinksAuthenticate,
            withIntermediate(ctx, { ...body, ...(pkce_code_verifier && { pkce_code_verifier }) }),
          ),
        confirmationRejection(platform),
      )
    },
    inspect: async (token) =>
      request(
        b2bMagicLinksInspect,
        validate<B2bMagicLinksInspectRequest>('magicLinks.inspect', 'token', { token }),
        undefined,
        // The organization of the link is not that of the session.
        () => ({}),
      ),
    decline: async (token) =>
      request(b2bMagicLinksDecline, validate<B2bMagicLinksDeclineRequest>('magicLinks.decline', 'token', { token })),
    discovery: {
      async authenticate(options) {
        const body = validate<B2bMagicLinksDiscoveryAuthenticateRequest>(
          'magicLinks.discovery.authenticate',
          'discovery_magic_links_token',
          options,
        )
        return pkce.redeem(
          ['password_resets', 'magic_links'],
          (pkce_code_verifier) =>
            authenticate(b2bMagicLinksDiscoveryAuthenticate, {
              ...body,
              ...(pkce_code_verifier && { pkce_code_verifier }),
            }),
          confirmationRejection(platform),
        )
      },
    },
  }
}
