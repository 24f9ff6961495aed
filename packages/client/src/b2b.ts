export type {
  B2bConnectedAppsResponse,
  B2bDiscoveryIntermediateSessionsExchangeRequest,
  B2bDiscoveryOrganizationsCreateRequest,
  B2bDiscoveryOrganizationsListResponse,
  B2bImpersonationAuthenticateRequest,
  B2bMagicLinksAuthenticateRequest,
  B2bMagicLinksAuthenticateResponse,
  B2bMagicLinksDiscoveryAuthenticateRequest,
  B2bMagicLinksEmailDiscoverySendRequest,
  B2bMagicLinksEmailInviteRequest,
  B2bMagicLinksEmailLoginOrSignupRequest,
  B2bMagicLinksInspectResponse,
  B2bMembersSearchRequest,
  B2bMembersSearchResponse,
  B2bOAuthAuthenticateRequest,
  B2bOAuthAuthenticateResponse,
  B2bOAuthAuthorizeStartResponse,
  B2bOAuthDiscoveryAuthenticateRequest,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
  B2bOrganizationDeleteResponse,
  B2bOrganizationGetBySlugRequest,
  B2bOrganizationGetBySlugResponse,
  B2bOrganizationMembersCreateRequest,
  B2bOrganizationMembersDeleteResponse,
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersSearchResponse,
  B2bOrganizationMembersUpdateRequest,
  B2bOrganizationResponse,
  B2bOrganizationUpdateRequest,
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
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
  B2bSelfUpdateRequest,
  B2bSessionsAttestRequest,
  B2bSessionsExchangeAccessTokenRequest,
  B2bSessionsExchangeRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  ConnectedAppMember,
  DiscoveredOrganization,
  DiscoveryResponse,
  FoundMember,
  LinkOrganization,
  Member,
  MemberResponse,
  MemberSession,
  MemberSessionResponse,
  MemberSignInResponse,
  MemberStatus,
  Organization,
  OrganizationConnectedApp,
} from '@latchkey/contract/b2b'
export type { B2bClient, B2bClientOptions, SignInByUrl } from './b2b/create-b2b-client.ts'
export { createB2bClient } from './b2b/create-b2b-client.ts'
export type { Members } from './b2b/members.ts'
export { createMembers } from './b2b/members.ts'
export type { ConnectedApps } from './b2b/methods/connected-apps/connected-app-calls.ts'
export type { Discovery } from './b2b/methods/discovery/discovery.ts'
export type { MemberIdentityProvider } from './b2b/methods/idp/idp-calls.ts'
export type { MemberImpersonation } from './b2b/methods/impersonation/impersonation.ts'
export type { MemberMagicLinks } from './b2b/methods/magic-links/magic-links.ts'
export type { OrganizationMembers } from './b2b/methods/members/organization-members.ts'
export type {
  MemberOAuth,
  MemberOAuthStart,
  MemberOAuthStartOptions,
  MemberOneTap,
  MemberOneTapOptions,
  OAuthDiscoveryStartOptions,
  OneTapDiscoveryOptions,
  OrganizationChoice,
} from './b2b/methods/oauth/oauth.ts'
export type { OrganizationMethods } from './b2b/methods/organization/organization.ts'
export type { MemberOtps } from './b2b/methods/otps/otps.ts'
export type { MemberPasswords } from './b2b/methods/passwords/passwords.ts'
export type { Self } from './b2b/methods/self/self.ts'
export type { MemberSessionMethods } from './b2b/methods/session/session.ts'
export type { SsoSignIn, SsoStartOptions } from './b2b/methods/sso/sign-in.ts'
export type { SsoConnections } from './b2b/methods/sso/sso-calls.ts'
export type { ContinuedOptions } from './b2b/session/intermediate.ts'
export type { B2bState } from './b2b/session/member-kind.ts'
