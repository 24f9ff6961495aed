import { builtInRoleIds, type Member } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

const path = '/b2b/organizations/members'
const minutes = { session_duration_minutes: 30 }
const rbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [] },
    { role_id: 'manager', description: '', permissions: [{ resource_id: 'latchkey.member', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'latchkey.member', description: '', actions: ['create'] }],
  scopes: [],
}

describe.each(engines)('the address of a member on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start(settings: object = {}) {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy, ...settings } })
    const acme = await harness.addOrganization('acme')
    const ada = await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    const bob = await harness.addMember(acme, 'bob@acme.example')
    const signIn = async (address: string) => callsOf(harness, (await harness.signInTo(acme, address)).session_token)
    const redeem = (magic_links_token: string) =>
      harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes })
    const admin = await signIn('ada@acme.example')
    return { harness, acme, ada, bob, admin, signIn, redeem }
  }

  function callsOf(harness: BusinessHarness, session: string) {
    const call = async (method: string, rest: string, body?: object) => {
      const answer = await harness.call(method, `${path}${rest}`, body, { session })
      return { ...answer, member: (answer.data as unknown as { member: Member } | undefined)?.member }
    }
    return {
      self: () => call('GET', '/me'),
      change: (id: string, body: object) => call('PUT', `/${id}`, body),
      changeSelf: (body: object) => call('PUT', '/update', body),
      create: (body: object) => call('POST', '', body),
      remove: (id: string) => call('DELETE', `/${id}`),
      start: (id: string, email_address: string, rest: object = {}) =>
        call('POST', `/${id}/start_email_update`, { email_address, ...rest }),
      startOwn: (email_address: string) => call('POST', '/start_email_update', { email_address }),
    }
  }

  /** Address and subject of the messages since the last call; sorted, because those of one change are sent at once. */
  async function newMessages(harness: BusinessHarness): Promise<string[]> {
    await harness.provider.outbox.drain()
    const messages = harness.sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
    return messages.sort()
  }

  it.inTurn('changes when the link to the new one is used, not before [B-MEM-17] [B-ACC-12]', async () => {
    const { harness, acme, bob, admin, signIn, redeem } = await start()
    const before = await signIn('bob@acme.example')
    await newMessages(harness)
    const started = await admin.start(bob.id, ' Robert@Acme.example ', { locale: 'de' })
    expect(started.member).toMatchObject({ member_id: bob.id, email_address: 'bob@acme.example' })
    const message = await harness.lastMessage('robert@acme.example')
    expect(message.text).toContain('Bestätige diese Adresse')
    expect((await before.self()).member).toMatchObject({ email_address: 'bob@acme.example' })
    await newMessages(harness)
    const after = dataOf(await redeem(tokenOf(message)))
    expect(after.member).toMatchObject({
      ...{ member_id: bob.id, email_address: 'robert@acme.example', email_address_verified: true },
      retired_email_addresses: [{ email_address: 'bob@acme.example' }],
    })
    expect((await callsOf(harness, after.session_token).self()).outcome).toBe('200')
    expect((await before.self()).status).toBe(401)
    const subject = `The email address of your ${harness.project.name} account was changed`
    expect(await newMessages(harness)).toEqual([`bob@acme.example: ${subject}`])
    expect((await redeem(tokenOf(message))).outcome).toBe('unable_to_auth_magic_link')
    const byFormer = { email_address: 'bob@acme.example', organization_id: acme.id }
    expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', byFormer)).outcome).toBe(
      'operation_restricted_by_organization_auth_methods',
    )
    expect((await harness.signInTo(acme, 'robert@acme.example')).member_id).toBe(bob.id)
    await harness.close()
  })

  it.inTurn('is changed by the member shortly after a sign-in [B-SELF-07]', async () => {
    const { harness, bob, signIn, redeem } = await start({ stepUpMinutes: 10 })
    const stale = await signIn('bob@acme.example')
    harness.clock.advance(11 * 60_000)
    expect((await stale.startOwn('robert@acme.example')).outcome).toBe('step_up_required')
    const fresh = await signIn('bob@acme.example')
    expect((await fresh.startOwn('robert@acme.example')).member).toMatchObject({ email_address: 'bob@acme.example' })
    const { member } = dataOf(await redeem(tokenOf(await harness.lastMessage('robert@acme.example'))))
    expect(member).toMatchObject({ member_id: bob.id, email_address: 'robert@acme.example' })
    await harness.close()
  })

  it.inTurn('is not replaced by one that another member has or had', async () => {
    const { harness, acme, bob, admin, signIn, redeem } = await start()
    await harness.addMember(acme, 'eve@acme.example')
    const own = await signIn('bob@acme.example')
    for (const taken of ['eve@acme.example', 'bob@acme.example'])
      expect((await own.startOwn(taken)).outcome).toBe('duplicate_member_email')
    expect((await own.startOwn('late@acme.example')).outcome).toBe('200')
    const token = tokenOf(await harness.lastMessage('late@acme.example'))
    const late = await admin.create({ email_address: 'late@acme.example' })
    expect((await redeem(token)).outcome).toBe('duplicate_member_email')
    await admin.change(late.member?.member_id ?? '', { email_address: 'later@acme.example' })
    expect((await own.startOwn('late@acme.example')).outcome).toBe('retired_member_email')
    expect((await redeem(token)).outcome).toBe('retired_member_email')
    expect((await own.self()).member).toMatchObject({ member_id: bob.id, email_address: 'bob@acme.example' })
    await harness.close()
  })

  it.inTurn('is changed only for active members, with the permission [B-MEM-20]', async () => {
    const { harness, acme, ada, bob, admin, signIn, redeem } = await start()
    await harness.addMember(acme, 'max@acme.example', { roles: ['manager'] })
    const pending = await admin.create({ email_address: 'eve@acme.example', create_member_as_pending: true })
    const refused = await admin.start(pending.member?.member_id ?? '', 'new@acme.example')
    expect([refused.status, refused.outcome]).toEqual([400, 'action_available_only_for_active_members'])
    const plain = await signIn('bob@acme.example')
    expect((await plain.start(ada.id, 'new@acme.example')).outcome).toBe('unauthorized_action')
    expect((await (await signIn('max@acme.example')).start(ada.id, 'new@acme.example')).outcome).toBe(
      'unauthorized_action',
    )
    expect((await admin.start('member-test-unknown', 'new@acme.example')).outcome).toBe('member_not_found')
    await admin.start(bob.id, 'new@acme.example')
    const token = tokenOf(await harness.lastMessage('new@acme.example'))
    await admin.remove(bob.id)
    expect((await redeem(token)).outcome).toBe('unable_to_auth_magic_link')
    await harness.close()
  })

  it.inTurn('ends sessions and secrets, with a message, if an admin changes how to sign in [B-ADM-29]', async () => {
    const { harness, acme, bob, admin, signIn, redeem } = await start()
    const changes = [
      [{ mfa_phone_number: '+15005550006' }, ['The phone number for your second factor was changed']],
      [{ mfa_enrolled: true }, [`How you log in to ${harness.project.name} was changed`]],
      [
        { mfa_enrolled: false, email_address: 'robert@acme.example' },
        [
          `How you log in to ${harness.project.name} was changed`,
          `The email address of your ${harness.project.name} account was changed`,
        ],
      ],
    ] as const
    const session = await signIn('bob@acme.example')
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', {
      ...{ email_address: 'bob@acme.example', organization_id: acme.id },
    })
    const unspent = tokenOf(await harness.lastMessage('bob@acme.example'))
    await newMessages(harness)
    expect((await admin.change(bob.id, { name: 'Bob' })).outcome).toBe('200')
    expect([await newMessages(harness), (await session.self()).outcome]).toEqual([[], '200'])
    for (const [change, subjects] of changes) {
      expect((await admin.change(bob.id, change)).outcome).toBe('200')
      expect(await newMessages(harness)).toEqual(subjects.map((subject) => `bob@acme.example: ${subject}`))
    }
    expect((await session.self()).status).toBe(401)
    expect((await redeem(unspent)).outcome).toBe('unable_to_auth_magic_link')
    await harness.close()
  })

  it.inTurn('gets no message about a change that the member made', async () => {
    const { harness, signIn } = await start()
    const own = await signIn('bob@acme.example')
    await newMessages(harness)
    expect((await own.changeSelf({ mfa_enrolled: true })).outcome).toBe('200')
    expect(await newMessages(harness)).toEqual([])
    await harness.close()
  })
})
