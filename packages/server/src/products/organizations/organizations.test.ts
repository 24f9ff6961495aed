import type { B2bOrganizationResponse, Organization } from '@latchkey/contract/b2b'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const me = '/b2b/organizations/me'

describe.each(engines)('the organization of a member on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage)
    const acme = await harness.addOrganization('acme')
    await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    await harness.addMember(acme, 'bob@acme.example')
    const admin = (await harness.signInTo(acme, 'ada@acme.example')).session_token
    const plain = (await harness.signInTo(acme, 'bob@acme.example')).session_token
    const call = async (method: string, session: string | null, body?: object) => {
      const answer = await harness.call(method, me, body, { session })
      return { ...answer, organization: (answer.data as unknown as B2bOrganizationResponse)?.organization }
    }
    return { harness, acme, admin, plain, call }
  }

  it.inTurn(
    'is read by every member, and changed with the permission for each field [B-ORG-01] [B-ORG-02]',
    async () => {
      const { harness, acme, admin, plain, call } = await start()
      const before = (await call('GET', plain)).organization
      expect(before).toMatchObject({ organization_id: acme.id, organization_slug: 'acme', mfa_policy: 'OPTIONAL' })
      const change = { organization_name: 'Acme Inc.', mfa_policy: 'REQUIRED_FOR_ALL' }
      const refused = await call('PUT', plain, change)
      expect([refused.outcome, refused.json.error_details]).toEqual([
        'unauthorized_action',
        {
          missing: ['update.info.name', 'update.settings.mfa-policy'].map((action) => ({
            ...{ resource: 'latchkey.organization', action },
          })),
        },
      ])
      expect((await call('GET', admin)).organization).toEqual(before)
      expect((await call('PUT', admin, change)).organization).toEqual({ ...before, ...change })
      expect((await call('PUT', admin, { auth_methods: 'RESTRICTED' })).json.body?.[0]?.dataPath).toBe(
        '.allowed_auth_methods',
      )
      expect((await call('GET', plain)).organization).toEqual({ ...before, ...change })
      const rows = (await storage.audit.listUnsealed(10_000)).filter(({ targetId }) => targetId === acme.id)
      expect(rows.map(({ event, actorKind }) => `${event} by ${actorKind}`)).toEqual(['organization_update by member'])
      await harness.close()
    },
  )

  it.inTurn('ends with all of its sessions [B-ORG-03]', async () => {
    const { harness, acme, admin, plain, call } = await start()
    expect((await call('DELETE', plain)).outcome).toBe('unauthorized_action')
    expect((await call('DELETE', admin)).data).toMatchObject({ organization_id: acme.id })
    expect([(await call('GET', admin)).status, (await call('GET', plain)).status]).toEqual([401, 401])
    const body = { organization_id: acme.id, email_address: 'ada@acme.example' }
    expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)).outcome).toBe(
      'organization_not_found',
    )
    await harness.close()
  })

  it.inTurn('rejects sign-ins and ends its sessions while it is suspended [B-ORG-19]', async () => {
    const { harness, acme, plain, call } = await start()
    await storage.organizations.suspend(acme.projectId, acme.id, harness.clock.now(), harness.clock.now())
    expect((await call('GET', plain)).status).toBe(401)
    const body = { organization_id: acme.id, email_address: 'ada@acme.example' }
    expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)).outcome).toBe(
      'organization_suspended',
    )
    await storage.organizations.suspend(acme.projectId, acme.id, null, harness.clock.now())
    expect((await call('GET', plain)).status).toBe(401)
    expect((await harness.signInTo(acme, 'bob@acme.example')).member_authenticated).toBe(true)
    await harness.close()
  })

  it.inTurn('is found by its slug with its public fields, without a session [B-ORG-04] [B-ORG-05]', async () => {
    const { harness, acme, admin, call } = await start()
    await call('PUT', admin, { email_allowed_domains: ['acme.example'] })
    const find = async (organization_slug: string) => {
      const { data } = await harness.call('POST', '/b2b/organizations/search', { organization_slug })
      return (data as unknown as { organization: Partial<Organization> | null }).organization
    }
    expect(await find('unknown')).toBe(null)
    const found = await find('acme')
    expect(found).toMatchObject({ organization_id: acme.id, organization_name: 'acme', auth_methods: 'ALL_ALLOWED' })
    const hidden = ['trusted_metadata', 'email_allowed_domains', 'rbac_email_implicit_role_assignments', 'custom_roles']
    expect(hidden.filter((field) => Object.hasOwn(found ?? {}, field))).toEqual([])
    const answer = await harness.call('POST', '/b2b/organizations/search', { organization_slug: 'acme' })
    const { response } = endpointSchemas.b2bOrganizationGetBySlug
    expect(response.parse(answer.data)).toEqual(answer.data)
    await harness.close()
  })
})
