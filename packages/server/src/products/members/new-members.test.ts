import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { addMember } from '../../organizations/members/add-member.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage, random, tokenOf } from '../../testing/harness.ts'

const path = '/b2b/organizations/members'
const email_address = 'bob@acme.example'
const other = 'bob@new.example'
const phone = '+15005550006'

describe.each(engines)('new members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage)
    const policy = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] }
    const acme = await harness.addOrganization('acme', policy)
    await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    const bob = await harness.addMember(acme, email_address)
    const { session_token: session } = await harness.signInTo(acme, 'ada@acme.example')
    const admin = (method: string, rest: string, body?: object) => harness.call(method, rest, body, { session })
    return { harness, acme, bob, admin, realm: organizationRealm(acme) }
  }

  it.inTurn('have no former address of another member, whichever way they come [B-MEM-16]', async () => {
    const { harness, acme, bob, admin, realm } = await start()
    const { project, clock } = harness
    expect((await admin('PUT', `${path}/${bob.id}`, { email_address: other })).outcome).toBe('200')
    const sendLink = { email_address, organization_id: acme.id }
    const ways: [string, () => Promise<string>][] = [
      ['by an admin', async () => (await admin('POST', path, { email_address })).outcome],
      [
        'as pending',
        async () => (await admin('POST', path, { email_address, create_member_as_pending: true })).outcome,
      ],
      [
        'by an invitation',
        async () => (await admin('POST', '/b2b/magic_links/email/invite', { email_address })).outcome,
      ],
      [
        'by a backend',
        () => {
          const client = { ip: '', prefix: '', userAgent: '' }
          const actor = { kind: 'admin', id: 'key' } as const
          const source = { project, client, requestId: 'request-id-test-x', actor }
          const given = { organization: acme, granter: null, status: 'active', isVerified: true } as const
          const added = addMember({ storage, clock, random }, { ...given, source, fields: { email_address } })
          return added.then(
            () => '200',
            (error: unknown) => String(Object(error).type),
          )
        },
      ],
      ['by discovery', async () => (await harness.exchange(await harness.discover(email_address), acme)).outcome],
      [
        'by a link of the organization',
        async () => {
          await harness.call('POST', '/b2b/magic_links/email/login_or_signup', sendLink)
          const magic_links_token = tokenOf(await harness.lastMessage(email_address))
          const body = { magic_links_token, session_duration_minutes: 30 }
          return (await harness.call('POST', '/b2b/magic_links/authenticate', body)).outcome
        },
      ],
    ]
    const ids = async () => (await storage.members.list(realm, { limit: 99 })).items.map(({ id }) => id)
    const before = await ids()
    for (const [way, tryIt] of ways) expect([way, await tryIt()]).toEqual([way, 'retired_member_email'])
    expect(await ids()).toEqual(before)
    // The member takes its address back, and an unlinked one is free for each way.
    expect((await admin('PUT', `${path}/${bob.id}`, { email_address })).outcome).toBe('200')
    expect((await admin('PUT', `${path}/${bob.id}`, { email_address: other, unlink_email: true })).outcome).toBe('200')
    const joined = dataOf(await harness.exchange(await harness.discover(email_address), acme))
    expect([joined.member_authenticated, before.includes(joined.member_id)]).toEqual([true, false])
    await harness.close()
  })

  it.inTurn('are created once by simultaneous requests of different ways [B-ACC-14]', async () => {
    const { harness, acme, admin, realm } = await start()
    const grace = 'grace@acme.example'
    const token = await harness.discover(grace)
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await admin('POST', path, { email_address: grace })).outcome),
      harness.exchange(token, acme).then(({ outcome }) => outcome),
      admin('POST', '/b2b/magic_links/email/invite', { email_address: grace }).then(({ outcome }) => outcome),
    ])
    expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== 'duplicate_member_email')).toEqual([])
    const { items } = await storage.members.list(realm, { limit: 99 })
    const owners = items.filter(({ account }) => account.registrations.some(({ uniqueKey }) => uniqueKey === grace))
    expect(owners).toHaveLength(1)
    await harness.close()
  })

  it.inTurn('are changed no more after they were removed [B-MEM-20]', async () => {
    const { harness, acme, bob, admin, realm } = await start()
    await admin('PUT', `${path}/${bob.id}`, { mfa_phone_number: phone })
    const before = await storage.members.get(realm, bob.id)
    const attempts = () =>
      Promise.all(
        [
          admin('PUT', `${path}/${bob.id}`, { name: 'Robert' }),
          admin('PUT', `${path}/${bob.id}`, { email_address: other }),
          admin('PUT', `${path}/${bob.id}`, { roles: [builtInRoleIds.admin] }),
          admin('DELETE', `${path}/mfa_phone_numbers/${bob.id}`),
        ].map(async (answer) => (await answer).outcome),
      )
    expect((await admin('DELETE', `${path}/${bob.id}`)).outcome).toBe('200')
    const removed = await storage.members.get(realm, bob.id)
    expect(await attempts()).toEqual(Array(4).fill('action_available_only_for_active_members'))
    expect(await storage.members.get(realm, bob.id)).toEqual(removed)
    expect((await admin('PUT', `${path}/${bob.id}/reactivate`)).outcome).toBe('200')
    expect((await storage.members.get(realm, bob.id))?.account.registrations).toEqual(before?.account.registrations)
    expect((await admin('PUT', `${path}/${bob.id}`, { name: 'Robert' })).outcome).toBe('200')
    expect((await storage.members.get(organizationRealm(acme), bob.id))?.status).toBe('active')
    await harness.close()
  })
})
