import { type AdminMembersUpdateRequest, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { onBothEngines } from './admin.suite.ts'

const {
  adminMembersCreate: create,
  adminMembersGet: get,
  adminMembersUpdate: update,
  adminMembersDelete: remove,
  adminMembersReactivate: reactivate,
} = adminEndpoints

const rbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [] },
    { role_id: 'editor', description: '', permissions: [] },
  ],
  resources: [],
  scopes: [],
}

onBothEngines('a member', (open, it) => {
  async function start() {
    const harness = await open({ vertical: 'B2B', settings: { rbacPolicy } })
    for (const slug of ['acme', 'globex'])
      await harness.admin(adminEndpoints.adminOrganizationsCreate, {
        request: { organization_name: slug, organization_slug: slug },
      })
    const outcomeOf = ({ json, outcome }: { json: { body?: { dataPath: string }[] }; outcome: string }) =>
      json.body?.[0]?.dataPath ?? outcome
    const add = async (email_address: string, more: object = {}, organization_id = 'acme') => {
      const answer = await harness.admin(create, {
        params: { organization_id },
        request: { email_address, ...more },
      })
      return { ...answer.data?.member, outcome: outcomeOf(answer) }
    }
    const of = (member_id: string, organization_id = 'acme') => ({ params: { organization_id, member_id } })
    return {
      harness,
      add,
      of,
      read: async (id: string) => (await harness.admin(get, of(id))).data.member,
      change: async (id: string, request: AdminMembersUpdateRequest) =>
        outcomeOf(await harness.admin(update, { ...of(id), request })),
      remove: async (id: string) => (await harness.admin(remove, of(id))).outcome,
      reactivate: async (id: string) => (await harness.admin(reactivate, of(id))).outcome,
    }
  }

  it.inTurn('is created with all fields', async () => {
    const { harness, add, of } = await start()
    const given = {
      ...{ name: 'Ada', status: 'pending', trusted_metadata: { plan: 'pro' }, untrusted_metadata: { theme: 'dark' } },
      ...{ is_breakglass: true, mfa_phone_number: '+15005550006', mfa_enrolled: true, roles: ['editor', 'editor'] },
    }
    const { member_id } = await add('Ada@Acme.example', given)
    const { data } = await harness.admin(get, of(member_id))
    const at = new Date(harness.clock.now()).toISOString()
    expect(data.member).toEqual({
      ...{
        ...given,
        roles: ['editor'],
        invitation: null,
        member_id,
        organization_id: expect.stringMatching(/^organization-test-/),
      },
      ...{ email_address: 'ada@acme.example', email_address_verified: false, retired_email_addresses: [] },
      ...{ default_mfa_method: '', created_at: at, updated_at: at },
    })
    expect(adminEndpointSchemas.adminMembersGet.response.safeParse(data).success).toBe(true)
    expect(await add('bob@acme.example')).toMatchObject({ status: 'active', email_address_verified: true, roles: [] })
  })

  it.inTurn('is rejected with the address or number of another member, or an unknown role [B-ACC-02]', async () => {
    const { add, change } = await start()
    await add('ada@acme.example', { mfa_phone_number: '+15005550006' })
    expect((await add('ADA@acme.example')).outcome).toBe('duplicate_member_email')
    const phone = { mfa_phone_number: '+1 500 555 0006' }
    expect((await add('bob@acme.example', phone)).outcome).toBe('duplicate_member_phone_number')
    expect((await add('bob@acme.example', { roles: ['editor', 'owner'] })).outcome).toBe('.roles[1]')
    const { member_id, outcome } = await add('bob@acme.example')
    expect(outcome).toBe('200')
    expect(await change(member_id, phone)).toBe('duplicate_member_phone_number')
    expect(await change(member_id, { roles: ['owner'] })).toBe('.roles[0]')
    expect(await change(member_id, { email_address: 'ada@acme.example' })).toBe('duplicate_member_email')
  })

  it.inTurn('may have the address and number of a member of another organization [B-ACC-01] [B-ACC-04]', async () => {
    const { harness, add, change, of } = await start()
    const given = { name: 'Ada', mfa_phone_number: '+15005550006' }
    const here = await add('ada@acme.example', given)
    const there = await add('ada@acme.example', given, 'globex')
    expect(here.member_id).not.toBe(there.member_id)
    await change(here.member_id, {
      email_address: 'ada@other.example',
      mfa_phone_number: '+15005550009',
      name: 'Grace',
    })
    const { data } = await harness.admin(get, of(there.member_id, 'globex'))
    expect(data.member).toEqual({ ...there, outcome: undefined })
  })

  it('is created once by simultaneous requests [B-ACC-14]', async () => {
    const { add } = await start()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => add('ada@acme.example')))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      ...['200', ...Array.from({ length: 7 }, () => 'duplicate_member_email')],
    ])
  })

  it.inTurn('changes in the given fields and keeps all others', async () => {
    const { harness, add, read, change } = await start()
    const { member_id, outcome: _, ...before } = await add('ada@acme.example', { untrusted_metadata: { a: 1, b: 2 } })
    harness.clock.advance(1_000)
    const given = { name: 'Grace', is_breakglass: true, mfa_enrolled: true, default_mfa_method: 'totp' } as const
    expect(await change(member_id, { ...given, roles: ['editor'], untrusted_metadata: { a: null, c: 3 } })).toBe('200')
    expect(await read(member_id)).toEqual({
      ...{ ...before, member_id, ...given, roles: ['editor'], untrusted_metadata: { b: 2, c: 3 } },
      updated_at: new Date(harness.clock.now()).toISOString(),
    })
    expect(await change(member_id, { untrusted_metadata: { a: 'x'.repeat(4_096) } })).toBe('.untrusted_metadata')
  })

  it.inTurn(
    'keeps a former address from other members, unless it is unlinked [B-MEM-08] [B-MEM-16] [B-ACC-12]',
    async () => {
      const { harness, add, read, change } = await start()
      const { member_id } = await add('ada@acme.example')
      expect(await change(member_id, { email_address: 'ada@new.example' })).toBe('200')
      expect(await read(member_id)).toMatchObject({
        ...{ email_address: 'ada@new.example', email_address_verified: false },
        retired_email_addresses: [
          { email_id: expect.stringMatching(/^email-test-/), email_address: 'ada@acme.example' },
        ],
      })
      expect((await add('ada@acme.example')).outcome).toBe('retired_member_email')
      const organization_id = (await read(member_id)).organization_id
      const search = { organization_id, email_address: 'ada@acme.example' }
      const found = await harness.call('POST', '/b2b/organizations/members/search', search)
      expect(JSON.parse(found.text).data.member).toBe(null)
      const bob = await add('bob@acme.example')
      expect(await change(bob.member_id, { email_address: 'ada@acme.example' })).toBe('retired_member_email')
      expect(await change(bob.member_id, { email_address: 'bob@new.example', unlink_email: true })).toBe('200')
      expect((await read(bob.member_id)).retired_email_addresses).toEqual([])
      expect((await add('bob@acme.example')).outcome).toBe('200')
      expect(await change(member_id, { email_address: 'ada@acme.example' })).toBe('200')
      expect((await read(member_id)).retired_email_addresses.map(({ email_address }) => email_address)).toEqual([
        'ada@new.example',
      ])
    },
  )

  it.inTurn('is removed and reactivated [B-MEM-12]', async () => {
    const { harness, add, read, change, remove: end, reactivate: restore } = await start()
    const { member_id } = await add('ada@acme.example')
    expect(await restore(member_id)).toBe('no_deleted_member_found_for_reactivation')
    expect(await end(member_id)).toBe('200')
    expect((await read(member_id)).status).toBe('deleted')
    expect(await end(member_id)).toBe('member_not_found')
    expect(await change(member_id, { name: 'Grace' })).toBe('action_available_only_for_active_members')
    expect(await restore(member_id)).toBe('200')
    expect((await read(member_id)).status).toBe('active')
    const rows = [
      ...(await harness.storage.audit.listUnsealed(10_000)).filter(({ targetId }) => targetId === member_id),
      ...(await harness.storage.audit.list(harness.project.id, { afterSeq: 0, limit: 500 })),
    ]
    expect(
      rows
        .map(({ event }) => event)
        .filter((event) => event.startsWith('member_'))
        .sort(),
    ).toEqual([...['member_create', 'member_delete', 'member_reactivate']])
  })

  it.inTurn('keeps the role of an admin while there is no other active admin [B-MEM-21]', async () => {
    const { add, change, remove: end } = await start()
    const roles = ['latchkey_admin']
    const ada = await add('ada@acme.example', { roles })
    await add('invited@acme.example', { roles, status: 'invited' })
    await add('elsewhere@acme.example', { roles }, 'globex')
    expect(await end(ada.member_id)).toBe('unauthorized_action')
    expect(await change(ada.member_id, { roles: [] })).toBe('unauthorized_action')
    expect(await change(ada.member_id, { roles: ['editor', 'latchkey_admin'] })).toBe('200')
    const bob = await add('bob@acme.example', { roles })
    const outcomes = await Promise.all([end(ada.member_id), change(bob.member_id, { roles: [] })])
    expect(outcomes.sort()).toEqual(['200', 'unauthorized_action'])
  })

  it.inTurn(
    'is not found in another organization, with the same body as an unknown id [B-ACC-05] [B-MEM-19]',
    async () => {
      const { harness, add, of, read } = await start()
      const { member_id, outcome: _, ...before } = await add('ada@acme.example')
      const bodies: unknown[] = []
      for (const id of [member_id, 'member-test-unknown'])
        for (const endpoint of [get, update, remove, reactivate]) {
          const request = endpoint === update ? { request: { name: 'Eve' } } : {}
          const answer = await harness.admin(endpoint, { ...of(id, 'globex'), ...request })
          expect(answer.outcome).toBe('member_not_found')
          bodies.push({ ...answer.json, request_id: '' })
        }
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
      expect(await read(member_id)).toEqual({ ...before, member_id })
    },
  )
})
