import type { Ok } from '@latchkey/contract'
import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '@latchkey/contract/b2b'
import {
  b2bOrganizationConnectedApp,
  b2bOrganizationConnectedApps,
  b2bOrganizationMembersConnectedApps,
  b2bOrganizationMembersRevokeConnectedApp,
  b2bSelfConnectedApps,
  b2bSelfRevokeConnectedApp,
} from '@latchkey/contract/b2b'
import type { validate } from '../../../core/validate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** The applications to which members have granted access. */
export interface ConnectedApps {
  readonly ofSelf: {
    /** Lists the applications to which the signed-in member has granted access. */
    getConnectedApps(): Promise<B2bConnectedAppsResponse>
    /** Revokes the access of an application to the signed-in member. */
    revokeConnectedApp(connectedAppId: string): Promise<Ok>
  }
  readonly ofMembers: {
    /** Lists the applications to which a member has granted access. */
    getConnectedApps(memberId: string): Promise<B2bConnectedAppsResponse>
    /**
     * Revokes the access of an application to a member.
     *
     * @example
     * await client.organization.members.revokeConnectedApp({ member_id, connected_app_id })
     */
    revokeConnectedApp(options: { member_id: string; connected_app_id: string }): Promise<Ok>
  }
  readonly ofOrganization: {
    /** Lists the applications to which active members of the organization have granted access. */
    getConnectedApps(): Promise<B2bOrganizationConnectedAppsResponse>
    /** Fetches one of these applications, with the members who have granted access, and their scopes. */
    getConnectedApp(connectedAppId: string): Promise<B2bOrganizationConnectedAppResponse>
  }
}

/** `validate` is an argument: an import of a value would make bundlers split the entry into two files. */
export function createConnectedAppCalls(
  ctx: Pick<B2bContext, 'request'> & { validate: typeof validate },
): ConnectedApps {
  const { request } = ctx
  const check = (method: string, id: string): object => ctx.validate(method, 'connectedAppId', { connectedAppId: id })
  return {
    ofSelf: {
      getConnectedApps: () => request(b2bSelfConnectedApps, null),
      async revokeConnectedApp(id) {
        check('self.revokeConnectedApp', id)
        return request(b2bSelfRevokeConnectedApp, null, id)
      },
    },
    ofMembers: {
      async getConnectedApps(memberId) {
        ctx.validate('organization.members.getConnectedApps', 'memberId', { memberId })
        return request(b2bOrganizationMembersConnectedApps, null, memberId)
      },
      async revokeConnectedApp(options): Promise<Ok> {
        const { member_id, connected_app_id } = ctx.validate<typeof options>(
          'organization.members.revokeConnectedApp',
          'member_id connected_app_id',
          options,
        )
        const { method, path } = b2bOrganizationMembersRevokeConnectedApp
        // `request` replaces one parameter of a path.
        const ofMember = { method, path: path.replace('{member_id}', encodeURIComponent(member_id)) }
        return request(ofMember, null, connected_app_id)
      },
    },
    ofOrganization: {
      getConnectedApps: () => request(b2bOrganizationConnectedApps, null),
      async getConnectedApp(id) {
        check('organization.getConnectedApp', id)
        return request(b2bOrganizationConnectedApp, null, id)
      },
    },
  }
}
