import { withCustomRoles } from '@latchkey/contract/b2b'
import type { BootstrapData } from '../../../bootstrap/bootstrap-data.ts'
import type { Rbac } from '../../../methods/rbac/rbac.ts'
import { createRbac } from '../../../methods/rbac/rbac.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/**
 * Permissions of the signed-in member: by the roles of the session, the policy of the project and the roles that only
 * this organization has.
 */
export function createMemberRbac({ bootstrap, session }: Pick<B2bContext, 'bootstrap' | 'session'>): Rbac {
  function ofOrganization(data: BootstrapData): BootstrapData {
    const { rbacPolicy } = data
    const custom = session.sync().subject?.organization.custom_roles
    try {
      return rbacPolicy && custom ? { ...data, rbacPolicy: withCustomRoles(rbacPolicy, custom) } : data
    } catch {
      // A malformed policy stays as it is, and permits nothing.
      return data
    }
  }

  return createRbac({
    bootstrap: {
      getSync: () => ofOrganization(bootstrap.getSync()),
      get: async () => ofOrganization(await bootstrap.get()),
      isLoaded: bootstrap.isLoaded,
    },
    session: { sync: () => ({ subject: session.sync().session }) },
  })
}
