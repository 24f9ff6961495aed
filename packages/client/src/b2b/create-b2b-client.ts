import type { SessionDuration } from '@latchkey/contract'
import type { DiscoveryResponse, MemberSignInResponse } from '@latchkey/contract/b2b'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { ClientInternals, internalsKey } from '../context/client-internals.ts'
import type { AuthenticatedByUrl, ParsedAuthenticateUrl, Redeemers } from '../context/open-client.ts'
import { openClient } from '../context/open-client.ts'
import { usageError } from '../core/errors.ts'
import type { ClientOptions, PublicToken } from '../core/options.ts'
import type { Unsubscribe } from '../core/store.ts'
import type { Rbac } from '../methods/rbac/rbac.ts'
import type { ConnectedApps } from './methods/connected-apps/connected-app-calls.ts'
import { createConnectedApps } from './methods/connected-apps/connected-apps.ts'
import type { Discovery } from './methods/discovery/discovery.ts'
import { createDiscovery } from './methods/discovery/discovery.ts'
import { createMemberIdp } from './methods/idp/idp.ts'
import type { MemberIdentityProvider } from './methods/idp/idp-calls.ts'
import type { MemberImpersonation } from './methods/impersonation/impersonation.ts'
import { createMemberImpersonation } from './methods/impersonation/impersonation.ts'
import type { MemberMagicLinks } from './methods/magic-links/magic-links.ts'
import { createMemberMagicLinks } from './methods/magic-links/magic-links.ts'
import type { OrganizationMembers } from './methods/members/organization-members.ts'
import { createOrganizationMembers } from './methods/members/organization-members.ts'
import type { MemberOAuth } from './methods/oauth/oauth.ts'
import { createMemberOAuth } from './methods/oauth/oauth.ts'
import type { OrganizationMethods } from './methods/organization/organization.ts'
import { createOrganization } from './methods/organization/organization.ts'
import type { MemberOtps } from './methods/otps/otps.ts'
import { createMemberOtps } from './methods/otps/otps.ts'
import type { MemberPasswords } from './methods/passwords/passwords.ts'
import { createMemberPasswords } from './methods/passwords/passwords.ts'
import { createMemberRbac } from './methods/rbac/rbac.ts'
import type { MemberRecoveryCodes } from './methods/recovery-codes/recovery-codes.ts'
import { createMemberRecoveryCodes } from './methods/recovery-codes/recovery-codes.ts'
import type { Self } from './methods/self/self.ts'
import { createSelf } from './methods/self/self.ts'
import type { MemberSessionMethods } from './methods/session/session.ts'
import { createMemberSession } from './methods/session/session.ts'
import type { SsoSignIn } from './methods/sso/sign-in.ts'
import { createSsoSignIn } from './methods/sso/sign-in.ts'
import { createSso } from './methods/sso/sso.ts'
import type { SsoConnections } from './methods/sso/sso-calls.ts'
import type { MemberTotp } from './methods/totp/totp.ts'
import { createMemberTotp } from './methods/totp/totp.ts'
import { keepRolesCurrent } from './session/current-roles.ts'
import { forgetRejected } from './session/intermediate.ts'
import type { B2bState, MemberSessions } from './session/member-kind.ts'
import { memberShape } from './session/member-shape.ts'

/** The options of `createB2bClient`. */
export interface B2bClientOptions extends ClientOptions<B2bState> {
  /**
   * `shared`: all tabs of the browser have one session in cookies, so a switch of the organization switches all tabs.
   * `tab`: each tab has its own session in session storage, and no cookie is written.
   * @default 'shared'
   */
  session?: 'shared' | 'tab'
}

/** The response to the token of a URL: a sign-in to an organization, or one without an organization. */
export type SignInByUrl = MemberSignInResponse | DiscoveryResponse

