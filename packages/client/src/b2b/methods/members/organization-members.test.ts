import { describe, expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, makeMember, makeMemberData, makeOrganization, signInMember } from '../../b2b-setup.suite.ts'
import type { B2bClient } from '../../create-b2b-client.ts'
import type { OrganizationMembers } from './organization-members.ts'

const path = '/b2b/organizations/members'
const bob = 'member-test-bob'

type Call = readonly [
  name: keyof OrganizationMembers,
  given: unknown,
  method: string,
  path: string,
  body: unknown,
  wrong: readonly [given: unknown, message: string],
]

const noId = [1, 'memberId must be a string'] as const
const roles = { roles: ['editor'], is_breakglass: true, untrusted_metadata: { team: 'a' } }
const query = { operator: 'OR', operands: [{ filter_name: 'statuses', filter_value: ['active'] }] }
const calls: readonly Call[] = [
  [
    'create',
    { email_address: 'bob@example.com', create_member_as_pending: true, ...roles },
    'POST',
    path,
    { email_address: 'bob@example.com', create_member_as_pending: true, ...roles },
    [{ name: 'Bob' }, 'email_address must be a string'],
  ],
  [
    'search',
    { query, limit: 2, cursor: 'c' },
    'POST',
    '/b2b/organizations/me/members/search',
    { query, limit: 2, cursor: 'c' },
    [{ limit: '2' }, 'limit must be a number'],
  ],
  [
    'update',
    { member_id: bob, ...roles, unlink_email: true, default_mfa_method: 'totp' },
    'PUT',
    `${path}/${bob}`,
    { ...roles, unlink_email: true, default_mfa_method: 'totp' },
    [{ member_id: bob, roles: 'editor' }, 'roles must be an array of strings'],
  ],
  ['delete', bob, 'DELETE', `${path}/${bob}`, null, noId],
  ['reactivate', bob, 'PUT', `${path}/${bob}/reactivate`, null, noId],
  ['deletePassword', 'password-1', 'DELETE', `${path}/passwords/password-1`, null, [1, 'passwordId must be a string']],
  ['deleteMFAPhoneNumber', bob, 'DELETE', `${path}/mfa_phone_numbers/${bob}`, null, noId],
  ['deleteMFATOTP', bob, 'DELETE', `${path}/totp/${bob}`, null, noId],
  [
    'unlinkRetiredEmail',
    { member_id: bob, email_id: 'email-1' },
    'POST',
    `${path}/${bob}/unlink_retired_email`,
    { email_id: 'email-1' },
    [{}, 'member_id must be a string'],
  ],
  [
    'startEmailUpdate',
    { member_id: bob, email_address: 'new@example.com', locale: 'de' },
    'POST',
    `${path}/${bob}/start_email_update`,
    { email_address: 'new@example.com', locale: 'de' },
    [{ member_id: bob }, 'email_address must be a string'],
  ],
]

const callOf = ({ organization: { members } }: B2bClient, name: keyof OrganizationMembers, given: unknown) =>
  (members[name] as (given: unknown) => Promise<unknown>)(given)

describe('the members of an organization', () => {
  it.each(calls)('%s: sends the call and keeps the signed-in member', async (name, given, method, target, body) => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on(target, { data: makeMemberData('bob') })
    await callOf(client, name, given)
    expect(setup.script.to(target).map((sent) => [sent.method, sent.body])).toEqual([[method, body]])
    expect([client.self.getSync(), client.organization.getSync()]).toEqual([
      makeMember('ada'),
      makeOrganization('acme'),
    ])
  })

  it.each(calls)('%s: checks its arguments first', async (name, _given, _method, target, _body, [wrong, message]) => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    expect((await rejection(callOf(client, name, wrong))).message).toBe(
      `Invalid call to organization.members.${name}\n${message}`,
    )
    expect(setup.script.to(target)).toEqual([])
  })

  it('are listed without options', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const found = { members: [makeMember('bob')], results_metadata: { total: 1 }, organizations: {} }
    setup.script.on('/b2b/organizations/me/members/search', { data: found })
    expect(await client.organization.members.search()).toMatchObject(found)
  })

  it('include the signed-in member, who is updated here too', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const member = makeMember('ada', 'acme', { name: 'Ada Lovelace' })
    setup.script.on(`${path}/member-test-ada`, { data: { ...makeMemberData('ada'), member } })
    await client.organization.members.update({ member_id: 'member-test-ada', name: 'Ada Lovelace' })
    expect(client.self.getSync()).toEqual(member)
  })
})
