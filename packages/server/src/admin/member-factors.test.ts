import { adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { dataOf } from '../testing/business-harness.ts'
import { tokenOf } from '../testing/harness.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.suite.ts'
import { onBothEngines } from './admin.suite.ts'

const {
  adminMembersCreate,
  adminMembersDeleteFactor,
  adminMembersSearch,
  adminMembersUnlinkRetiredEmail,
  adminMembersUpdate,
  adminOrganizationsCreate,
  adminSessionsList,
  adminSessionsRevoke,
} = adminEndpoints
const ada = 'ada@acme.example'
const phone = '+15005550006'
const minutes = { session_duration_minutes: 30 }
const rbacPolicy = {
  roles: [{ role_id: 'editor', description: '', permissions: [] }],
  ...{ resources: [], scopes: [] },
}

onBothEngines('the factors of a member', (open, it) => {
  async function start() {
    const harness = await open({ vertical: 'B2B', settings: { rbacPolicy } })
    const add = async (slug: string) =>
      (await harness.admin(adminOrganizationsCreate, { request: { organization_name: slug, organization_slug: slug } }))
        .data.organization
    const acme = await add('acme')
    await add('globex')
    const addMember = async (email_address: string, more: object = {}) => {
      // Lists begin with the newest member.
      harness.clock.advance(1_000)
      const { data } = await harness.admin(adminMembersCreate, {
        params: { organization_id: 'acme' },
        request: { email_address, ...more },
      })
      return data?.member
    }
    const member = await addMember(ada)
    const { organization_id } = acme
    const { member_id } = member
    return {
      ...{ harness, addMember, member_id },
      of: (organization = 'acme') => ({ params: { organization_id: organization, member_id } }),
      calls: secondFactorCalls(harness, { id: organization_id }, { id: member_id }),
      async signIn() {
        await harness.call('POST', '/b2b/magic_links/email/login_or_signup', { organization_id, email_address: ada })
        const magic_links_token = tokenOf(await harness.lastMessage(ada))
        return dataOf(await harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes }))
      },
      sessions: async () => (await harness.admin(adminSessionsList, { request: { user_id: member_id } })).data.sessions,
    }
  }

  it.inTurn('are removed with the sessions of the member, who gets an email', async () => {
    const { harness, calls, of, signIn, sessions, member_id } = await start()
    const { session_token: session } = await signIn()
    const password = 'violet kettle ambles north'
    await harness.call('POST', '/b2b/passwords/session/reset', { password, ...minutes }, { session })
    const { signedIn } = await calls.enrollTotp({ session: (await signIn()).session_token })
    await calls.enrollSms({ session: signedIn.session_token }, phone)
    const factors = [
      ['password', 'member_password_not_found'],
      ['phone_number', 'member_phone_number_not_found'],
      ['totp', 'registration_not_found'],
    ] as const
    const removeFrom = (factor: string, organization?: string) => {
      const { params } = of(organization)
      return harness.admin(adminMembersDeleteFactor, { params: { ...params, factor } })
    }
    for (const other of ['email', 'oauth', 'email_retired', 'constructor'])
      expect((await removeFrom(other)).outcome).toBe('registration_not_found')
    for (const [factor, missing] of factors) {
      await harness.provider.outbox.drain()
      const before = harness.sent.length
      if ((await sessions()).length === 0) await signIn()
      // The member of another organization is not found, and keeps its factors.
      expect((await removeFrom(factor, 'globex')).outcome).toBe('member_not_found')
      expect((await sessions()).length).toBeGreaterThan(0)
      const { outcome, data } = await removeFrom(factor)
      expect([outcome, data.member.member_id]).toEqual(['200', member_id])
      expect(adminEndpointSchemas.adminMembersDeleteFactor.response.safeParse(data).success).toBe(true)
      expect(await sessions()).toEqual([])
      await harness.provider.outbox.drain()
      const notices = harness.sent.slice(before).filter(({ links, codes }) => links.length + codes.length === 0)
      expect(notices.map(({ to }) => to)).toEqual([ada])
      expect((await removeFrom(factor)).outcome).toBe(missing)
    }
    const { member } = await signIn()
    expect(member).toMatchObject({ member_password_id: '', mfa_phone_number: '', totp_registration_id: '' })
    const rows = (await harness.storage.audit.listUnsealed(10_000)).filter(
      ({ projectId, event }) => projectId === harness.project.id && event === 'factor_remove',
    )
    expect(rows.map(({ actorKind }) => actorKind)).toEqual(['admin', 'admin', 'admin'])
  })

  it.inTurn('and its sessions are listed and ended by the id of the member', async () => {
    const { harness, signIn, sessions, member_id } = await start()
    const { member_session, session_token: session } = await signIn()
    expect((await sessions()).map(({ session_id, user_id, roles }) => [session_id, user_id, roles])).toEqual([
      [member_session.member_session_id, member_id, ['latchkey_member']],
    ])
    const { data } = await harness.admin(adminSessionsRevoke, { request: { user_id: member_id } })
    expect(data.revoked).toEqual([member_session.member_session_id])
    const me = await harness.call('GET', '/b2b/organizations/members/me', undefined, { session })
    expect(me.outcome).toBe('user_unauthenticated')
  })

  it.inTurn('and former addresses are freed for other members', async () => {
    const { harness, of, addMember } = await start()
    await harness.admin(adminMembersUpdate, { ...of(), request: { email_address: 'ada@new.example' } })
    expect((await addMember(ada))?.member_id).toBeUndefined()
    const unlink = (organization?: string) =>
      harness.admin(adminMembersUnlinkRetiredEmail, { ...of(organization), request: { email_address: ada } })
    expect((await unlink('globex')).outcome).toBe('member_not_found')
    expect((await unlink()).data.member.retired_email_addresses).toEqual([])
    expect((await unlink()).outcome).toBe('email_not_found')
    expect((await addMember(ada)).email_address).toBe(ada)
  })

  it.inTurn('and members are searched by the filters of organization admins', async () => {
    const { harness, addMember } = await start()
    await addMember('grace@acme.example', { roles: ['editor'] })
    await addMember('alan@acme.example', { roles: ['editor'], status: 'pending' })
    const search = async (request: object, organization_id = 'acme') => {
      const { data, outcome } = await harness.admin(adminMembersSearch, { params: { organization_id }, request })
      return data ? [data.members.map(({ email_address }) => email_address), data.total, data.next_cursor] : outcome
    }
    const editors = { operator: 'AND', operands: [{ filter_name: 'member_roles', filter_value: ['editor'] }] }
    expect(await search({ query: editors })).toEqual([['alan@acme.example', 'grace@acme.example'], 2, null])
    expect(await search({ query: editors, limit: 1 })).toEqual([['alan@acme.example'], 2, expect.any(String)])
    expect(await search({}, 'globex')).toEqual([[], 0, null])
    const unknown = { operator: 'AND', operands: [{ filter_name: 'member_shoes', filter_value: 'x' }] }
    expect(await search({ query: unknown })).toBe('schema_error')
    expect(await search({ cursor: 'x' })).toBe('schema_error')
  })
})