/** The headless client of a page of a business project. */
export interface B2bClient {
  readonly session: MemberSessionMethods
  readonly self: Self & ConnectedApps['ofSelf']
  /** The same object as `self`. */
  readonly member: Self & ConnectedApps['ofSelf']
  readonly organization: OrganizationMethods &
    ConnectedApps['ofOrganization'] & { readonly members: OrganizationMembers & ConnectedApps['ofMembers'] }
  readonly magicLinks: MemberMagicLinks
  readonly discovery: Discovery
  readonly otps: MemberOtps
  readonly oauth: MemberOAuth
  readonly sso: SsoSignIn & SsoConnections
  readonly totp: MemberTotp
  readonly recoveryCodes: MemberRecoveryCodes
  readonly passwords: MemberPasswords
  readonly impersonation: MemberImpersonation
  readonly idp: MemberIdentityProvider
  readonly rbac: Rbac
  /** The settings of the project: `getSync()` returns the last known ones, `get()` waits for the provider. */
  readonly bootstrap: Pick<Bootstrap, 'get' | 'getSync'>
  /** Reads the token or the error of a landing from a URL. Defaults to the page's URL; null without a landing. */
  parseAuthenticateUrl(href?: string): ParsedAuthenticateUrl | null
  /**
   * Redeems the token in the URL, after removing it from the address bar. Resolves to null without a token. After a
   * discovery link or an OAuth sign-in without an organization, the person has to choose an organization with `client.discovery`.
   *
   * In a browser that did not ask for the link, rejects with the `SdkError` `confirmation_required`: show a button that
   * calls it again.
   *
   * @example
   * const found = await client.authenticateByUrl({ session_duration_minutes: 30 })
   * if (found && 'discovered_organizations' in found.data) showOrganizations(found.data)
   */
  authenticateByUrl(options: SessionDuration, href?: string): Promise<AuthenticatedByUrl<SignInByUrl> | null>
  /** Calls back whenever the member, the organization or the session changes, in this tab or in another. */
  onStateChange(callback: (state: B2bState) => void): Unsubscribe
  /** Stops timers, listeners and pending calls. The member stays signed in. */
  dispose(): void
  /** @internal */
  readonly [internalsKey]: ClientInternals<MemberSessions>
}

/**
 * Creates the headless client of a business project. Create one per page. Called again with the same public token and
 * options, it returns the same instance.
 *
 * @example
 * const client = createB2bClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
 * client.onStateChange(({ member, organization }) => render(member, organization))
 */
export function createB2bClient<Token extends string>(
  publicToken: Token & PublicToken<Token>,
  given: B2bClientOptions = {},
): B2bClient {
  const { session = 'shared', customApiDomain } = given
  if (session !== 'shared' && (session !== 'tab' || customApiDomain)) {
    throw usageError(
      'createB2bClient',
      session === 'tab' ? "session: 'tab' excludes customApiDomain" : "session must be 'shared' or 'tab'",
    )
  }
  return openClient(publicToken, given, memberShape, (opened) => {
    const ctx = forgetRejected(keepRolesCurrent(opened))
    const apps = createConnectedApps(ctx)
    const self = { ...createSelf(ctx), ...apps.ofSelf }
    const magicLinks = createMemberMagicLinks(ctx)
    const oauth = createMemberOAuth(ctx)
    const sso = createSsoSignIn(ctx)
    const impersonation = createMemberImpersonation(ctx)
    /** `reset_password` is missing, because its page asks for a new password first. */
    const redeemers: Redeemers<SignInByUrl> = {
      multi_tenant_magic_links: (magic_links_token, options) =>
        magicLinks.authenticate({ ...options, magic_links_token }),
      discovery: (discovery_magic_links_token) => magicLinks.discovery.authenticate({ discovery_magic_links_token }),
      oauth: (oauth_token, options) => oauth.authenticate({ ...options, oauth_token }),
      discovery_oauth: (discovery_oauth_token) => oauth.discovery.authenticate({ discovery_oauth_token }),
      sso: (sso_token, options) => sso.authenticate({ ...options, sso_token }),
      impersonation: (impersonation_token) => impersonation.authenticate({ impersonation_token }),
    }
    const methods = {
      session: createMemberSession(ctx),
      self,
      member: self,
      organization: {
        ...createOrganization(ctx),
        ...apps.ofOrganization,
        members: { ...createOrganizationMembers(ctx), ...apps.ofMembers },
      },
      magicLinks,
      discovery: createDiscovery(ctx),
      otps: createMemberOtps(ctx),
      oauth,
      sso: { ...sso, ...createSso(ctx) },
      totp: createMemberTotp(ctx),
      recoveryCodes: createMemberRecoveryCodes(ctx),
      passwords: createMemberPasswords(ctx),
      impersonation,
      idp: createMemberIdp(ctx),
      rbac: createMemberRbac(ctx),
    }
    return [methods, redeemers]
  })
}
