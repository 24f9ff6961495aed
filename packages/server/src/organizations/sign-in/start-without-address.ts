import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
import type { ProvenIdentity } from '../../sessions/proven-identity.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { decideAdmission } from '../admission.ts'
import { organizationPolicy } from '../policy.ts'
import type { ConcludedSignIn, SignInTokens } from './conclude-sign-in.ts'

/**
 * Continues the transaction of an identity that no member has, and whose provider has verified no address: the person
 * has to prove an address in another way. No member is looked up, because the address may be that of another person.
 */
export async function startWithoutAddress(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'clock' | 'random'>,
  call: Call<unknown>,
  input: { organization: OrganizationRecord; identity: ProvenIdentity; tokens: SignInTokens } & Pick<
    AuditEntry,
    'event' | 'targetId'
  >,
): Promise<ConcludedSignIn> {
  const { organization, identity, tokens, event, targetId } = input
  const { clock, random } = context
  const now = clock.now()
  const policy = organizationPolicy(organization.settings)
  const { admission } = decideAdmission({ policy, member: null, factors: [], now })
  if (admission.kind === 'admitted') throw new TypeError('No person is admitted without a factor.')
  await startIntermediateSession(tx, {
    ...{ project: call.project, memberId: null, organizationId: organization.id, address: '' },
    ...{ factors: [], carriedOver: [], identity, token: tokens.intermediate, now, random },
  })
  await audit(tx, context, call, { event, result: 'ok', targetId })
  return { kind: 'pending', organization, state: null, admission, intermediateToken: tokens.intermediate }
}
