import { adminEndpoints, type InvitationState } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import type { ProjectSettings } from '../storage/records.ts'
import { tokenOf } from '../testing/harness.ts'
import { type AdminHarness, onBothEngines } from './admin.suite.ts'

const {
  adminInvitationsCreate,
  adminInvitationsList,
  adminInvitationsResend,
  adminInvitationsRevoke,
  adminMembersCreate,
  adminMembersGet,
  adminMembersStartEmailUpdate,
  adminOrganizationsCreate,
  adminOrganizationsSuspend,
  adminOrganizationsUpdate,
} = adminEndpoints
const minutes = { session_duration_minutes: 30 }
const bob = 'bob@acme.example'
const dead = 'unable_to_auth_magic_link'
const rbacPolicy = {
  roles: ['editor', 'viewer'].map((role_id) => ({ role_id, description: '', permissions: [] })),
  ...{ resources: [], scopes: [] },
}

onBothEngines('invitations by a backend', (open, it) => {
  async function start(settings: Partial<ProjectSettings> = {}) {
    const harness = await open({ vertical: 'B2B', settings: { rbacPolicy, ...settings } })
    for (const slug of ['acme', 'globex'])
      await harness.admin(adminOrganizationsCreate, { request: { organization_name: slug, organization_slug: slug } })
    const params = { organization_id: 'acme' }
    const ofMember = (member_id: string, organization_id = 'acme') => ({ params: { organization_id, member_id } })
    return {
      ...{ harness, params, ofMember },
      invite: (request: object = {}, organization_id = 'acme') =>
        harness.admin(adminInvitationsCreate, {
          params: { organization_id },
          request: { email_address: bob, ...request },
        }),
      resend: (id: string, request: object = {}, organization = 'acme') =>
        harness.admin(adminInvitationsResend, { ...ofMember(id, organization), request }),
      revoke: async (id: string, organization = 'acme') =>
        (await harness.admin(adminInvitationsRevoke, ofMember(id, organization))).outcome,
      redeem: (magic_links_token: string) =>
        harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes }),
      read: async (id: string) => (await harness.admin(adminMembersGet, ofMember(id))).data.member,
    }
  }

  async function auditOf({ storage, project }: AdminHarness, ...events: string[]) {
    const unsealed = await storage.audit.listUnsealed(10_000)
    return unsealed.filter(({ projectId, event }) => projectId === project.id && events.includes(event))
  }

  it('send a link that only the invited address can use, with the roles and the template [B-INV-01] [B-INV-02] [B-INV-04]', async () => {
    const { harness, params, invite, redeem, read } = await start()
    const { storage, project, clock } = harness
    const template = { projectId: project.id, id: 'welcome', kind: 'invite' as const, createdAt: 0, updatedAt: 0 }
    await storage.templates.set({ ...template, words: { en: { subject: 'Welcome to {{organization}}' } } })
    const { outcome, data } = await invite({
      ...{ name: 'Bob', roles: ['editor'], trusted_metadata: { plan: 'pro' }, untrusted_metadata: { theme: 'dark' } },
      ...{ invite_redirect_url: 'https://app.example.com/join', invite_template_id: 'welcome' },
      invite_expiration_minutes: 60,
    })
    expect([outcome, adminEndpointSchemas.adminInvitationsCreate.response.safeParse(data).success]).toEqual([
      '200',
      true,
    ])
    const { member_id } = data.member
    expect(data.member).toMatchObject({
      ...{ email_address: bob, email_address_verified: false, status: 'invited', name: 'Bob', roles: ['editor'] },
      ...{ trusted_metadata: { plan: 'pro' }, untrusted_metadata: { theme: 'dark' } },
      invitation: { state: 'sent', expires_at: new Date(clock.now() + 3_600_000).toISOString() },
    })
    const message = await harness.lastMessage(bob)
    expect(message.subject).toBe('Welcome to acme')
    expect(message.links[0]).toContain('https://auth.example.com/')
    const followed = await harness.fetch(new Request(message.links[0] ?? ''))
    expect(followed.headers.get('location')).toContain('https://app.example.com/join')
    const rows = await auditOf(harness, 'magic_link_send')
    expect(rows).toMatchObject([{ actorKind: 'admin', result: 'ok' }])
    expect((await storage.secretKeys.list(project.id)).map(({ id }) => id)).toContain(rows[0]?.actorId)
    const created = (await auditOf(harness, 'member_create')).map(({ actorKind, targetId }) => [actorKind, targetId])
    expect(created).toEqual([['admin', member_id]])

    // A sign-in with another address does not accept it.
    const eve = { ...params, email_address: 'eve@acme.example' }
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', eve)
    expect((await read(member_id)).status).toBe('invited')
    expect((await redeem(tokenOf(message))).outcome).toBe('200')
    expect(await read(member_id)).toMatchObject({
      status: 'active',
      invitation: { state: 'accepted' },
      roles: ['editor'],
    })
    expect((await redeem(tokenOf(message))).outcome).toBe(dead)
    await harness.close()
  })

  it.inTurn('name no inviter, and choose the language by the request', async () => {
    const { harness, invite } = await start()
    await invite({ locale: 'de' })
    const message = await harness.lastMessage(bob)
    expect(message.text).toContain('acme')
    expect(message.text).not.toContain('{inviter}')
    expect(message.text).toMatch(/Einladung|eingeladen/)
    await harness.close()
  })

  it.inTurn(
    'are replaced by a further one and by a resent one, with the same address and roles [B-INV-09]',
    async () => {
      const { harness, invite, resend, redeem, read, ofMember } = await start()
      const { member_id } = (await invite({ roles: ['editor'], invite_expiration_minutes: 5 })).data.member
      const tokens = [tokenOf(await harness.lastMessage(bob))]
      harness.clock.advance(10 * 60_000)
      expect((await read(member_id)).invitation?.state).toBe('expired')
      const again = await resend(member_id, { invite_expiration_minutes: 60, locale: 'de' })
      expect(adminEndpointSchemas.adminInvitationsResend.response.safeParse(again.data).success).toBe(true)
      expect(again.data.member).toMatchObject({ member_id, roles: ['editor'], invitation: { state: 'sent' } })
      tokens.push(tokenOf(await harness.lastMessage(bob)))
      expect((await invite({ roles: ['viewer'] })).data.member).toMatchObject({ member_id, roles: ['viewer'] })
      const last = tokenOf(await harness.lastMessage(bob))
      for (const token of tokens) expect((await redeem(token)).outcome).toBe(dead)
      expect(new Set([...tokens, last]).size).toBe(3)
      expect((await resend(member_id, {}, 'globex')).outcome).toBe('member_not_found')
      expect((await redeem(last)).outcome).toBe('200')
      expect((await resend(member_id)).outcome).toBe('invitation_not_found')
      expect((await invite()).outcome).toBe('duplicate_member_email')
      // A member who was added as invited gets the first message.
      const added = await harness.admin(adminMembersCreate, {
        params: { organization_id: 'acme' },
        request: { email_address: 'grace@acme.example', status: 'invited' },
      })
      expect((await harness.admin(adminInvitationsResend, ofMember(added.data.member.member_id))).outcome).toBe('200')
      expect((await redeem(tokenOf(await harness.lastMessage('grace@acme.example')))).outcome).toBe('200')
      await harness.close()
    },
  )

  it.inTurn('are rejected with the policies, roles, redirect URLs and templates of the project', async () => {
    const { harness, params, invite, resend } = await start()
    const { member_id } = (await invite()).data.member
    await harness.provider.outbox.drain()
    const before = harness.sent.length
    const foreign = { invite_redirect_url: 'https://evil.example/join' }
    for (const send of [invite, (request: object) => resend(member_id, request)]) {
      expect((await send(foreign)).outcome).toBe('invalid_redirect_url')
      // Of another type.
      expect((await send({ invite_redirect_url: 'https://app.example.com/reset' })).outcome).toBe(
        'invalid_redirect_url',
      )
      expect((await send({ invite_template_id: 'unknown' })).outcome).toBe('template_not_found')
      expect((await send({ invite_expiration_minutes: 0 })).outcome).toBe('schema_error')
    }
    expect((await invite({ roles: ['owner'] })).outcome).toBe('schema_error')
    expect((await invite({ email_address: 'bob' })).outcome).toBe('invalid_email')
    expect((await invite({}, 'unknown')).outcome).toBe('organization_not_found')
    const update = (request: object) => harness.admin(adminOrganizationsUpdate, { params, request })
    await update({ email_invites: 'RESTRICTED', email_allowed_domains: ['globex.example'] })
    expect((await invite()).outcome).toBe('operation_restricted_by_organization_auth_methods')
    expect((await resend(member_id)).outcome).toBe('operation_restricted_by_organization_auth_methods')
    await update({ email_invites: 'NOT_ALLOWED', email_allowed_domains: [] })
    expect((await invite()).outcome).toBe('operation_restricted_by_organization_auth_methods')
    await update({ email_invites: 'ALL_ALLOWED' })
    await harness.admin(adminOrganizationsSuspend, { params })
    expect((await invite()).outcome).toBe('organization_suspended')
    expect((await resend(member_id)).outcome).toBe('organization_suspended')
    await harness.provider.outbox.drain()
    expect(harness.sent.length).toBe(before)
    await harness.close()
    const consumer = await open()
    const answer = await consumer.admin(adminInvitationsCreate, { params, request: { email_address: bob } })
    expect(answer.outcome).toBe('wrong_vertical')
    await consumer.close()
    const without = await start({ enabledMethods: { ...harness.project.settings.enabledMethods, magicLinks: false } })
    expect((await without.invite()).outcome).toBe('method_not_enabled')
    await without.harness.close()
  })

  it('are counted by address only, apart from the sign-ins of the address', async () => {
    const { harness, invite } = await start({
      limits: {
        sends_per_address: { limit: 2, windowMs: 60_000 },
        sends_per_ip: { limit: 3, windowMs: 60_000 },
        sends_per_project: { limit: 4, windowMs: 60_000 },
      },
    })
    const outcomes = []
    for (const tag of ['', '+a', '+b'])
      outcomes.push((await invite({ email_address: `bob${tag}@acme.example` })).outcome)
    expect(outcomes).toEqual(['200', '200', 'too_many_requests'])
    for (let count = 0; count < 5; count++)
      expect((await invite({ email_address: `bob-${count}@acme.example` })).outcome).toBe('200')
    const { member } = (await invite({ email_address: 'grace@acme.example' })).data
    const signIn = { organization_id: member.organization_id, email_address: bob }
    expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', signIn)).outcome).toBe('200')
    await harness.close()
  })

  it('are revoked with their link, as long as they are open [B-INV-08]', async () => {
    const { harness, invite, revoke, redeem, read } = await start()
    const { member_id } = (await invite()).data.member
    const token = tokenOf(await harness.lastMessage(bob))
    expect(await revoke(member_id, 'globex')).toBe('member_not_found')
    expect(await revoke('member-test-unknown')).toBe('member_not_found')
    expect(await revoke(member_id)).toBe('200')
    expect(await read(member_id)).toMatchObject({ status: 'deleted', invitation: { state: 'revoked' } })
    expect((await redeem(token)).outcome).toBe(dead)
    expect(await revoke(member_id)).toBe('invitation_not_found')
    const rows = await auditOf(harness, 'member_delete')
    expect(rows.map(({ actorKind, targetId }) => [actorKind, targetId])).toEqual([['admin', member_id]])
    // Neither an active member nor a pending one without an invitation.
    for (const status of ['active', 'pending'] as const) {
      const { data } = await harness.admin(adminMembersCreate, {
        params: { organization_id: 'acme' },
        request: { email_address: `${status}@acme.example`, status },
      })
      expect(await revoke(data.member.member_id)).toBe('invitation_not_found')
      expect((await read(data.member.member_id)).status).toBe(status)
    }
    await harness.close()
  })

  it('are either accepted or revoked if both happen at once', async () => {
    const { harness, invite, revoke, redeem, read } = await start()
    const { member_id } = (await invite()).data.member
    const token = tokenOf(await harness.lastMessage(bob))
    const outcomes = await Promise.all([
      ...[0, 1, 2].flatMap(() => [revoke(member_id), redeem(token).then(({ outcome }) => outcome)]),
    ])
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1)
    const wasRevoked = outcomes.indexOf('200') % 2 === 0
    expect(await read(member_id)).toMatchObject(
      wasRevoked
        ? { status: 'deleted', invitation: { state: 'revoked' } }
        : { status: 'active', invitation: { state: 'accepted' } },
    )
    await harness.close()
  })

  it.inTurn('are listed with their state, page by page, in their organization only [B-INV-06]', async () => {
    const { harness, invite, revoke, redeem } = await start()
    const ids: Record<string, string> = {}
    for (const name of ['expired', 'accepted', 'revoked', 'sent'] as const) {
      harness.clock.advance(1_000)
      const request = { email_address: `${name}@acme.example`, invite_expiration_minutes: name === 'expired' ? 5 : 60 }
      ids[name] = (await invite(request)).data.member.member_id
    }
    expect((await redeem(tokenOf(await harness.lastMessage('accepted@acme.example')))).outcome).toBe('200')
    await revoke(ids.revoked ?? '')
    harness.clock.advance(5 * 60_000)
    const list = async (request: object = {}, organization_id = 'acme') => {
      const { data, outcome } = await harness.admin(adminInvitationsList, { params: { organization_id }, request })
      if (outcome !== '200') return outcome
      expect(adminEndpointSchemas.adminInvitationsList.response.safeParse(data).success).toBe(true)
      return data.members.map(({ email_address, invitation }) => `${email_address.split('@')[0]} ${invitation?.state}`)
    }
    expect(await list()).toEqual(['sent sent', 'revoked revoked', 'accepted accepted', 'expired expired'])
    for (const state of ['sent', 'revoked', 'accepted', 'expired'] satisfies InvitationState[])
      expect(await list({ state })).toEqual([`${state} ${state}`])
    expect(await list({ state: 'opened' })).toEqual([])
    expect(await list({}, 'globex')).toEqual([])
    expect(await list({ state: 'lost' })).toBe('schema_error')
    expect(await list({ cursor: 'x' })).toBe('schema_error')
    const { data } = await harness.admin(adminInvitationsList, {
      params: { organization_id: 'acme' },
      request: { limit: 3 },
    })
    expect(await list({ limit: 3, cursor: data.next_cursor })).toEqual(['expired expired'])
    await harness.close()
  })

  it('and changes of an address are queued by the command line, and sent by a running provider', async () => {
    const { harness, params, redeem } = await start()
    const { administration, project, provider } = harness
    const before = harness.sent.length
    const invited = await administration.call(adminInvitationsCreate, {
      ...{ project, params, request: { email_address: bob } },
    })
    expect(harness.sent.length).toBe(before)
    await provider.outbox.drain()
    expect(harness.sent.slice(before).map(({ to }) => to)).toEqual([bob])
    expect((await redeem(tokenOf(await harness.lastMessage(bob)))).outcome).toBe('200')
    await administration.call(adminMembersStartEmailUpdate, {
      ...{ project, params: { ...params, member_id: invited.member.member_id } },
      request: { email_address: 'robert@acme.example' },
    })
    expect((await redeem(tokenOf(await harness.lastMessage('robert@acme.example')))).outcome).toBe('200')
    const rows = await auditOf(harness, 'magic_link_send')
    expect(rows.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ['admin', 'cli:tests'],
      ['admin', 'cli:tests'],
    ])
    await harness.close()
  })
})

