import { initial } from './0001-initial.ts'
import { organizationDomains } from './0002-organization-domains.ts'
import { realms } from './0003-realms.ts'
import { organizationAccounts } from './0004-organization-accounts.ts'
import { slugSkeletons } from './0005-slug-skeletons.ts'
import { memberRoles } from './0006-member-roles.ts'
import { rolesOfAccounts } from './0007-roles-of-accounts.ts'
import { invitations } from './0008-invitations.ts'
import { emailJitIndex } from './0009-email-jit-index.ts'
import { organizationTenants } from './0010-organization-tenants.ts'
import { ssoConnections } from './0011-sso-connections.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied. New migrations are appended; existing ones never change. */
export const migrations: readonly Migration[] = [
  initial,
  organizationDomains,
  realms,
  organizationAccounts,
  slugSkeletons,
  memberRoles,
  rolesOfAccounts,
  invitations,
  emailJitIndex,
  organizationTenants,
  ssoConnections,
]
