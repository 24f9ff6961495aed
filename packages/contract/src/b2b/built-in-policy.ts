import { brandPrefix } from '../core/brand.ts'
import type { RbacPolicy, RbacRole } from '../core/rbac.ts'

/** The roles that every organization has. A member always has `member`; an organization admin also has `admin`. */
export const builtInRoleIds: Readonly<Record<'member' | 'admin', string>> = {
  member: `${brandPrefix}_member`,
  admin: `${brandPrefix}_admin`,
}

/**
 * The actions of the built-in resources. The resource id has the brand in front, as in `latchkey.organization`. An action
 * `update.…` names the field that a request may change; a request that changes several fields needs all of their actions.
 */
export const builtInActions = {
  /** The settings of the organization. */
  organization: [
    'update.info.name',
    'update.info.slug',
    'update.info.logo-url',
    'update.settings.default-sso-connection',
    'update.settings.sso-jit-provisioning',
    'update.settings.allowed-domains',
    'update.settings.email-jit-provisioning',
    'update.settings.email-invites',
    'update.settings.oauth-tenant-jit-provisioning',
    'update.settings.allowed-auth-methods',
    'update.settings.allowed-mfa-methods',
    'update.settings.mfa-policy',
    'update.settings.implicit-roles',
    'update.settings.first-party-connected-apps',
    'update.settings.third-party-connected-apps',
    'get.connected-apps',
    'delete',
  ],
  /** Other members of the organization. */
  member: [
    'create',
    'search',
    'update.info.name',
    'update.info.untrusted-metadata',
    'update.info.email',
    'update.info.mfa-phone',
    'update.info.unlink-retired-email',
    'update.info.delete.password',
    'update.info.delete.mfa-phone',
    'update.info.delete.totp',
    'update.settings.is-breakglass',
    'update.settings.mfa-enrolled',
    'update.settings.default-mfa-method',
    'update.settings.roles',
    'reactivate',
    'delete',
    'revoke-sessions',
    'get.connected-apps',
    'revoke.connected-app',
  ],
  /** The member who is signed in. */
  self: [
    'update.info.name',
    'update.info.untrusted-metadata',
    'update.info.email',
    'update.info.mfa-phone',
    'update.info.unlink-retired-email',
    'update.info.delete.password',
    'update.info.delete.mfa-phone',
    'update.info.delete.totp',
    'update.settings.mfa-enrolled',
    'update.settings.default-mfa-method',
    'delete',
    'revoke-sessions',
    'get.connected-apps',
    'revoke.connected-app',
  ],
  /** SSO connections of the organization. */
  sso: ['create', 'get', 'update', 'delete'],
  /** The SCIM connection of the organization. */
  scim: ['create', 'get', 'update', 'delete'],
  /** Roles that only this organization has. */
  'custom-org-roles': ['create', 'get', 'update', 'delete'],
} as const

export type BuiltInResource = keyof typeof builtInActions

/** An action on a built-in resource, such as `{ resource: 'member', action: 'search' }`. */
export type BuiltInPermission = {
  [Resource in BuiltInResource]: {
    readonly resource: Resource
    readonly action: (typeof builtInActions)[Resource][number]
  }
}[BuiltInResource]

/**
 * The id of a built-in resource in a policy.
 *
 * @example
 * b2bClient.rbac.isAuthorizedSync(builtInResourceId('member'), 'search')
 */
export function builtInResourceId(resource: BuiltInResource): string {
  return `${brandPrefix}.${resource}`
}

/** The roles and resources that a business project has without a policy of its own. */
export function builtInPolicy(): Pick<RbacPolicy, 'roles' | 'resources'> {
  const all = ['*']
  const resources = Object.entries(builtInActions) as [BuiltInResource, readonly string[]][]
  return {
    roles: [
      {
        role_id: builtInRoleIds.member,
        description: 'All members of an organization',
        permissions: [{ resource_id: builtInResourceId('self'), actions: all }],
      },
      {
        role_id: builtInRoleIds.admin,
        description: 'Admins of an organization',
        permissions: resources.map(([resource]) => ({ resource_id: builtInResourceId(resource), actions: all })),
      },
    ],
    resources: resources.map(([resource, actions]) => ({
      resource_id: builtInResourceId(resource),
      description: '',
      actions: [...actions],
    })),
  }
}

/** The policy in an organization, with the roles that only it has. They cannot extend a role of the project. */
export function withCustomRoles<Policy extends Pick<RbacPolicy, 'roles'>>(
  policy: Policy,
  custom: readonly RbacRole[],
): Policy {
  const taken = new Set(policy.roles.map(({ role_id }) => role_id))
  return { ...policy, roles: [...policy.roles, ...custom.filter(({ role_id }) => !taken.has(role_id))] }
}
