export type { BuiltInPermission, BuiltInResource } from './built-in-policy.ts'
export { builtInActions, builtInPolicy, builtInResourceId, builtInRoleIds } from './built-in-policy.ts'
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
export type { B2bMembersSearchRequest, B2bMembersSearchResponse, FoundMember } from './members.ts'
export { b2bMembersSearch } from './members.ts'
export type {
  FactorOrder,
  JoinPolicy,
  MemberStatus,
  MethodPolicy,
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
  mfaMethods,
  mfaPolicies,
  organizationAuthMethods,
  roleSourceTypes,
  tenantJoinPolicies,
} from './policies.ts'
export type {
  DiscoveryResponse,
  IntermediateSession,
  MemberPendingResponse,
  MemberResponse,
  MemberSessionResponse,
  MemberSignInResponse,
} from './responses.ts'
export { isSlug, slugInUrl, slugPlaceholder } from './slug.ts'
