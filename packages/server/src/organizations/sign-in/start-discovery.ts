import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import type { DiscoveryResponse } from '@latchkey/contract/b2b'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type IntermediateSession, startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
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

/** Continues the transaction that spent a secret of a mailbox: the person may choose an organization. */
export async function startDiscovery(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'clock' | 'random'>,
  call: Call<unknown>,
  { row, type, event, token }: { row: OneTimeRecord; type: 'magic_link' | 'otp'; event: AuditEvent; token: string },
): Promise<IntermediateSession> {
  const { clock, random } = context
  const { project } = call
  const { key: address } = parseIdentifier(row.identifier)
  await audit(tx, context, call, { event, result: 'ok', targetId: row.id })
  const factors = [addressFactor(type, address, clock.now())]
  const known = { memberId: null, organizationId: null, address, factors, carriedOver: [] }
  return startIntermediateSession(tx, { ...known, project, token, now: clock.now(), random })
}

/** The response of every proof without an organization, after the commit. */
export async function discoveryAnswer(
  context: ProviderContext,
  { project }: Call<unknown>,
  { address, factors, carriedOver }: IntermediateSession,
  token: string,
): Promise<DataOf<DiscoveryResponse>> {
  const person = { project, address, factors, carriedOver }
  return {
    intermediate_session_token: token,
    email_address: address,
    discovered_organizations: await discoverOrganizations(context, person),
  }
}
