import type { B2bImpersonationAuthenticateRequest, MemberSignInResponse } from '@latchkey/contract/b2b'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { impersonationAdmission } from '../../organizations/admission.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { type MemberState, memberState } from '../../organizations/members/member-state.ts'
import { memberSessionAnswer } from '../../organizations/sign-in/member-response.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { impersonate } from './impersonation.service.ts'

/** Creates a session of the member for the impersonator, in the organization of the member. */
export async function impersonateMember(
  context: ProviderContext,
  call: Call<B2bImpersonationAuthenticateRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  const admission = impersonationAdmission
  const started = await impersonate(context, call, body.impersonation_token, {
    admission,
    check: (tx, account) => requireImpersonable(tx, call, account),
  }).catch(async (error: unknown) => {
    throw error instanceof ProviderError && error.type !== 'unauthorized_credentials'
      ? await reject(context, call, { event: 'impersonation_authenticate', error })
      : error
  })
  context.metrics.sessionIssued(started.kind)
  const state = await findState(context.storage, project, started.account)
  return memberSessionAnswer(context, project, state, started)
}

async function requireImpersonable(tx: StorageVerbs, call: Call<unknown>, account: AccountRecord): Promise<void> {
  const { project } = call
  const { member, roles } = await findState(tx, project, account)
  if (member.status !== 'active') throw new ProviderError('action_available_only_for_active_members')
  const excluded = project.settings.impersonationExcludedRoles ?? []
  if (roles.some(({ roleId }) => excluded.includes(roleId))) throw new ProviderError('member_impersonation_not_allowed')
}

async function findState(
  storage: Pick<StorageVerbs, 'organizations' | 'members'>,
  project: ProjectRecord,
  account: AccountRecord,
): Promise<MemberState> {
  const organization = await findOrganization(storage, project.id, account.organizationId ?? '')
  const member = await storage.members.get(organizationRealm(organization), account.id)
  if (member === null) throw new ProviderError('member_not_found')
  return memberState(project, organization, member)
}
