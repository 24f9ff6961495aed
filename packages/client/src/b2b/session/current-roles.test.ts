import { describe, expect, it } from 'vitest'
import { roleCheckMs } from '../../core/constants.ts'
import type { PlatformEvent } from '../../platform/platform.ts'
import { fail, gate, rejection } from '../../test-setup.suite.ts'
import { createB2bSetup, makeMember, makeMemberAuth, signInMember } from '../b2b-setup.suite.ts'

const path = '/b2b/sessions/authenticate'
const admin = { roles: ['latchkey_member', 'latchkey_admin'] }

/** A signed-in admin, whose role the provider has removed meanwhile. */
async function signedIn() {
  const setup = createB2bSetup()
  const { client, tab } = setup.open()
  await signInMember(setup, client, makeMemberAuth('s1', 'ada', 'acme', {}, admin))
  setup.script.on(path, { data: makeMemberAuth('s1') })
  const seen: unknown[] = []
  client.session.onChange((session) => seen.push(session?.roles))
  return { setup, client, tab, seen }
}

describe('the roles of an open page', () => {
  it.each<PlatformEvent>(['focus', 'visibilitychange'])('are read on %s, at most once at a time', async (event) => {
    const { setup, client, tab, seen } = await signedIn()
    await setup.clock.advance(roleCheckMs)
    tab.emit(event)
    tab.emit(event)
    await setup.clock.advance(0)
    expect(seen).toEqual([['latchkey_member']])
    expect(client.rbac.isAuthorizedSync('latchkey.member', 'create')).toBe(false)
    expect(setup.script.to(path).map(({ body }) => body)).toEqual([{}])
  })

  it('are not read on focus shortly after a response, of this tab or of another', async () => {
    const { setup, client, tab } = await signedIn()
    await setup.clock.advance(roleCheckMs - 1)
    tab.emit('focus')
    await setup.clock.advance(0)
    expect(setup.script.to(path)).toEqual([])
    const other = setup.open()
    await setup.clock.advance(0)
    await client.session.authenticate()
    const before = setup.script.to(path).length
    other.tab.emit('focus')
    tab.emit('focus')
    await setup.clock.advance(0)
    expect(setup.script.to(path)).toHaveLength(before)
  })

  it('are read after a call that the provider rejects for a missing permission', async () => {
    const { setup, client, seen } = await signedIn()
    setup.script.on('/b2b/organizations/members', fail('unauthorized_action', 403))
    const rejected = rejection(client.organization.members.create({ email_address: 'bob@example.com' }))
    expect(await rejected).toMatchObject({ error_type: 'unauthorized_action' })
    await setup.clock.advance(0)
    expect(seen).toEqual([['latchkey_member']])
  })

  it('are not read after a call that is rejected for another reason', async () => {
    const { setup, client } = await signedIn()
    setup.script.on('/b2b/organizations/members', fail('duplicate_member_email', 400))
    await rejection(client.organization.members.create({ email_address: 'bob@example.com' }))
    await setup.clock.advance(0)
    expect(setup.script.to(path)).toEqual([])
  })

  it('are read when a response has other roles of the member, and not when it has the same', async () => {
    const { setup, client, seen } = await signedIn()
    setup.script.on('/b2b/organizations/members/me', { data: { member: makeMember('ada') } })
    await client.self.get()
    await setup.clock.advance(0)
    expect(setup.script.to(path)).toEqual([])
    setup.script.on('/b2b/organizations/members/me', { data: { member: makeMember('ada', 'acme', { roles: [] }) } })
    await client.self.get()
    await setup.clock.advance(0)
    expect(seen).toEqual([['latchkey_member']])
    expect(setup.script.to(path)).toHaveLength(1)
  })

  it('are not read without a session, or by a disposed client', async () => {
    const { setup, client, tab } = await signedIn()
    await setup.clock.advance(roleCheckMs)
    await client.session.revoke()
    tab.emit('focus')
    client.dispose()
    tab.emit('focus')
    await setup.clock.advance(0)
    expect(setup.script.to(path)).toEqual([])
    expect(tab.leftovers()).toBe(0)
  })

  it('stay as they are if the provider does not respond, which `onError` reports', async () => {
    const setup = createB2bSetup()
    const errors: unknown[] = []
    const { client, tab } = setup.open({ callbacks: { onError: (error) => errors.push(error) } })
    await signInMember(setup, client, makeMemberAuth('s1', 'ada', 'acme', {}, admin))
    const answer = gate<Error>()
    setup.script.on(path, () => answer.promise)
    await setup.clock.advance(roleCheckMs)
    tab.emit('focus')
    answer.open(new Error('offline'))
    await setup.clock.advance(0)
    expect(client.session.getSync()?.roles).toEqual(admin.roles)
    expect(errors).toMatchObject([{ name: 'UnreachableError' }])
    setup.script.on(path, { data: makeMemberAuth('s1') })
    tab.emit('focus')
    await setup.clock.advance(0)
    expect(client.session.getSync()?.roles).toEqual(['latchkey_member'])
  })
})
