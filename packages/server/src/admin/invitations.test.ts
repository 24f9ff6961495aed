import { adminEndpoints } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { signWebhook } from '../delivery/webhook-signature.ts'
import { tokenOf } from '../testing/harness.ts'
import { type AdminHarness, onBothEngines } from './admin.suite.ts'

const minutes = { session_duration_minutes: 1_440 }
const hookSecret = 'a-long-enough-hook-secret'
const dead = 'unable_to_auth_magic_link'
let count = 0

onBothEngines('the states of invitations', (open, it) => {
  async function start() {
    const harness = await open({ vertical: 'B2B', config: { hooks: { secret: hookSecret } } })
    const created = await harness.admin(adminEndpoints.adminOrganizationsCreate, {
      request: { organization_name: 'Acme', organization_slug: 'acme' },
    })
    const { organization_id } = created.data.organization
    const params = { organization_id }
    await harness.admin(adminEndpoints.adminMembersCreate, {
      params,
      request: { email_address: 'ada@acme.example', roles: [builtInRoleIds.admin] },
    })
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', {
      ...{ email_address: 'ada@acme.example', organization_id },
    })
    const { data } = await redeem(harness, 'ada@acme.example')
    const session = (data as unknown as { session_token: string }).session_token
    // Suppressions apply to all projects, so each test has an address of its own.
    count += 1
    const address = `invitee-${count}-${harness.project.id}@acme.example`
    const list = async () => (await harness.admin(adminEndpoints.adminMembersList, { params })).data.members
    return {
      ...{ harness, params, session, address, list },
      async invite(body: object = {}) {
        const given = { email_address: address, ...body }
        const answer = await harness.call('POST', '/b2b/magic_links/email/invite', given, { session })
        expect(answer.outcome).toBe('200')
        return (answer.data as unknown as { member_id: string }).member_id
      },
      async invitation() {
        const member = (await list()).find(({ email_address }) => email_address === address)
        return member?.invitation ?? null
      },
      async state() {
        return (await this.invitation())?.state
      },
    }
  }

  async function redeem(harness: AdminHarness, address: string) {
    const magic_links_token = tokenOf(await harness.lastMessage(address))
    return harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes })
  }

  const decline = (harness: AdminHarness, token: string) => harness.call('POST', '/b2b/magic_links/decline', { token })

  async function storedAudit({ storage, project }: AdminHarness) {
    const unsealed = (await storage.audit.listUnsealed(10_000)).filter(({ projectId }) => projectId === project.id)
    return [...(await storage.audit.list(project.id, { afterSeq: 0, limit: 500 })), ...unsealed]
  }

  async function follow(harness: AdminHarness, address: string) {
    const [link = ''] = (await harness.lastMessage(address)).links
    await harness.fetch(new Request(link))
  }

  async function report(harness: AdminHarness, event: object) {
    const body = JSON.stringify(event)
    const [id, at] = [`hook-${harness.project.id}-${count}`, String(Math.floor(harness.clock.now() / 1_000))]
    const headers = {
      ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': at },
      'webhook-signature': signWebhook(hookSecret, id, at, body),
    }
    const request = new Request('https://auth.example.com/v1/hooks/mail', { method: 'POST', body, headers })
    expect((await harness.fetch(request)).outcome).toBe('200')
  }

  it.inTurn('are sent, opened and accepted [B-INV-06]', async () => {
    const setup = await start()
    const { harness, address, invite, list } = setup
    const at = harness.clock.now()
    await invite({ invite_expiration_minutes: 60 })
    expect(await setup.invitation()).toEqual({
      ...{ state: 'sent', sent_at: new Date(at).toISOString(), expires_at: new Date(at + 3_600_000).toISOString() },
    })
    const { data } = await harness.admin(adminEndpoints.adminMembersList, { params: setup.params })
    expect(adminEndpointSchemas.adminMembersList.response.safeParse(data).success).toBe(true)
    expect((await list()).find(({ email_address }) => email_address === 'ada@acme.example')?.invitation).toBe(null)
    await follow(harness, address)
    expect(await setup.invitation()).toMatchObject({ state: 'opened' })
    expect((await redeem(harness, address)).outcome).toBe('200')
    await follow(harness, address)
    expect(await setup.state()).toBe('accepted')
    await harness.close()
  })

  it.inTurn('expire, and start again with a new message', async () => {
    const setup = await start()
    await setup.invite({ invite_expiration_minutes: 60 })
    await follow(setup.harness, setup.address)
    setup.harness.clock.advance(60 * 60_000)
    expect(await setup.state()).toBe('expired')
    await follow(setup.harness, setup.address)
    expect(await setup.state()).toBe('expired')
    await setup.invite({ invite_expiration_minutes: 60 })
    expect(await setup.state()).toBe('sent')
    await setup.harness.close()
  })

  it.inTurn('are bounced if the carrier reports the message as undeliverable [B-INV-12]', async () => {
    const setup = await start()
    await setup.invite()
    await report(setup.harness, { email: setup.address.toUpperCase(), type: 'bounced' })
    expect(await setup.state()).toBe('bounced')
    const complained = await start()
    await complained.invite()
    await report(complained.harness, { email: complained.address, type: 'complained' })
    expect(await complained.state()).toBe('sent')
    for (const { harness } of [setup, complained]) await harness.close()
  })

  it.inTurn('are declined by the person, who does not become a member [B-INV-06]', async () => {
    const setup = await start()
    const { harness, address, list } = setup
    const member_id = await setup.invite()
    const token = tokenOf(await harness.lastMessage(address))
    expect((await decline(harness, token)).outcome).toBe('200')
    expect(await setup.state()).toBe('declined')
    expect((await list()).find((member) => member.member_id === member_id)?.status).toBe('deleted')
    const declined = (await storedAudit(harness)).filter(({ event }) => event === 'invitation_decline')
    expect(declined).toMatchObject([{ result: 'ok', actorKind: 'member', actorId: member_id, targetId: member_id }])
    // The link is spent, the membership stays ended, and a carrier's report changes nothing.
    expect((await decline(harness, token)).outcome).toBe(dead)
    expect((await redeem(harness, address)).outcome).toBe(dead)
    await report(harness, { email: address, type: 'bounced' })
    expect(await setup.state()).toBe('declined')
    await harness.close()
  })

  it.inTurn('are declined with the link of an invitation only, while it can be accepted', async () => {
    const setup = await start()
    const { harness, address, params } = setup
    const token = async () => tokenOf(await harness.lastMessage(address))
    await setup.invite({ invite_expiration_minutes: 60 })
    const earlier = await token()
    await setup.invite({ invite_expiration_minutes: 60 })
    harness.clock.advance(60 * 60_000)
    const expired = await token()
    await setup.invite()
    const invitation = await token()
    const signIn = { ...params, email_address: address }
    expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', signIn)).outcome).toBe('200')
    const link = await token()
    for (const given of ['unknown', earlier, expired, link]) expect((await decline(harness, given)).outcome).toBe(dead)
    expect(await setup.state()).toBe('sent')
    // The person has accepted by another sign-in.
    expect((await redeem(harness, address)).outcome).toBe('200')
    expect((await decline(harness, invitation)).outcome).toBe(dead)
    const member = (await setup.list()).find(({ email_address }) => email_address === address)
    expect([member?.status, member?.invitation?.state]).toEqual(['active', 'accepted'])
    await harness.close()
  })

  it('are either accepted or declined if both happen at once', async () => {
    const setup = await start()
    const { harness, address } = setup
    await setup.invite()
    const token = tokenOf(await harness.lastMessage(address))
    const calls = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? redeem(harness, address) : decline(harness, token),
    )
    const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome !== dead)).toEqual(['200'])
    expect(await setup.state()).toBe(outcomes.indexOf('200') % 2 === 0 ? 'accepted' : 'declined')
    await harness.close()
  })

  it.inTurn('are revoked with the member, and stay accepted afterwards', async () => {
    const setup = await start()
    const remove = (id: string) =>
      setup.harness.call('DELETE', `/b2b/organizations/members/${id}`, undefined, { session: setup.session })
    await remove(await setup.invite())
    expect(await setup.state()).toBe('revoked')
    const other = await start()
    const id = await other.invite()
    await redeem(other.harness, other.address)
    await other.harness.call('DELETE', `/b2b/organizations/members/${id}`, undefined, { session: other.session })
    await report(other.harness, { email: other.address, type: 'bounced' })
    expect(await other.state()).toBe('accepted')
    for (const { harness } of [setup, other]) await harness.close()
  })
})
