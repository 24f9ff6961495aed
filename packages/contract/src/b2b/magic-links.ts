import type { Endpoint, JsonObject, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { Organization } from './entities.ts'
import type { DiscoveryResponse, IntermediateSession, MemberResponse, MemberSignInResponse } from './responses.ts'

/** The challenge of the browser that requests a link. */
export interface B2bLinkChallenge {
  pkce_code_challenge?: string
  /**
   * S256 of a secret of the requesting browser, for a link that works on every device (no `pkce_code_challenge`).
   * Redeeming the link with the secret as verifier proves that this browser requested it.
   */
  browser_challenge?: string
}

export interface B2bMagicLinksEmailLoginOrSignupRequest extends B2bLinkChallenge {
  email_address: string
  organization_id: string
  login_redirect_url?: string
  signup_redirect_url?: string
  login_template_id?: string
  signup_template_id?: string
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

/** The organization is that of the signed-in member. */
export interface B2bMagicLinksEmailInviteRequest {
  email_address: string
  invite_redirect_url?: string
  invite_template_id?: string
  invite_expiration_minutes?: number
  name?: string
  untrusted_metadata?: JsonObject
  roles?: string[]
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface B2bMagicLinksEmailDiscoverySendRequest extends B2bLinkChallenge, Protection {
  email_address: string
  discovery_redirect_url?: string
  login_template_id?: string
  discovery_expiration_minutes?: number
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface B2bMagicLinksAuthenticateRequest extends SessionDuration, Protection, IntermediateSession {
  magic_links_token: string
  pkce_code_verifier?: string
  locale?: string
}

export type B2bMagicLinksAuthenticateResponse = MemberSignInResponse & { method_id: string }

export interface B2bMagicLinksDiscoveryAuthenticateRequest extends Protection {
  discovery_magic_links_token: string
  pkce_code_verifier?: string
}

export interface B2bMagicLinksInspectRequest {
  token: string
}

/** The organization that a link is for, as anyone may read it. */
export type LinkOrganization = Pick<
  Organization,
  'organization_id' | 'organization_name' | 'organization_slug' | 'organization_logo_url'
>

export interface B2bMagicLinksInspectResponse extends Ok {
  /** The address that the link was sent to. */
  email_address: string
  /** Null for a discovery link. */
  organization: LinkOrganization | null
  /** Whether the link invites the address, which can decline. */
  is_invitation: boolean
}

export interface B2bMagicLinksDeclineRequest {
  /** The token of an invitation. */
  token: string
}

export const b2bMagicLinksEmailLoginOrSignup: Endpoint<B2bMagicLinksEmailLoginOrSignupRequest, Ok> = {
  method: 'POST',
  path: '/b2b/magic_links/email/login_or_signup',
}
export const b2bMagicLinksEmailInvite: Endpoint<B2bMagicLinksEmailInviteRequest, MemberResponse> = {
  method: 'POST',
  path: '/b2b/magic_links/email/invite',
}
export const b2bMagicLinksEmailDiscoverySend: Endpoint<B2bMagicLinksEmailDiscoverySendRequest, Ok> = {
  method: 'POST',
  path: '/b2b/magic_links/email/discovery/send',
  guarded: true,
}
export const b2bMagicLinksAuthenticate: Endpoint<B2bMagicLinksAuthenticateRequest, B2bMagicLinksAuthenticateResponse> =
  {
    method: 'POST',
    path: '/b2b/magic_links/authenticate',
    guarded: true,
  }
export const b2bMagicLinksDiscoveryAuthenticate: Endpoint<
  B2bMagicLinksDiscoveryAuthenticateRequest,
  DiscoveryResponse
> = {
  method: 'POST',
  path: '/b2b/magic_links/discovery/authenticate',
  guarded: true,
}
/** Does not redeem the token of a sign-in, an invitation or a discovery. Rejects a link that requires a verifier. */
export const b2bMagicLinksInspect: Endpoint<B2bMagicLinksInspectRequest, B2bMagicLinksInspectResponse> = {
  method: 'POST',
  path: '/b2b/magic_links/inspect',
}
/** Spends the token of an invitation, and ends the membership. */
export const b2bMagicLinksDecline: Endpoint<B2bMagicLinksDeclineRequest, Ok> = {
  method: 'POST',
  path: '/b2b/magic_links/decline',
}
