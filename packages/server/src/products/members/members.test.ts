import { builtInRoleIds, type Member, type MemberRole } from '@latchkey/contract/b2b'
import { member as memberSchema } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberView } from '../../organizations/members/member-view.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const path = '/b2b/organizations/members'
const idOf = ({ role_id }: MemberRole) => role_id
const rbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [] },
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'document', actions: ['write'] }] },
    { role_id: 'manager', description: '', permissions: [{ resource_id: 'latchkey.member', actions: ['*'] }] },
  ],
  resources: [
    { resource_id: 'document', description: '', actions: ['write'] },
    { resource_id: 'latchkey.member', description: '', actions: ['update.info.name'] },
  ],
  scopes: [],
}

describe.each(engines)('members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy } })
    const acme = await harness.addOrganization('acme')
    const ada = await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    const bob = await harness.addMember(acme, 'bob@acme.example')
    const admin = (await harness.signInTo(acme, 'ada@acme.example')).session_token
    const plain = (await harness.signInTo(acme, 'bob@acme.example')).session_token
    return { harness, acme, ada, bob, admin, plain, as: (session: string) => callsOf(harness, session) }
  }

  function callsOf(harness: BusinessHarness, session: string) {
    const call = async (method: string, rest: string, body?: object) => {
      const answer = await harness.call(method, `${path}${rest}`, body, { session })
      const data = answer.data as unknown as { member: Member; member_id: string } | undefined
      return { ...answer, member: data?.member, id: data?.member_id ?? '' }
    }
    return {
      create: (body: object) => call('POST', '', body),
      update: (id: string, body: object) => call('PUT', `/${id}`, body),
      remove: (id: string) => call('DELETE', `/${id}`),
      reactivate: (id: string) => call('PUT', `/${id}/reactivate`),
      unlink: (id: string, body: object) => call('POST', `/${id}/unlink_retired_email`, body),
      self: () => call('GET', '/me'),
      changeSelf: (body: object) => call('PUT', '/update', body),
      unlinkOwn: (body: object) => call('POST', '/unlink_retired_email', body),
    }
  }

  it.inTurn('are created by admins, and prove the address with the first sign-in [B-MEM-01] [B-MEM-02]', async () => {
    const { harness, acme, admin, plain, as } = await start()
    const given = { name: 'Grace', is_breakglass: true, mfa_enrolled: true, untrusted_metadata: { theme: 'dark' } }
    const body = { ...given, email_address: 'grace@acme.example', mfa_phone_number: '+15005550006', roles: ['editor'] }
    expect((await as(plain).create(body)).outcome).toBe('unauthorized_action')
    const created = await as(admin).create(body)
    expect(created.member).toMatchObject({
      ...{ ...given, member_id: created.id, status: 'active', mfa_phone_number: '+15005550006' },
      ...{ email_address: 'grace@acme.example', email_address_verified: false, mfa_phone_number_verified: false },
      roles: [{ role_id: builtInRoleIds.member }, { role_id: 'editor', sources: [{ type: 'direct_assignment' }] }],
    })
    expect(created.json).toMatchObject({ data: { organization: { organization_id: acme.id } } })
    const pending = await as(admin).create({ email_address: 'alan@acme.example', create_member_as_pending: true })
    expect(pending.member?.status).toBe('pending')
    const { member } = await harness.signInTo(acme, 'alan@acme.example')
    expect(member).toMatchObject({ status: 'active', email_address_verified: true })
    await harness.close()
  })

  it.inTurn('have all fields of the entity, with one status of four [B-MEM-03]', async () => {
    const { harness, acme, ada, admin, as } = await start()
    const given = { email_address: 'grace@acme.example', name: 'Grace', untrusted_metadata: { theme: 'dark' } }
    const { id } = await as(admin).create({ ...given, roles: ['editor'], mfa_phone_number: '+15005550006' })
    await as(admin).update(id, { email_address: 'grace@new.example', default_mfa_method: 'sms_otp' })
    const { member } = await as(admin).update(id, { mfa_enrolled: true })
    const now = new Date(harness.clock.now()).toISOString()
    expect(member).toEqual({
      ...{ organization_id: acme.id, member_id: id, status: 'active', name: 'Grace', external_id: null },
      ...{ email_address: 'grace@new.example', email_address_verified: false },
      retired_email_addresses: [
        { email_id: expect.stringMatching(/^email-test-/), email_address: 'grace@acme.example' },
      ],
      ...{ trusted_metadata: {}, untrusted_metadata: { theme: 'dark' }, created_at: now, updated_at: now },
      ...{ sso_registrations: [], oauth_registrations: [], member_password_id: '', totp_registration_id: '' },
      ...{ is_breakglass: false, is_admin: false, mfa_enrolled: true, default_mfa_method: 'sms_otp' },
      ...{ mfa_phone_number: '+15005550006', mfa_phone_number_verified: false },
      roles: [builtInRoleIds.member, 'editor'].map((role_id) => ({
        ...{ role_id, sources: [{ type: 'direct_assignment', details: {} }] },
      })),
    })
    expect(memberSchema.parse(member)).toEqual(member)
    const statusOf = async (other: string) => {
      const found = await storage.members.get(organizationRealm(acme), other)
      return found && memberView(memberState(harness.project, acme, found)).status
    }
    const pending = await as(admin).create({ email_address: 'p@acme.example', create_member_as_pending: true })
    const invitation = { email_address: 'i@acme.example' }
    await harness.call('POST', '/b2b/magic_links/email/invite', invitation, { session: admin })
    const invited = await storage.members.findByEmail(organizationRealm(acme), 'i@acme.example')
    await as(admin).remove(id)
    const ids = [ada.id, pending.id, invited?.id ?? '', id]
    expect(await Promise.all(ids.map(statusOf))).toEqual(['active', 'pending', 'invited', 'deleted'])
    expect((await as(admin).self()).member?.is_admin).toBe(true)
    await harness.close()
  })

  it.inTurn('are changed with the permission for each field [B-MEM-07]', async () => {
    const { harness, bob, admin, plain, as } = await start()
    const refused = await as(plain).update(bob.id, { name: 'Robert', roles: [builtInRoleIds.admin] })
    expect([refused.outcome, refused.json.error_details]).toEqual([
      'unauthorized_action',
      {
        missing: ['update.info.name', 'update.settings.roles'].map((action) => ({
          ...{ resource: 'latchkey.member', action },
        })),
      },
    ])
    const changed = await as(admin).update(bob.id, { name: 'Robert', untrusted_metadata: { a: 1 } })
    expect(changed.member).toMatchObject({ member_id: bob.id, name: 'Robert', untrusted_metadata: { a: 1 } })
    expect((await as(plain).self()).member).toEqual(changed.member)
    await harness.close()
  })

  it.inTurn('lose their sessions if a change decides how they sign in [B-MEM-09]', async () => {
    const { harness, acme, bob, admin, as } = await start()
    const isLive = async (session: string) => (await as(session).self()).outcome === '200'
    const signIn = async (address: string) => (await harness.signInTo(acme, address)).session_token
    for (const change of [{ roles: ['editor'] }, { email_address: 'bob@new.example' }]) {
      const session = await signIn('bob@acme.example')
      await as(admin).update(bob.id, {
        name: 'Robert',
        roles: (await as(session).self()).member?.roles.map(idOf).slice(1),
      })
      expect(await isLive(session)).toBe(true)
      await as(admin).update(bob.id, change)
      expect(await isLive(session)).toBe(false)
    }
    const session = await signIn('bob@new.example')
    await as(admin).update(bob.id, { roles: [], preserve_existing_sessions: true })
    expect(await isLive(session)).toBe(true)
    await as(admin).update(bob.id, { is_breakglass: true })
    expect(await isLive(session)).toBe(false)
    await harness.close()
  })

  it.inTurn('get no role and no change from a member with fewer permissions', async () => {
    const { harness, acme, ada, bob, as } = await start()
    await harness.addMember(acme, 'max@acme.example', { roles: ['manager'] })
    const manager = as((await harness.signInTo(acme, 'max@acme.example')).session_token)
    for (const answer of [
      await manager.update(bob.id, { roles: ['editor'] }),
      await manager.update(bob.id, { roles: [builtInRoleIds.admin] }),
      await manager.create({ email_address: 'eve@acme.example', roles: ['editor'] }),
      await manager.update(ada.id, { email_address: 'max@other.example' }),
      await manager.update(ada.id, { roles: ['manager'] }),
      await manager.remove(ada.id),
    ])
      expect(answer.outcome).toBe('unauthorized_action')
    expect((await manager.update(bob.id, { roles: ['manager'] })).outcome).toBe('200')
    await harness.close()
  })

  it.inTurn('are removed with their sessions, and reactivated [B-MEM-10] [B-MEM-11]', async () => {
    const { harness, acme, bob, admin, plain, as } = await start()
    expect((await as(plain).remove(bob.id)).outcome).toBe('unauthorized_action')
    expect((await as(admin).remove(bob.id)).data).toMatchObject({ member_id: bob.id })
    expect((await as(plain).self()).status).toBe(401)
    expect((await as(admin).reactivate(bob.id)).member?.status).toBe('active')
    expect((await as(plain).self()).status).toBe(401)
    expect((await harness.signInTo(acme, 'bob@acme.example')).member_id).toBe(bob.id)
    await harness.close()
  })

  it.inTurn('free a former address when it is unlinked [B-MEM-15] [B-SELF-06]', async () => {
    const { harness, acme, bob, admin, as } = await start()
    const given = { email_address: 'bob@acme.example' }
    for (const next of ['bob@second.example', 'bob@third.example'])
      await as(admin).update(bob.id, { email_address: next })
    const self = as((await harness.signInTo(acme, 'bob@third.example')).session_token)
    const former = (await self.self()).member?.retired_email_addresses ?? []
    expect(former.map(({ email_address }) => email_address).sort()).toEqual(['bob@acme.example', 'bob@second.example'])
    expect((await as(admin).create(given)).outcome).toBe('retired_member_email')
    const second = former.find(({ email_address }) => email_address === 'bob@second.example')
    expect((await as(admin).unlink(bob.id, { email_id: second?.email_id })).outcome).toBe('200')
    expect((await self.unlinkOwn(given)).member?.retired_email_addresses).toEqual([])
    expect((await self.unlinkOwn(given)).outcome).toBe('email_not_found')
    expect((await as(admin).create(given)).outcome).toBe('200')
    await harness.close()
  })

  it.inTurn('change themselves, and nothing that admins decide [B-SELF-01] [B-SELF-02] [B-SELF-03]', async () => {
    const { harness, bob, plain, as } = await start()
    const before = (await as(plain).self()).member
    const own = { name: 'Bobby', untrusted_metadata: { theme: 'dark' }, mfa_phone_number: '+15005550006' }
    const notOwn = {
      ...{ roles: [builtInRoleIds.admin], status: 'deleted', is_breakglass: true, trusted_metadata: { plan: 'pro' } },
      email_address: 'bob@other.example',
    }
    const changed = await as(plain).changeSelf({ ...own, ...notOwn })
    expect(changed.member).toEqual({ ...before, ...own, updated_at: changed.member?.updated_at })
    expect([changed.id, (await as(plain).self()).member]).toEqual([bob.id, changed.member])
    expect(changed.text).not.toContain('__user')
    await harness.close()
  })

  it.inTurn('are not found in another organization [B-ACC-05] [B-MEM-19]', async () => {
    const { harness, admin, as } = await start()
    const other = await harness.addOrganization('other')
    const outsider = await harness.addMember(other, 'ada@acme.example')
    const bodies: unknown[] = []
    for (const id of [outsider.id, 'member-test-unknown'])
      for (const answer of [
        await as(admin).update(id, { name: 'Eve' }),
        await as(admin).remove(id),
        await as(admin).reactivate(id),
        await as(admin).unlink(id, { email_address: 'ada@acme.example' }),
      ]) {
        expect(answer.outcome).toBe('member_not_found')
        bodies.push({ ...answer.json, request_id: '' })
      }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    await harness.close()
  })
})
