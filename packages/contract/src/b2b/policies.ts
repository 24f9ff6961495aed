/** The values of an organization's settings, as the wire spells them. */

/** How members can sign in to an organization (`allowed_auth_methods`). */
export const organizationAuthMethods = [
  'sso',
  'magic_link',
  'password',
  'google_oauth',
  'microsoft_oauth',
  'hubspot_oauth',
  'slack_oauth',
  'github_oauth',
  'email_otp',
] as const
export type OrganizationAuthMethod = (typeof organizationAuthMethods)[number]

/** The second factors of members (`allowed_mfa_methods`). */
export const mfaMethods = ['sms_otp', 'totp'] as const
/** A recovery code replaces a lost one of these. */
export const recoverableMfaMethod = 'totp'
export type MfaMethod = (typeof mfaMethods)[number]

/** Whether a member needs a second factor where the organization does not require it. */
export const mfaEnrollments = ['enroll', 'unenroll'] as const
export type MfaEnrollment = (typeof mfaEnrollments)[number]

/** Whether every method is allowed, or only the listed ones. */
export const methodPolicies = ['ALL_ALLOWED', 'RESTRICTED'] as const
export type MethodPolicy = (typeof methodPolicies)[number]

export const mfaPolicies = ['OPTIONAL', 'REQUIRED_FOR_ALL'] as const
export type MfaPolicy = (typeof mfaPolicies)[number]

/** Whether all, the listed or no domains, connections or applications are accepted. */
export const joinPolicies = ['ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED'] as const
export type JoinPolicy = (typeof joinPolicies)[number]

/** There is no `ALL_ALLOWED`: any person can create a tenant at a provider. */
export const tenantJoinPolicies = ['RESTRICTED', 'NOT_ALLOWED'] as const
export type TenantJoinPolicy = (typeof tenantJoinPolicies)[number]

export const memberStatuses = ['active', 'pending', 'invited', 'deleted'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** Where a role of a member comes from. */
export const roleSourceTypes = [
  'direct_assignment',
  'email_assignment',
  'sso_connection',
  'sso_connection_group',
  'scim_connection_group',
] as const
export type RoleSourceType = (typeof roleSourceTypes)[number]

/** Whether a factor of a member session was the first or the second one. */
export const factorOrders = ['PRIMARY', 'SECONDARY'] as const
export type FactorOrder = (typeof factorOrders)[number]
