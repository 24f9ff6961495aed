import { type AdminOrganizationsSimulateRequest, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import type { HarnessOptions } from '../testing/harness.ts'
import { type AdminHarness, onBothEngines } from './admin.suite.ts'

const dayMs = 24 * 60 * 60_000
const {
  adminOrganizationsCreate: create,
  adminOrganizationsGet: get,
  adminOrganizationsUpdate: update,
  adminOrganizationsSuspend: suspend,
  adminOrganizationsResume: resume,
  adminOrganizationsDelete: remove,
  adminMembersCreate: createMember,
  adminOrganizationsSimulate: simulate,
} = adminEndpoints

type Change = Parameters<AdminHarness['admin']>[1] extends infer Input ? NonNullable<Input> : never

onBothEngines('an organization', (open, it) => {
  async function start(options: HarnessOptions = {}) {
    const harness = await open({ vertical: 'B2B', ...options })
    for (const slug of ['acme', 'globex'])
      await harness.admin(create, { request: { organization_name: slug, organization_slug: slug } })
    const params = { organization_id: 'acme' }
    return {
      harness,
      params,
      read: async (organization_id = 'acme') =>
        (await harness.admin(get, { params: { organization_id } })).data.organization,
      /** The field of a rejected change, or the outcome. */
      async change(request: Change['request'] & object, organization_id = 'acme') {
        const answer = await harness.admin(update, { params: { organization_id }, request })
        return answer.json.body?.[0]?.dataPath ?? answer.outcome
      },
    }
  }

  it.inTurn('has all fields and the default policies when it is new [B-ORG-06] [B-ORG-07]', async () => {
    const { harness, params } = await start()
    const { data } = await harness.admin(get, { params })
    const at = new Date(harness.clock.now()).toISOString()
    expect(data.organization).toEqual({
      organization_id: expect.stringMatching(/^organization-test-/),
      ...{ organization_name: 'acme', organization_slug: 'acme', organization_logo_url: '' },
      ...{ organization_external_id: null, trusted_metadata: {}, custom_roles: [] },
      ...{ sso_active_connections: [], scim_active_connection: null, sso_default_connection_id: null },
      ...{ sso_jit_provisioning: 'ALL_ALLOWED', sso_jit_provisioning_allowed_connections: [] },
      ...{ email_allowed_domains: [], email_jit_provisioning: 'NOT_ALLOWED', email_invites: 'ALL_ALLOWED' },
      oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
      allowed_oauth_tenants: { google: [], microsoft: [], hubspot: [], slack: [], github: [] },
      ...{ auth_methods: 'ALL_ALLOWED', allowed_auth_methods: [], mfa_methods: 'ALL_ALLOWED' },
      ...{ allowed_mfa_methods: [], mfa_policy: 'OPTIONAL', rbac_email_implicit_role_assignments: [] },
      ...{ first_party_connected_apps_allowed_type: 'ALL_ALLOWED', allowed_first_party_connected_apps: [] },
      ...{ third_party_connected_apps_allowed_type: 'ALL_ALLOWED', allowed_third_party_connected_apps: [] },
      ...{ created_at: at, updated_at: at, suspended_at: null, revision: 1 },
    })
    expect(adminEndpointSchemas.adminOrganizationsGet.response.safeParse(data).success).toBe(true)
  })

  it.inTurn('has roles of its own, which members of it can have', async () => {
    const { read, change } = await start()
    const permissions = [{ resource_id: 'latchkey.member', actions: ['search'] }]
    const custom_roles = [{ role_id: 'finder', description: 'Finds members', permissions }]
    expect(await change({ custom_roles })).toBe('200')
    expect((await read()).custom_roles).toEqual(custom_roles)
    expect((await read('globex')).custom_roles).toEqual([])
    expect(await change({ custom_roles: [...custom_roles, ...custom_roles] })).toBe('.custom_roles')
    expect(await change({ organization_name: 'Acme Inc.' })).toBe('200')
    expect((await read()).custom_roles).toEqual(custom_roles)
    expect(await change({ custom_roles: [] })).toBe('200')
    expect((await read()).custom_roles).toEqual([])
  })

  it.inTurn('explains who may join, as a sign-in would decide', async () => {
    const { harness, change } = await start()
    const settings = {
      ...({ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] } as const),
      ...({ oauth_tenant_jit_provisioning: 'RESTRICTED', allowed_oauth_tenants: { google: ['tenant-1'] } } as const),
      rbac_email_implicit_role_assignments: [{ role_id: 'latchkey_admin', domain: 'acme.example' }],
    }
    expect(await change(settings)).toBe('200')
    const decide = (request: AdminOrganizationsSimulateRequest) =>
      harness.admin(simulate, { params: { organization_id: 'acme' }, request })
    const allowed = await decide({ email_address: 'Ada@Acme.example' })
    expect(allowed.data).toMatchObject({
      join: {
        allowed: true,
        membership: { type: 'eligible_to_join_by_email_domain', details: { domain: 'acme.example' } },
        reasons: [{ code: 'email_domain_allowed', description: 'The email domain may join.' }],
      },
      admission: {
        ...{ result: 'session', allowed_auth_methods: [], allowed_mfa_methods: [], enrolled_mfa_methods: [] },
        reasons: [
          { code: 'primary_factor_accepted', description: 'The first factor is accepted.' },
          { code: 'mfa_not_required', description: 'A second factor is not required.' },
        ],
      },
      roles: [
        { role_id: 'latchkey_member', sources: [{ type: 'direct_assignment', details: {} }] },
        {
          role_id: 'latchkey_admin',
          sources: [{ type: 'email_assignment', details: { email_domain: 'acme.example' } }],
        },
      ],
      permission: null,
    })
    expect(adminEndpointSchemas.adminOrganizationsSimulate.response.safeParse(allowed.data).success).toBe(true)
    const tenant = await decide({
      ...{ email_address: 'ada@other.example', method: 'google_oauth', oauth_tenants: ['tenant-1'] },
    })
    expect(tenant.data.join).toMatchObject({ allowed: true, membership: { details: { tenant: 'tenant-1' } } })
    const refused = await decide({ email_address: 'ada@other.example' })
    expect(refused.data).toMatchObject({
      join: {
        ...{ allowed: false, membership: null },
        reasons: [{ code: 'email_domain_not_allowed', description: expect.stringMatching(/\.$/) }],
      },
      ...{ admission: null, roles: [], permission: null },
    })
    expect((await decide({ email_address: '' })).json.body?.[0]?.dataPath).toBe('.email_address')
    expect((await decide({ email_address: 'nobody' })).outcome).toBe('invalid_email')
  })

  it('explains which factors and permissions a member has after a sign-in', async () => {
    const { harness, change } = await start()
    await change({ mfa_policy: 'REQUIRED_FOR_ALL', auth_methods: 'RESTRICTED', allowed_auth_methods: ['magic_link'] })
    const params = { organization_id: 'acme' }
    await harness.admin(createMember, { params, request: { email_address: 'ada@acme.example' } })
    const decide = async (request: Omit<AdminOrganizationsSimulateRequest, 'email_address'>) =>
      (await harness.admin(simulate, { params, request: { email_address: 'ada@acme.example', ...request } })).data
    const none = { allowed_auth_methods: [], allowed_mfa_methods: [], enrolled_mfa_methods: [] }
    expect((await decide({})).admission).toMatchObject({
      ...{ ...none, result: 'mfa_required', allowed_mfa_methods: ['sms_otp', 'totp'] },
      reasons: [{ code: 'mfa_required_by_organization' }, { code: 'second_factor_missing' }],
    })
    expect((await decide({ second_factor: 'totp' })).admission).toMatchObject({ ...none, result: 'session' })
    expect((await decide({ method: 'password', second_factor: 'totp' })).admission).toMatchObject({
      ...{ ...none, result: 'primary_required', allowed_auth_methods: ['magic_link'] },
      reasons: [{ code: 'primary_method_not_allowed' }, { code: 'primary_factor_missing' }],
    })
    expect(
      (await decide({ permission: { resource_id: 'latchkey.self', action: 'update.info.name' } })).permission,
    ).toEqual({
      allowed: true,
      roles: [{ role_id: 'latchkey_member', sources: [{ type: 'direct_assignment', details: {} }] }],
      nearest_role: null,
    })
    expect((await decide({ permission: { resource_id: 'latchkey.member', action: 'create' } })).permission).toEqual({
      ...{ allowed: false, roles: [], nearest_role: 'latchkey_admin' },
    })
  })

  it.inTurn('changes the given fields and keeps all others', async () => {
    const { harness, read, change } = await start()
    const before = await read()
    const first = {
      ...{ organization_name: ' Acme Inc. ', organization_slug: 'acme-inc', mfa_policy: 'REQUIRED_FOR_ALL' },
      ...{ organization_logo_url: 'https://acme.example/logo.png', trusted_metadata: { plan: 'pro' } },
      ...{ organization_external_id: 'crm-1', email_allowed_domains: ['ACME.example'] },
    }
    harness.clock.advance(1_000)
    expect(await change(first)).toBe('200')
    const changed = { ...before, ...first, organization_name: 'Acme Inc.', email_allowed_domains: ['acme.example'] }
    const updated_at = new Date(harness.clock.now()).toISOString()
    expect(await read('acme-inc')).toEqual({ ...changed, updated_at, revision: 2 })
    expect(await change({ organization_external_id: null, organization_logo_url: '' }, 'acme-inc')).toBe('200')
    expect(await read('acme-inc')).toEqual({
      ...{ ...changed, updated_at, revision: 3, organization_external_id: null, organization_logo_url: '' },
    })
  })

  it.inTurn('rejects values that are not allowed, and stores no part of the change [B-ORG-08] [B-ORG-18]', async () => {
    const { read, change } = await start()
    const before = await read()
    for (const [field, value] of [
      ...[['auth_methods', 'NOT_ALLOWED']],
      ...[['allowed_auth_methods', ['passkey']]],
      ...[['mfa_policy', 'REQUIRED']],
      ...[['allowed_mfa_methods', ['email_otp']]],
      ...[['organization_name', ' ']],
    ] as [string, unknown][])
      expect((await change({ organization_slug: 'other', [field]: value })).split('[')[0]).toBe(`.${field}`)
    const name = { organization_name: 'Other' }
    expect(await change({ ...name, auth_methods: 'RESTRICTED' })).toBe('.allowed_auth_methods')
    expect(await change({ ...name, auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] })).toBe(
      '.allowed_auth_methods',
    )
    expect(await change({ ...name, email_allowed_domains: ['gmail.com'] })).toBe(
      'organization_settings_domain_too_common',
    )
    expect(await read()).toEqual(before)
    // All others are accepted.
    const values: readonly [string, unknown][] = [
      ...[
        'password',
        'google_oauth',
        'microsoft_oauth',
        'hubspot_oauth',
        'slack_oauth',
        'github_oauth',
        'email_otp',
        'sso',
      ].map((method): [string, unknown] => ['allowed_auth_methods', ['magic_link', method]]),
      ...['sms_otp', 'totp'].map((method): [string, unknown] => ['allowed_mfa_methods', [method]]),
      ...['REQUIRED_FOR_ALL', 'OPTIONAL'].map((value): [string, unknown] => ['mfa_policy', value]),
      ...['RESTRICTED', 'ALL_ALLOWED'].map((value): [string, unknown] => ['auth_methods', value]),
    ]
    for (const [field, value] of values) {
      expect([field, value, await change({ [field]: value })]).toEqual([field, value, '200'])
      const stored = Object.entries(await read()).find(([name]) => name === field)?.[1]
      expect([stored].flat().sort()).toEqual([value].flat().sort())
    }
  })

  it.inTurn('rejects over 50 domains, 200 roles and 64 kB [B-ORG-17]', async () => {
    const { read, change } = await start()
    const list = <T>(count: number, item: (index: number) => T) =>
      Array.from({ length: count }, (_, index) => item(index))
    expect(await change({ email_allowed_domains: list(51, (index) => `d${index}.example`) })).toBe(
      '.email_allowed_domains',
    )
    const assignment = (index: number) => ({ role_id: 'latchkey_member', domain: `d${index}.example` })
    expect(await change({ rbac_email_implicit_role_assignments: list(201, assignment) })).toBe(
      '.rbac_email_implicit_role_assignments',
    )
    const tenants = list(200, (index) => `${index}`.padEnd(100, 'x'))
    const all = { google: tenants, microsoft: tenants, hubspot: tenants, slack: tenants, github: tenants }
    expect(await change({ allowed_oauth_tenants: all })).toBe('.*')
    expect((await read()).revision).toBe(1)
  })

  it.inTurn('rejects logos that browsers would fetch from the page or without encryption (X-2)', async () => {
    const { change } = await start()
    const rejected = ['/logo.png', '//acme.example/logo.png', 'http://acme.example/logo.png', 'javascript:alert(1)']
    for (const url of [...rejected, 'https://ada@acme.example/logo.png', 'https://acme.example/lo go.png'])
      expect([url, await change({ organization_logo_url: url })]).toEqual([url, '.organization_logo_url'])
    expect(await change({ organization_logo_url: 'https://acme.example/logo.png' })).toBe('200')
    expect(await change({ organization_logo_url: '' })).toBe('200')
  })

  it.inTurn('rejects slugs of the wrong form, and those that are taken or reserved [B-ORG-09] [B-ORG-10]', async () => {
    const { change } = await start()
    for (const slug of ['a', 'Acme', 'a b', 'a/b', 'ä'.repeat(3), 'a'.repeat(129)])
      expect(await change({ organization_slug: slug })).toBe('.organization_slug')
    for (const slug of ['globex', 'admin', 'www', 'api', 'sso', 'setup', 'console', 'adm1n'])
      expect(await change({ organization_slug: slug })).toBe('organization_slug_already_used')
    const longest = `${'a'.repeat(127)}~`
    expect(await change({ organization_slug: 'a1' })).toBe('200')
    expect(await change({ organization_slug: longest }, 'a1')).toBe('200')
    expect(await change({ organization_slug: 'acme' }, longest)).toBe('200')
  })

  it.inTurn('has an external id of its own', async () => {
    const { change } = await start()
    expect(await change({ organization_external_id: 'crm-1' })).toBe('200')
    expect(await change({ organization_external_id: 'crm-1' }, 'globex')).toBe('duplicate_external_id')
    expect(await change({ organization_external_id: 'crm-1' })).toBe('200')
  })

  it.inTurn('rejects a change that is based on an earlier revision [B-ORG-16]', async () => {
    const { read, change } = await start()
    expect(await change({ mfa_policy: 'REQUIRED_FOR_ALL', revision: 1 })).toBe('200')
    expect(await change({ email_invites: 'NOT_ALLOWED', revision: 1 })).toBe('settings_conflict')
    expect(await read()).toMatchObject({ mfa_policy: 'REQUIRED_FOR_ALL', email_invites: 'ALL_ALLOWED', revision: 2 })
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change({ organization_name: `Name ${index}`, revision: 2 })),
    )
    expect(outcomes.sort()).toEqual(['200', ...Array.from({ length: 7 }, () => 'settings_conflict')])
    expect((await read()).revision).toBe(3)
  })

  it.inTurn('cannot allow a domain that another organization has proven [B-DOM-04]', async () => {
    const { harness, read, change } = await start()
    const params = { organization_id: 'globex', domain: 'globex.example' }
    const added = await harness.admin(adminEndpoints.adminOrganizationDomainsCreate, {
      ...{ params, request: { domain: params.domain } },
    })
    const allowed = { email_allowed_domains: ['Globex.example'] }
    expect(await change(allowed)).toBe('200')
    const { name, value } = added.data.domain.txt_record
    harness.dns.add(name, value)
    await harness.admin(adminEndpoints.adminOrganizationDomainsCheck, { params })
    expect(await change(allowed)).toBe('organization_settings_duplicate_domain')
    expect(await change(allowed, 'globex')).toBe('200')
    expect((await read()).revision).toBe(2)
  })

  it.inTurn('needs a proof of its domains before people join by them, if the project requires it', async () => {
    const { change } = await start({ environment: 'live' })
    const joining = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] }
    expect(await change(joining)).toBe('.email_jit_provisioning')
    expect(await change({ ...joining, email_jit_provisioning: 'NOT_ALLOWED' })).toBe('200')
  })

  it.inTurn('is suspended and resumed', async () => {
    const { harness, params, read } = await start()
    const at = new Date(harness.clock.now()).toISOString()
    expect((await harness.admin(suspend, { params })).data.organization.suspended_at).toBe(at)
    expect((await read()).suspended_at).toBe(at)
    expect((await harness.admin(resume, { params })).data.organization.suspended_at).toBe(null)
  })

  it('is deleted: its slug is taken for 90 days, its domains are free at once [B-ORG-12]', async () => {
    const { harness, params, change } = await start()
    const domain = 'acme.example'
    const added = await harness.admin(adminEndpoints.adminOrganizationDomainsCreate, { params, request: { domain } })
    harness.dns.add(added.data.domain.txt_record.name, added.data.domain.txt_record.value)
    await harness.admin(adminEndpoints.adminOrganizationDomainsCheck, { params: { ...params, domain } })
    const findHolder = () => harness.storage.organizationDomains.findVerified(harness.project.id, domain)
    expect(await findHolder()).toMatchObject({ state: 'verified' })
    expect((await harness.admin(remove, { params })).outcome).toBe('200')
    expect((await harness.admin(get, { params })).outcome).toBe('organization_not_found')
    expect((await harness.admin(remove, { params })).outcome).toBe('organization_not_found')
    expect(await findHolder()).toBe(null)
    harness.clock.advance(90 * dayMs - 1)
    await harness.provider.tidy()
    expect(await change({ organization_slug: 'acme' }, 'globex')).toBe('organization_slug_already_used')
    harness.clock.advance(60_001)
    await harness.provider.tidy()
    expect(await change({ organization_slug: 'acme' }, 'globex')).toBe('200')
  })

  it.inTurn('is not found in another project, with the same body as an unknown id [B-ORG-15]', async () => {
    const { harness, read } = await start()
    const other = await open({ vertical: 'B2B' })
    const { organization_id } = await read()
    const bodies: unknown[] = []
    for (const id of [organization_id, 'organization-test-unknown'])
      for (const endpoint of [get, suspend, resume, remove]) {
        const answer = await other.admin(endpoint, { params: { organization_id: id } })
        expect(answer.outcome).toBe('organization_not_found')
        bodies.push({ ...answer.json, request_id: '' })
      }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await harness.admin(get, { params: { organization_id } })).toMatchObject({ outcome: '200' })
  })
})
