import type { Caller } from '../../core/caller.ts'
import type { Granter } from '../../oauth-clients/scopes.ts'
import { type MemberState, memberState } from '../../organizations/members/member-state.ts'
import { allowsConnectedApp } from '../../organizations/policy.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AccountRecord, OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** The user or member that a token is about, as stored now. */
export interface TokenSubject {
  readonly account: AccountRecord
  /** Null for a user. */
  readonly membership: MemberState | null
}

export function subjectOfCaller(
  project: ProjectRecord,
  { account, membership }: Pick<Caller, 'account' | 'membership'>,
): TokenSubject {
  return { account, membership: membership && memberState(project, membership.organization, membership.member) }
}

/** Null if the user is disabled, or the member is not active, or the organization is suspended. */
export async function findSubject(
  storage: Pick<StorageVerbs, 'accounts' | 'members' | 'organizations'>,
  project: ProjectRecord,
  accountId: string | null,
): Promise<TokenSubject | null> {
  const account = accountId === null ? null : await storage.accounts.get(project.id, accountId)
  if (account === null || account.disabledAt !== null) return null
  if (account.organizationId === null) return { account, membership: null }
  const organization = await storage.organizations.get(project.id, account.organizationId)
  if (organization === null || organization.suspendedAt !== null) return null
  const member = await storage.members.get(organizationRealm(organization), account.id)
  if (member?.status !== 'active') return null
  return { account, membership: memberState(project, organization, member) }
}

export function granterOf({ settings }: ProjectRecord, { account, membership }: TokenSubject): Granter {
  if (membership === null) return { rbac: settings.rbacPolicy, roleIds: account.roles }
  return { rbac: membership.rbac, roleIds: membership.roles.map(({ roleId }) => roleId) }
}

/** Organizations choose which applications their members can authorize. */
export function mayAuthorize({ membership }: TokenSubject, client: OAuthClientRecord): boolean {
  return membership === null || allowsConnectedApp(membership.organization.settings, client)
}
