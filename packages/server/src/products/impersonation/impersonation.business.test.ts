import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, openTestStorage, random } from '../../testing/harness.ts'
import { createImpersonationToken } from '../../tokens/impersonation-token.ts'

const actor = 'ops@example.com'

describe.each(engines)('impersonation of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(settings = {}): Promise<{ harness: BusinessHarness; globex: OrganizationRecord }> {
    const harness = await createBusinessHarness(storage, { settings })
    return { harness, globex: await harness.addOrganization('globex', { mfa_policy: 'REQUIRED_FOR_ALL' }) }
  }

  /** Redeems a token of the member twice. */
  async function impersonate(
    { project, clock, call }: BusinessHarness,
    accountId: string,
  ): Promise<{ first: Answer; second: Answer }> {
    const client = { ip: '', prefix: '', userAgent: '' }
    const source = { project, client, requestId: 'request-id-test-x', actor: { kind: 'admin', id: 'cli' } as const }
    const created = await createImpersonationToken({ storage, clock, random }, source, { accountId, actor })
    const redeem = () => call('POST', '/b2b/impersonation/authenticate', { impersonation_token: created.token })
    return { first: await redeem(), second: await redeem() }
  }

  it.inTurn('starts one session of the member, whatever the organization requires of members [B-SES-09]', async () => {
    const { harness, globex } = await open()
    const member = await harness.addMember(globex, 'ada@example.com')
    const { first, second } = await impersonate(harness, member.id)
    const data = dataOf(first)
    expect(data).toMatchObject({
      ...{ member_id: member.id, member_authenticated: true, mfa_required: null, primary_required: null },
      organization: { organization_id: globex.id },
      member_session: { organization_id: globex.id, authentication_factors: [{ type: 'impersonated' }] },
    })
    expect(second.outcome).toBe('unauthorized_credentials')
    const session = await storage.sessions.get(harness.project.id, data.member_session.member_session_id)
    expect([session?.actor, session?.subjectKind]).toEqual([actor, 'member'])
    const rows = (await storage.audit.listUnsealed(1_000)).filter(({ projectId }) => projectId === harness.project.id)
    const done = rows.filter(({ event, result }) => event === 'impersonation_authenticate' && result === 'ok')
    expect(done.map(({ actorKind, actorId, impersonator }) => [actorKind, actorId, impersonator])).toEqual([
      ['member', member.id, actor],
    ])
  })

  it.inTurn('rejects members with a role that the project excludes [B-SES-10]', async () => {
    const { harness, globex } = await open({ impersonationExcludedRoles: [builtInRoleIds.admin] })
    const admin = await harness.addMember(globex, 'ada@example.com', { roles: [builtInRoleIds.admin] })
    const { first, second } = await impersonate(harness, admin.id)
    expect([first.status, first.outcome, second.outcome]).toEqual([
      403,
      ...Array(2).fill('member_impersonation_not_allowed'),
    ])
    const eve = await harness.addMember(globex, 'eve@example.com')
    expect((await impersonate(harness, eve.id)).first.outcome).toBe('200')
  })

  it.inTurn('rejects invited members, and members of suspended organizations [B-MEM-20]', async () => {
    const { harness, globex } = await open()
    const invited = await harness.addMember(globex, 'ada@example.com', { status: 'invited' })
    expect((await impersonate(harness, invited.id)).first.outcome).toBe('action_available_only_for_active_members')
    const member = await harness.addMember(globex, 'eve@example.com')
    await storage.organizations.suspend(harness.project.id, globex.id, harness.clock.now(), harness.clock.now())
    expect((await impersonate(harness, member.id)).first.outcome).toBe('organization_suspended')
  })
})
