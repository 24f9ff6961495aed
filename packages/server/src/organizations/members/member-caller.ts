import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { type MemberState, memberState } from './member-state.ts'

export interface MemberCaller extends MemberState {
  readonly caller: Caller
}

/** The member whose session a request carries, with the roles that are stored now. */
export async function requireMember(
  { storage }: Pick<ProviderContext, 'storage'>,
  call: Pick<Call<unknown>, 'project' | 'requireSession'>,
): Promise<MemberCaller> {
  const caller = await call.requireSession()
  return { ...(await stateOfCaller(storage, call, caller)), caller }
}

export async function stateOfCaller(
  storage: Pick<StorageVerbs, 'organizations' | 'members'>,
  { project }: Pick<Call<unknown>, 'project'>,
  { account }: Pick<Caller, 'account'>,
): Promise<MemberState> {
  const { organizationId } = account
  const member =
    organizationId === null ? null : await storage.members.get({ projectId: project.id, organizationId }, account.id)
  const organization = member && (await storage.organizations.get(project.id, member.organizationId))
  // The member or the organization was removed since the session was read.
  if (member === null || organization === null) throw new ProviderError('user_unauthenticated')
  return memberState(project, organization, member)
}
