import type { JsonObject } from '@latchkey/contract'
import type {
  B2bDiscoveryOrganizationsListResponse,
  DiscoveryResponse,
  MemberPendingResponse,
  MemberSessionResponse,
} from '@latchkey/contract/b2b'
import { newMember } from '../organizations/member.ts'
import { newOrganization } from '../organizations/new-organization.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { MemberRecord, OrganizationRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type Answer, createHarness, type Harness, type HarnessOptions, random, tokenOf } from './harness.ts'

/** All responses of business sign-ins together: a test reads the fields of its call. */
export type BusinessData = Omit<MemberSessionResponse, 'primary_required' | 'mfa_required' | 'member_authenticated'> &
  Pick<MemberPendingResponse, 'primary_required' | 'mfa_required'> & {
    member_authenticated: boolean
  } & DiscoveryResponse &
  B2bDiscoveryOrganizationsListResponse & { method_id: string }

/** The data of a response that must be a success. */
export function dataOf(answer: Answer): BusinessData {
  if (answer.outcome !== '200') throw new Error(answer.text)
  return answer.data as unknown as BusinessData
}

/** A business project with its provider. */
export interface BusinessHarness extends Harness {
  addOrganization(slug: string, settings?: JsonObject): Promise<OrganizationRecord>
  addMember(
    organization: OrganizationRecord,
    address: string,
    change?: Partial<Omit<MemberRecord, 'roles'>> & { roles?: string[]; isVerified?: boolean },
  ): Promise<MemberRecord>
  /** Proves an address by a discovery link; returns the intermediate session token. */
  discover(address: string): Promise<string>
  /** Starts a session by a link of the organization. */
  signInTo(organization: OrganizationRecord, address: string): Promise<BusinessData>
  exchange(token: string, organization: Pick<OrganizationRecord, 'id'>): Promise<Answer>
}

export async function createBusinessHarness(storage: Storage, options: HarnessOptions = {}): Promise<BusinessHarness> {
  const harness = await createHarness(storage, { ...options, vertical: 'B2B' })
  const { project, clock } = harness
  const minutes = { session_duration_minutes: 30 }
  let count = 0
  /** The token of the newest link to an address. A notice may have been sent after it. */
  async function lastToken(address: string): Promise<string> {
    await harness.provider.outbox.drain()
    const message = harness.sent.findLast(({ to, links }) => to === address && links.length > 0)
    if (!message) throw new Error(`no link was sent to ${address}`)
    return tokenOf(message)
  }
  const business: BusinessHarness = {
    ...harness,
    async addOrganization(slug, settings = {}) {
      count += 1
      const id = `organization-${project.id}-${count}`
      const named = newOrganization({ projectId: project.id, id, name: slug, slug, now: clock.now() })
      const organization = { ...named, settings }
      await storage.organizations.insert(organization)
      return organization
    },
    async addMember(organization, address, { roles: roleIds = [], isVerified = true, ...change } = {}) {
      const created = newMember(organizationRealm(organization), {
        ...{ project, identifier: { kind: 'email', key: address }, status: change.status ?? 'active', isVerified },
        ...{ name: '', roleIds, now: clock.now(), random },
      })
      const member = { ...created, ...change }
      await storage.members.insert(member)
      return member
    },
    async discover(address) {
      const body = { email_address: address }
      const sent = await harness.call('POST', '/b2b/magic_links/email/discovery/send', body)
      if (sent.outcome !== '200') throw new Error(sent.text)
      const discovery_magic_links_token = await lastToken(address)
      const found = await harness.call('POST', '/b2b/magic_links/discovery/authenticate', {
        discovery_magic_links_token,
      })
      return dataOf(found).intermediate_session_token
    },
    async signInTo(organization, address) {
      const body = { email_address: address, organization_id: organization.id }
      const sent = await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)
      if (sent.outcome !== '200') throw new Error(sent.text)
      const magic_links_token = await lastToken(address)
      return dataOf(await harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes }))
    },
    exchange: (intermediate_session_token, { id }) =>
      harness.call('POST', '/b2b/discovery/intermediate_sessions/exchange', {
        ...{ intermediate_session_token, organization_id: id, ...minutes },
      }),
  }
  return business
}
