import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import type { DiscoveryResponse } from '@latchkey/contract/b2b'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type IntermediateSession, startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
import type { ProvenIdentity } from '../../sessions/proven-identity.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newFactor } from '../prove-factor.ts'
import { discoverOrganizations } from './discover.ts'

/** The proof of an email address before an organization is known. The id of its registration follows in one. */
export function addressFactor(
  type: Extract<FactorType, 'magic_link' | 'otp'>,
  address: string,
  now: number,
): AuthenticationFactor {
  return { ...newFactor(type, 'email', now), email_factor: { email_id: '', email_address: address } }
}

/** Continues the transaction of a proof without an organization: the person may choose one. */
export async function startDiscovery(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'clock' | 'random'>,
  call: Call<unknown>,
  proven: {
    address: string
    factors: AuthenticationFactor[]
    /** The accounts whose password was entered or set. */
    passwordOf?: string[]
    identity?: ProvenIdentity
    event: AuditEvent
    targetId: string
    token: string
  },
): Promise<IntermediateSession> {
  const { clock, random } = context
  const { project } = call
  const { event, targetId, ...session } = proven
  await audit(tx, context, call, { event, result: 'ok', targetId })
  const known = { ...session, memberId: null, organizationId: null, carriedOver: [] }
  return startIntermediateSession(tx, { ...known, project, now: clock.now(), random })
}

/** The same for a secret that was sent to the mailbox. */
export function startDiscoveryByMail(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'clock' | 'random'>,
  call: Call<unknown>,
  { row, type, event, token }: { row: OneTimeRecord; type: 'magic_link' | 'otp'; event: AuditEvent; token: string },
): Promise<IntermediateSession> {
  const { key: address } = parseIdentifier(row.identifier)
  const factors = [addressFactor(type, address, context.clock.now())]
  return startDiscovery(tx, context, call, { address, factors, event, targetId: row.id, token })
}

/** The response of every proof without an organization, after the commit. */
export async function discoveryAnswer(
  context: ProviderContext,
  { project }: Call<unknown>,
  { address, factors, passwordOf, identity, carriedOver }: IntermediateSession,
  token: string,
): Promise<DataOf<DiscoveryResponse>> {
  const person = { project, address, factors, passwordOf, identity, carriedOver }
  return {
    intermediate_session_token: token,
    email_address: address,
    discovered_organizations: await discoverOrganizations(context, person),
  }
}
