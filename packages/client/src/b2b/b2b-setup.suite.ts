import type {
  Member,
  MemberPendingResponse,
  MemberSession,
  MemberSessionResponse,
  Organization,
} from '@latchkey/contract/b2b'
import type { MemoryTab } from '../platform/memory.ts'
import type { TestSetup } from '../test-setup.suite.ts'
import { api, createTestSetup, makeBootstrap, publicToken } from '../test-setup.suite.ts'
import type { B2bClient, B2bClientOptions } from './create-b2b-client.ts'
import { createB2bClient } from './create-b2b-client.ts'

/** The `data` of a response, without the fields that the scripted provider adds. */
type Data<Response> = Omit<Response, 'request_id' | 'status_code'>

export function makeOrganization(id: string, changes: Partial<Organization> = {}): Organization {
  return {
    organization_id: `organization-test-${id}`,
    organization_name: id,
    organization_slug: id,
    organization_logo_url: '',
    organization_external_id: null,
    trusted_metadata: {},
    sso_active_connections: [],
    scim_active_connection: null,
    custom_roles: [],
    sso_default_connection_id: null,
    sso_jit_provisioning: 'NOT_ALLOWED',
    sso_jit_provisioning_allowed_connections: [],
    email_allowed_domains: [],
    email_jit_provisioning: 'NOT_ALLOWED',
    email_invites: 'ALL_ALLOWED',
    oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
    allowed_oauth_tenants: {},
    auth_methods: 'ALL_ALLOWED',
    allowed_auth_methods: [],
    mfa_methods: 'ALL_ALLOWED',
    allowed_mfa_methods: [],
    mfa_policy: 'OPTIONAL',
    rbac_email_implicit_role_assignments: [],
    first_party_connected_apps_allowed_type: 'ALL_ALLOWED',
    allowed_first_party_connected_apps: [],
    third_party_connected_apps_allowed_type: 'ALL_ALLOWED',
    allowed_third_party_connected_apps: [],
    ...changes,
  }
}

export function makeMember(id: string, organizationId = 'acme', changes: Partial<Member> = {}): Member {
  return {
    organization_id: `organization-test-${organizationId}`,
    member_id: `member-test-${id}`,
    email_address: `${id}@example.com`,
    email_address_verified: true,
    retired_email_addresses: [],
    status: 'active',
    name: id,
    trusted_metadata: {},
    untrusted_metadata: {},
    created_at: '2029-12-01T00:00:00Z',
    updated_at: '2029-12-01T00:00:00Z',
    sso_registrations: [],
    is_breakglass: false,
    member_password_id: '',
    mfa_enrolled: false,
    mfa_phone_number: '',
    mfa_phone_number_verified: false,
    roles: [{ role_id: 'latchkey_member', sources: [{ type: 'direct_assignment', details: {} }] }],
    default_mfa_method: '',
    totp_registration_id: '',
    oauth_registrations: [],
    external_id: null,
    is_admin: false,
    ...changes,
  }
}

function makeMemberSession(
  id: string,
  memberId: string,
  organizationId: string,
  changes: Partial<MemberSession> = {},
): MemberSession {
  return {
    member_session_id: `member-session-test-${id}`,
    member_id: `member-test-${memberId}`,
    organization_id: `organization-test-${organizationId}`,
    organization_slug: organizationId,
    started_at: '2030-01-01T00:00:00Z',
    last_accessed_at: '2030-01-01T00:00:00Z',
    expires_at: '2030-01-01T01:00:00Z',
    authentication_factors: [],
    roles: ['latchkey_member'],
    ...changes,
  }
}

/** A member response. */
export function makeMemberData(memberId = 'ada', organizationId = 'acme') {
  return {
    member_id: `member-test-${memberId}`,
    member: makeMember(memberId, organizationId),
    organization: makeOrganization(organizationId),
  }
}

/** The response of a sign-in: session `id` of a member in an organization. */
export function makeMemberAuth(
  id: string,
  memberId = 'ada',
  organizationId = 'acme',
  changes: Partial<Data<MemberSessionResponse>> = {},
  session: Partial<MemberSession> = {},
): Data<MemberSessionResponse> & { method_id: string } {
  return {
    ...makeMemberData(memberId, organizationId),
    session_token: `token-${id}`,
    session_jwt: `jwt-${id}`,
    member_session: makeMemberSession(id, memberId, organizationId, session),
    member_authenticated: true,
    intermediate_session_token: '',
    mfa_required: null,
    primary_required: null,
    method_id: 'method-1',
    ...changes,
  }
}

/** The response of a sign-in that needs another factor. */
export function makePending(
  ist: string,
  changes: Partial<Data<MemberPendingResponse>> = {},
): Data<MemberPendingResponse> {
  return {
    ...makeMemberData(),
    session_token: '',
    session_jwt: '',
    member_session: null,
    member_authenticated: false,
    intermediate_session_token: ist,
    mfa_required: { member_options: null, secondary_auth_initiated: null },
    primary_required: null,
    ...changes,
  }
}

export interface B2bSetup extends Omit<TestSetup, 'open'> {
  /** Another tab of the same browser, with a client of its own. */
  open(options?: B2bClientOptions & { href?: string }): { client: B2bClient; tab: MemoryTab }
}

/** A browser profile and a scripted provider of a business project; every tab gets the real client. */
export function createB2bSetup(): B2bSetup {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap({ vertical: 'B2B' }) })
  setup.script.on('/b2b/sessions/revoke', { data: {} })
  return {
    ...setup,
    open({ href, ...options } = {}) {
      const tab = setup.profile.openTab(href)
      const client = createB2bClient(publicToken, { domains: { testApi: api }, platform: tab.platform, ...options })
      return { tab, client }
    },
  }
}

/** Signs in as session `id` of a member. */
export async function signInMember(
  setup: B2bSetup,
  client: B2bClient,
  data: Data<MemberSessionResponse> = makeMemberAuth('s1'),
): Promise<void> {
  const path = '/b2b/sessions/exchange_access_token'
  setup.script.on(path, { data })
  await client.session.exchangeAccessToken({ access_token: 'access-1', session_duration_minutes: 30 })
}

/** The response of a sign-in without an organization. */
export function makeDiscovered(ist: string) {
  return { intermediate_session_token: ist, email_address: 'ada@example.com', discovered_organizations: [] }
}

/** The token of the unfinished sign-in in the cookies of the page. */
export function intermediateCookie(setup: B2bSetup): string | undefined {
  return setup.profile.cookies.all().find(({ name }) => name === 'latchkey_intermediate_session_token')?.value
}

/** Leaves the page with an unfinished sign-in. */
export async function startDiscovery(setup: B2bSetup, client: B2bClient, ist = 'ist-1'): Promise<void> {
  setup.script.on('/b2b/otps/email/discovery/authenticate', { data: makeDiscovered(ist) })
  await client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code: '123456' })
}
