import type { B2bOAuthProvider } from '@latchkey/contract'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import type { Answer, CallOptions, HarnessOptions } from '../../testing/harness.ts'
import { addFakes, type Choice, land } from './oauth.suite.ts'

const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { requests_per_ip: generous, challenges_per_ip: generous, sign_ins_per_ip: generous }

/** A business project with credentials for the fakes of its identity providers. */
export async function createMemberOAuthHarness(
  storage: Storage,
  options: HarnessOptions = {},
): Promise<BusinessHarness> {
  const harness = await createBusinessHarness(storage, { ...options, config: { limits, ...options.config } })
  await addFakes(harness, harness.project)
  return harness
}

type Landed = Awaited<ReturnType<typeof land>>

/** From the start to the landing page of a sign-in to one organization. */
export function landAt(
  harness: BusinessHarness,
  provider: B2bOAuthProvider,
  { id }: Pick<OrganizationRecord, 'id'>,
  choice?: Choice,
  query: Record<string, string> = {},
): Promise<Landed> {
  const path = `/v1/b2b/public/oauth/${provider}/start`
  return land(harness, provider, choice, { organization_id: id, ...query }, { path })
}

/** The same for a sign-in without an organization. */
export function landForDiscovery(
  harness: BusinessHarness,
  provider: B2bOAuthProvider,
  choice?: Choice,
  query: Record<string, string> = {},
): Promise<Landed> {
  return land(harness, provider, choice, query, { path: `/v1/b2b/public/oauth/${provider}/discovery/start` })
}

export function redeemMember(
  harness: BusinessHarness,
  oauth_token: string,
  more: object = {},
  options: CallOptions = {},
): Promise<Answer> {
  const body = { oauth_token, session_duration_minutes: 30, ...more }
  return harness.call('POST', '/b2b/oauth/authenticate', body, options)
}

export function redeemDiscovery(
  harness: BusinessHarness,
  discovery_oauth_token: string,
  more: object = {},
): Promise<Answer> {
  return harness.call('POST', '/b2b/oauth/discovery/authenticate', { discovery_oauth_token, ...more })
}
