import { describe, expect, it } from 'vitest'
import { settle } from '../../../platform/memory-clock.ts'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, makeMember, makeMemberData, makeOrganization, signInMember } from '../../b2b-setup.suite.ts'

describe('the signed-in member', () => {
  it('is `self` and `member` of the client [B-SELF-09]', () => {
    const { client } = createB2bSetup().open()
    expect(client.member).toBe(client.self)
  })

  it('and the organization are the same in every read method, with one call per change [B-SELF-10]', async () => {
    const setup = createB2bSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    const seen: unknown[] = []
    b.self.onChange((member) => seen.push(['member', member?.name]))
    b.organization.onChange((organization) => seen.push(['organization', organization?.organization_name]))
    b.session.onChange((session) => seen.push(['session', session?.member_session_id]))
    b.onStateChange(({ member, organization }) => seen.push(['state', member?.name, organization?.organization_name]))
    await signInMember(setup, a)
    await settle()
    for (const client of [a, b]) {
      expect(client.self.getSync()).toEqual(makeMember('ada'))
      expect(client.self.getInfo().member).toBe(client.self.getSync())
      expect(client.organization.getSync()).toEqual(makeOrganization('acme'))
      expect(client.organization.getInfo().organization).toBe(client.organization.getSync())
    }
    expect(seen.splice(0)).toEqual([
      ['member', 'ada'],
      ['organization', 'acme'],
      ['session', 'member-session-test-s1'],
      ['state', 'ada', 'acme'],
    ])
    const renamed = { ...makeMemberData(), member: makeMember('ada', 'acme', { name: 'Ada Lovelace' }) }
    setup.script.on('/b2b/organizations/members/update', { data: renamed })
    await a.self.update({ name: 'Ada Lovelace' })
    await settle()
    expect(seen).toEqual([
      ['member', 'Ada Lovelace'],
      ['state', 'Ada Lovelace', 'acme'],
    ])
    expect(a.self.getSync()?.name).toBe('Ada Lovelace')
  })

  it('is fetched and stored', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const member = makeMember('ada', 'acme', { name: 'New' })
    setup.script.on('/b2b/organizations/members/me', { data: { member } })
    expect(await client.self.get()).toEqual(member)
    expect([client.self.getSync(), client.organization.getSync()]).toEqual([member, makeOrganization('acme')])
  })

  it.each([
    ['update', { name: 'A', mfa_enrolled: true, default_mfa_method: 'totp' }, 'PUT', '/update'],
    ['unlinkRetiredEmail', { email_id: 'email-1' }, 'POST', '/unlink_retired_email'],
    ['startEmailUpdate', { email_address: 'b@example.com', locale: 'de' }, 'POST', '/start_email_update'],
  ] as const)('sends %s', async (name, body, method, path) => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on(`/b2b/organizations/members${path}`, { data: makeMemberData() })
    await client.self[name](body as never)
    const [sent] = setup.script.to(`/b2b/organizations/members${path}`)
    expect([sent?.method, sent?.body]).toEqual([method, body])
  })

  it('loses the password', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on('/b2b/organizations/members/passwords/password-1', { data: makeMemberData() })
    await client.self.deletePassword('password-1')
    expect(setup.script.to('/b2b/organizations/members/passwords/password-1')[0]?.method).toBe('DELETE')
  })

  it.each([
    ['deleteMFAPhoneNumber', '/deletePhoneNumber'],
    ['deleteMFATOTP', '/deleteTOTP'],
  ] as const)('sends %s', async (name, path) => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on(`/b2b/organizations/members${path}`, { data: makeMemberData() })
    await client.self[name]()
    expect(setup.script.to(`/b2b/organizations/members${path}`)[0]?.method).toBe('DELETE')
  })

  it('is not changed with fields of the wrong type', async () => {
    const { client } = createB2bSetup().open()
    expect((await rejection(client.self.update({ name: 1 } as never))).message).toMatch(/self.update\nname must be/)
    expect((await rejection(client.self.deletePassword(1 as never))).message).toMatch(/passwordId must be a string/)
  })
})
