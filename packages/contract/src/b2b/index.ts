export type { BuiltInPermission, BuiltInResource } from './built-in-policy.ts'
export { builtInActions, builtInPolicy, builtInResourceId, builtInRoleIds, withCustomRoles } from './built-in-policy.ts'
export type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
  ConnectedAppMember,
  OrganizationConnectedApp,
} from './connected-apps.ts'
export {
  b2bOrganizationConnectedApp,
  b2bOrganizationConnectedApps,
  b2bOrganizationMembersConnectedApps,
  b2bOrganizationMembersRevokeConnectedApp,
  b2bSelfConnectedApps,
  b2bSelfRevokeConnectedApp,
} from './connected-apps.ts'
export type {
  B2bDiscoveryIntermediateSessionsExchangeRequest,
  B2bDiscoveryOrganizationsCreateRequest,
  B2bDiscoveryOrganizationsListResponse,
} from './discovery.ts'
export {
  b2bDiscoveryIntermediateSessionsExchange,
  b2bDiscoveryOrganizationsCreate,
  b2bDiscoveryOrganizationsList,
} from './discovery.ts'
export type {
  ActiveScimConnection,
  ActiveSsoConnection,
  DiscoveredOrganization,
  EmailRoleAssignment,
  Member,
  MemberAuthenticationFactor,
  MemberOAuthRegistration,
  MemberRole,
  MemberSession,
  Membership,
  MfaRequired,
  OAuthTenants,
  Organization,
  OrganizationPolicies,
  PrimaryRequired,
  RetiredEmail,
  RoleSource,
  SsoRegistration,
} from './entities.ts'
export type { B2bIdpOAuthAuthorizeStartResponse, B2bOAuthAuthorizeStartResponse } from './idp.ts'
export {
  b2bIdpOAuthAuthorizeStart,
  b2bIdpOAuthAuthorizeSubmit,
  b2bOAuthAuthorize,
  b2bOAuthAuthorizeStart,
  b2bOAuthLogoutStart,
} from './idp.ts'
export type { B2bImpersonationAuthenticateRequest } from './impersonation.ts'
export { b2bImpersonationAuthenticate } from './impersonation.ts'
export type {
  B2bLinkChallenge,
  B2bMagicLinksAuthenticateRequest,
  B2bMagicLinksAuthenticateResponse,
  B2bMagicLinksDeclineRequest,
  B2bMagicLinksDiscoveryAuthenticateRequest,
  B2bMagicLinksEmailDiscoverySendRequest,
  B2bMagicLinksEmailInviteRequest,
  B2bMagicLinksEmailLoginOrSignupRequest,
  B2bMagicLinksInspectRequest,
  B2bMagicLinksInspectResponse,
  LinkOrganization,
} from './magic-links.ts'
export {
  b2bMagicLinksAuthenticate,
  b2bMagicLinksDecline,
  b2bMagicLinksDiscoveryAuthenticate,
  b2bMagicLinksEmailDiscoverySend,
  b2bMagicLinksEmailInvite,
  b2bMagicLinksEmailLoginOrSignup,
  b2bMagicLinksInspect,
} from './magic-links.ts'
export type {
  B2bMembersSearchRequest,
  B2bMembersSearchResponse,
  B2bOrganizationMembersCreateRequest,
  B2bOrganizationMembersDeleteResponse,
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersSearchResponse,
  B2bOrganizationMembersUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  FoundMember,
  MemberFilter,
} from './members.ts'
export {
  b2bMembersDeletePassword,
  b2bMembersSearch,
  b2bOrganizationMembersCreate,
  b2bOrganizationMembersDelete,
  b2bOrganizationMembersDeleteMfaPhoneNumber,
  b2bOrganizationMembersDeleteTotp,
  b2bOrganizationMembersReactivate,
  b2bOrganizationMembersSearch,
  b2bOrganizationMembersStartEmailUpdate,
  b2bOrganizationMembersUnlinkRetiredEmail,
  b2bOrganizationMembersUpdate,
} from './members.ts'
export type {
  B2bOAuthAuthenticateRequest,
  B2bOAuthAuthenticateResponse,
  B2bOAuthDiscoveryAuthenticateRequest,
  B2bOAuthDiscoveryStartQuery,
  B2bOAuthGoogleOneTapDiscoverySubmitRequest,
  B2bOAuthGoogleOneTapStartResponse,
  B2bOAuthGoogleOneTapSubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse,
  B2bOAuthStartQuery,
} from './oauth.ts'
export {
  b2bOAuthAuthenticate,
  b2bOAuthDiscoveryAuthenticate,
  b2bOAuthGoogleOneTapDiscoverySubmit,
  b2bOAuthGoogleOneTapStart,
  b2bOAuthGoogleOneTapSubmit,
} from './oauth.ts'
export { b2bOAuthDiscoveryStartPath, b2bOAuthStartPath, ssoStartPath } from './oauth-start-path.ts'
export type {
  B2bOrganizationDeleteResponse,
  B2bOrganizationGetBySlugRequest,
  B2bOrganizationGetBySlugResponse,
  B2bOrganizationResponse,
  B2bOrganizationUpdateRequest,
  PublicOrganization,
} from './organization.ts'
export {
  b2bOrganizationDelete,
  b2bOrganizationGet,
  b2bOrganizationGetBySlug,
  b2bOrganizationUpdate,
} from './organization.ts'
export type {
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
  B2bOtpsSmsAuthenticateRequest,
  B2bOtpsSmsSendRequest,
} from './otps.ts'
export {
  b2bOtpsEmailAuthenticate,
  b2bOtpsEmailDiscoveryAuthenticate,
  b2bOtpsEmailDiscoverySend,
  b2bOtpsEmailLoginOrSignup,
  b2bOtpsSmsAuthenticate,
  b2bOtpsSmsSend,
} from './otps.ts'
export type {
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
} from './passwords.ts'
export {
  b2bPasswordsAuthenticate,
  b2bPasswordsDiscoveryAuthenticate,
  b2bPasswordsDiscoveryReset,
  b2bPasswordsDiscoveryResetStart,
  b2bPasswordsEmailReset,
  b2bPasswordsEmailResetStart,
  b2bPasswordsExistingPasswordReset,
  b2bPasswordsSessionReset,
  b2bPasswordsStrengthCheck,
} from './passwords.ts'
export type {
  FactorOrder,
  JoinPolicy,
  MemberStatus,
  MethodPolicy,
  MfaEnrollment,
  MfaMethod,
  MfaPolicy,
  OrganizationAuthMethod,
  RoleSourceType,
  TenantJoinPolicy,
} from './policies.ts'
export {
  factorOrders,
  joinPolicies,
  memberStatuses,
  methodPolicies,
  mfaEnrollments,
  mfaMethods,
  mfaPolicies,
  organizationAuthMethods,
  recoverableMfaMethod,
  roleSourceTypes,
  tenantJoinPolicies,
} from './policies.ts'
export type {
  B2bRecoveryCodesRecoverRequest,
  B2bRecoveryCodesRecoverResponse,
  B2bRecoveryCodesResponse,
} from './recovery-codes.ts'
export { b2bRecoveryCodesGet, b2bRecoveryCodesRecover, b2bRecoveryCodesRotate } from './recovery-codes.ts'
export type {
  DiscoveryResponse,
  IntermediateSession,
  MemberPendingResponse,
  MemberResponse,
  MemberSessionResponse,
  MemberSignInResponse,
  SecondFactorMember,
} from './responses.ts'
export type { B2bSelfGetResponse, B2bSelfUpdateRequest } from './self.ts'
export {
  b2bSelfDeleteMfaPhoneNumber,
  b2bSelfDeleteTotp,
  b2bSelfGet,
  b2bSelfStartEmailUpdate,
  b2bSelfUnlinkRetiredEmail,
  b2bSelfUpdate,
} from './self.ts'
export type {
  B2bSessionsAttestRequest,
  B2bSessionsAuthenticateRequest,
  B2bSessionsExchangeAccessTokenRequest,
  B2bSessionsExchangeRequest,
} from './sessions.ts'
export {
  b2bSessionsAttest,
  b2bSessionsAuthenticate,
  b2bSessionsExchange,
  b2bSessionsExchangeAccessToken,
  b2bSessionsRevoke,
  b2bSessionsRevokeForMember,
} from './sessions.ts'
export { isSlug, slugInUrl, slugPlaceholder } from './slug.ts'
export type {
  B2bSsoAuthenticateRequest,
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoDiscoverConnectionsRequest,
  B2bSsoDiscoverConnectionsResponse,
  B2bSsoExternalConnectionResponse,
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoOidcConnectionResponse,
  B2bSsoOidcCreateRequest,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlConnectionResponse,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
  ExternalConnection,
  OidcConnection,
  SamlConnection,
  SsoAttributeMapping,
  SsoConnection,
  SsoGroupRoleAssignment,
  SsoProviderCertificate,
  SsoRoleAssignment,
  SsoStartQuery,
  SsoVerificationCertificate,
} from './sso.ts'
export {
  b2bSsoAuthenticate,
  b2bSsoDeleteConnection,
  b2bSsoDiscoverConnections,
  b2bSsoExternalCreate,
  b2bSsoExternalUpdate,
  b2bSsoGetConnections,
  b2bSsoOidcCreate,
  b2bSsoOidcUpdate,
  b2bSsoSamlCreate,
  b2bSsoSamlDeleteVerificationCertificate,
  b2bSsoSamlUpdate,
  b2bSsoSamlUpdateByUrl,
} from './sso.ts'
export type {
  B2bSsoGetTestResponse,
  B2bSsoStartTestResponse,
  SsoTestCheck,
  SsoTestJoin,
  SsoTestResult,
} from './sso-test.ts'
export { b2bSsoGetTest, b2bSsoStartTest } from './sso-test.ts'
export type {
  ExpiredCertificatePolicy,
  OidcClientAuthentication,
  OidcSigningAlgorithm,
  SamlRequestBinding,
  SsoConnectionKind,
  SsoConnectionStatus,
  SsoIdentityProvider,
} from './sso-values.ts'
export {
  expiredCertificatePolicies,
  oidcClientAuthentications,
  oidcSigningAlgorithms,
  samlRequestBindings,
  ssoConnectionKinds,
  ssoConnectionStatuses,
  ssoIdentityProviders,
} from './sso-values.ts'
export type { B2bTotpAuthenticateRequest, B2bTotpCreateRequest, B2bTotpCreateResponse } from './totp.ts'
export { b2bTotpAuthenticate, b2bTotpCreate } from './totp.ts'
