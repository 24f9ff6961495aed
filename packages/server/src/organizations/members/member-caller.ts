import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { type MemberState, memberState } from './member-state.ts'

export interface MemberCaller extends MemberState {
  readonly caller: Caller
}

/** The member whose session a request carries, with status and roles as they were read with the session. */
export async function requireSignedInMember(
  call: Pick<Call<unknown>, 'project' | 'requireSession'>,
): Promise<MemberCaller> {
  const caller = await call.requireSession()
  return { ...stateOfCaller(call, caller), caller }
}

export function stateOfCaller(
  { project }: Pick<Call<unknown>, 'project'>,
  { membership }: Pick<Caller, 'membership'>,
): MemberState {
  // A session of a user, or of a client application.
  if (membership === null) throw new ProviderError('user_unauthenticated')
  return memberState(project, membership.organization, membership.member)
}
