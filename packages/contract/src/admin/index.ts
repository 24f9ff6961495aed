export type { PageInfo, PageRequest } from './admin-path.ts'
export { adminPath } from './admin-path.ts'
export type { AdminOrganizationsRevokeConnectedAppResponse } from './connected-apps.ts'
export type { AdminEndpointName } from './endpoints.ts'
export { adminEndpoints } from './endpoints.ts'
export type {
  AdminImpersonationsRevokeRequest,
  AdminImpersonationsRevokeResponse,
  AdminImpersonationTokenRequest,
  AdminImpersonationTokenResponse,
} from './impersonation.ts'
export type {
  AdminInvitationsCreateRequest,
  AdminInvitationsListRequest,
  AdminInvitationsResendRequest,
} from './invitations.ts'
export type {
  AdminSecretKeysListResponse,
  AdminSigningKeysListResponse,
  AdminSigningKeysRotateRequest,
  SecretKey,
  SigningKey,
} from './keys.ts'
export type { AdminOAuthAttachTokenRequest, AdminOAuthAttachTokenResponse } from './oauth-attach.ts'
export type {
  AdminOAuthClient,
  AdminOAuthClientResponse,
  AdminOAuthClientSecretRequest,
  AdminOAuthClientSecretResponse,
  AdminOAuthClientsCreateRequest,
  AdminOAuthClientsListResponse,
  AdminOAuthClientsUpdateRequest,
} from './oauth-clients.ts'
export type {
  AdminOAuthCredentialsListResponse,
  AdminOAuthCredentialsResponse,
  AdminOAuthCredentialsSetRequest,
  OAuthCredentials,
} from './oauth-credentials.ts'
export type {
  AdminOrganizationDomain,
  AdminOrganizationDomainResponse,
  AdminOrganizationDomainsCreateRequest,
  AdminOrganizationDomainsListResponse,
  OrganizationDomainState,
} from './organization-domains.ts'
export type {
  AdminInvitation,
  AdminMember,
  AdminMemberResponse,
  AdminMembersCreateRequest,
  AdminMembersListResponse,
  AdminMembersSearchResponse,
  AdminMembersUpdateRequest,
  AdminOrganization,
  AdminOrganizationResponse,
  AdminOrganizationsCreateRequest,
  AdminOrganizationsListResponse,
  AdminOrganizationsSimulateRequest,
  AdminOrganizationsSimulateResponse,
  AdminOrganizationsUpdateRequest,
  DecisionReason,
  InvitationState,
} from './organizations.ts'
export type {
  AdminAttestationProfile,
  AdminCaptchaSettings,
  AdminCaptchaSettingsChange,
  AdminHttpOnlyCookies,
  AdminIdentityProvider,
  AdminPasswordPolicy,
  AdminProject,
  AdminProjectGetResponse,
  AdminSettings,
  AdminSettingsChange,
  AdminSettingsResponse,
  AdminSettingsUpdateRequest,
  EnabledMethods,
} from './project.ts'
export type {
  AdminSessionsListRequest,
  AdminSessionsListResponse,
  AdminSessionsRevokeRequest,
  AdminSessionsRevokeResponse,
} from './sessions.ts'
export type { AdminSsoListAttemptsResponse, SsoAttempt, SsoAttemptCheck } from './sso.ts'
export type {
  AdminTemplateResponse,
  AdminTemplatesListResponse,
  AdminTemplatesSetRequest,
  Template,
  TemplateKind,
  TemplateWords,
} from './templates.ts'
export type {
  AdminBiometricRegistrationRequest,
  AdminBiometricRegistrationResponse,
  AdminUser,
  AdminUserResponse,
  AdminUsersImportRequest,
  AdminUsersImportResponse,
  AdminUsersListRequest,
  AdminUsersListResponse,
  AdminUsersPruneRequest,
  AdminUsersPruneResponse,
  AdminUsersUpdateRequest,
  ImportCounts,
  ImportResult,
  NewUser,
  NewUserEmail,
  NewUserPhoneNumber,
} from './users.ts'