onBothEngines('the change of an address by a backend', (open, it) => {
  async function start() {
    const harness = await open({ vertical: 'B2B' })
    for (const slug of ['acme', 'globex'])
      await harness.admin(adminOrganizationsCreate, { request: { organization_name: slug, organization_slug: slug } })
    const add = async (email_address: string, more: object = {}) => {
      const request = { email_address, ...more }
      const { data } = await harness.admin(adminMembersCreate, { params: { organization_id: 'acme' }, request })
      return data.member.member_id
    }
    return {
      ...{ harness, add },
      change: (member_id: string, request: object, organization_id = 'acme') =>
        harness.admin(adminMembersStartEmailUpdate, {
          params: { organization_id, member_id },
          request: { email_address: 'robert@acme.example', ...request },
        }),
      read: async (member_id: string) =>
        (await harness.admin(adminMembersGet, { params: { organization_id: 'acme', member_id } })).data.member,
    }
  }

  it.inTurn('happens when the owner of the new one uses the link [B-MEM-17]', async () => {
    const { harness, add, change, read } = await start()
    const id = await add(bob, { roles: [builtInRoleIds.admin] })
    const { outcome, data } = await change(id, { login_redirect_url: 'https://app.example.com/authenticate' })
    expect([outcome, data.member.email_address]).toEqual(['200', bob])
    expect(adminEndpointSchemas.adminMembersStartEmailUpdate.response.safeParse(data).success).toBe(true)
    const token = tokenOf(await harness.lastMessage('robert@acme.example'))
    expect((await read(id)).email_address).toBe(bob)
    const redeemed = await harness.call('POST', '/b2b/magic_links/authenticate', {
      magic_links_token: token,
      ...minutes,
    })
    expect(redeemed.outcome).toBe('200')
    expect(await read(id)).toMatchObject({
      ...{ email_address: 'robert@acme.example', email_address_verified: true },
      retired_email_addresses: [{ email_address: bob }],
    })
    await harness.close()
  })

  it.inTurn('is rejected for other addresses, members and URLs', async () => {
    const { harness, add, change } = await start()
    const id = await add(bob)
    await add('grace@acme.example')
    const pending = await add('alan@acme.example', { status: 'pending' })
    expect((await change(id, { email_address: 'grace@acme.example' })).outcome).toBe('duplicate_member_email')
    expect((await change(id, { email_address: bob })).outcome).toBe('duplicate_member_email')
    expect((await change(id, { email_address: 'x' })).outcome).toBe('invalid_email')
    expect((await change(id, { login_redirect_url: 'https://evil.example' })).outcome).toBe('invalid_redirect_url')
    expect((await change(id, { login_template_id: 'unknown' })).outcome).toBe('template_not_found')
    expect((await change(pending, {})).outcome).toBe('action_available_only_for_active_members')
    expect((await change(id, {}, 'globex')).outcome).toBe('member_not_found')
    expect((await change('member-test-unknown', {})).outcome).toBe('member_not_found')
    await harness.admin(adminOrganizationsSuspend, { params: { organization_id: 'acme' } })
    expect((await change(id, {})).outcome).toBe('organization_suspended')
    await harness.provider.outbox.drain()
    expect(harness.sent.filter(({ links }) => links.length > 0)).toEqual([])
    await harness.close()
  })
})
