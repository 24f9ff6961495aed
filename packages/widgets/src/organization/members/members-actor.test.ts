import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrganizationHarness } from '../organization-harness.suite.ts'
import { ada, change, changeMember, openInAcme } from '../organization-harness.suite.ts'
import type { MembersConfig } from './members.config.ts'
import { createMembersActor } from './members-actor.ts'
import type { ListState, MembersEvent, MembersState } from './members-state.flow.ts'

type Harness = OrganizationHarness<MembersState, MembersEvent>

const kits = new Set<BusinessTestkit>()
afterEach(async () => {
  for (const kit of kits) await kit.close()
  kits.clear()
})

const grace = 'grace@acme.test'
const ready = { screen: 'members', status: 'ready' } as const

async function open(
  config: MembersConfig = {},
  given: Partial<Pick<Parameters<typeof openInAcme>[0], 'kit' | 'email'>> = {},
): Promise<Harness> {
  const harness = await openInAcme<MembersState, MembersEvent>({
    ...given,
    create: (deps) => createMembersActor(config, deps),
  })
  kits.add(harness.kit)
  return harness
}

const names = ({ list }: Pick<ListState, 'list'>): string[] => list.members.map(({ email }) => email)

/** Opens the details of a member of the page. */
async function choose(harness: Harness, email: string): Promise<void> {
  const { list } = await harness.reach(ready)
  harness.send({ type: 'member_chosen', id: list.members.find((one) => one.email === email)?.id ?? '' })
  await harness.reach({ screen: 'member_details', status: 'viewing' })
}

const roleOf = (permissions: object[], role_id = 'reader') => ({
  custom_roles: [{ role_id, description: 'Readers', permissions }],
})
const may = (...actions: string[]) => [{ resource_id: 'latchkey.member', actions }]

/** Signs Grace in, with a role that has these permissions on members. */
async function openAsGrace(...actions: string[]): Promise<Harness> {
  const kit = await createBusinessTestkit()
  await change(kit, kit.acme, roleOf(may(...actions)))
  await changeMember(kit, kit.acme, grace, { roles: ['reader'] })
  return open({}, { kit, email: grace })
}

describe('the list of members', () => {
  it('turns the pages', async () => {
    const harness = await open({ pageSize: 2 })
    const first = await harness.reach(ready)
    expect([first.list.total, first.list.members.length]).toEqual([3, 2])
    harness.send({ type: 'page_clicked', to: 'previous' })
    expect(harness.state()).toBe(first)
    harness.send({ type: 'page_clicked', to: 'next' })
    const second = await harness.reach({ ...ready, calls: 2 })
    expect(second.list.next).toBeNull()
    expect([...names(first as ListState), ...names(second as ListState)].sort()).toEqual([
      ...['ada@acme.test', 'alan@example.com', grace],
    ])
    harness.send({ type: 'page_clicked', to: 'previous' })
    expect(names((await harness.reach({ ...ready, calls: 3 })) as ListState)).toEqual(names(first as ListState))
  })

  it('searches in names and addresses after a pause, and not for each key', async () => {
    const harness = await open()
    await harness.reach(ready)
    for (const value of ['g', 'gr', 'Hopper']) harness.send({ type: 'search_changed', value })
    expect(harness.state()).toMatchObject({ status: 'waiting', calls: 4 })
    await harness.kit.clock.advance(300)
    expect(names((await harness.reach({ ...ready, calls: 5 })) as ListState)).toEqual([grace])
    harness.send({ type: 'search_changed', value: 'alan@' })
    harness.send({ type: 'submitted' })
    expect(names((await harness.reach({ ...ready, calls: 7 })) as ListState)).toEqual(['alan@example.com'])
  })

  it('shows invited members only, and clears the search for that', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.send({ type: 'search_changed', value: 'nothing like it' })
    harness.send({ type: 'filter_chosen', filter: 'invited' })
    const state = await harness.reach({ ...ready, list: { filter: 'invited', search: '' } })
    expect(names(state as object as ListState)).toEqual(['alan@example.com'])
  })

  it('keeps what was read if the provider cannot be reached, and loads again', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.kit.network.isDown = true
    harness.send({ type: 'filter_chosen', filter: 'active' })
    const { failure } = await harness.reach({ screen: 'members', status: 'failed' })
    expect(failure?.error_type).toBeUndefined()
    harness.kit.network.isDown = false
    harness.send({ type: 'retry_clicked' })
    await harness.reach(ready)
  })
})

describe('an invitation', () => {
  it('sends an email with the chosen roles and returns to the list', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.send({ type: 'invite_clicked' })
    harness.send({ type: 'email_changed', value: ' dorothy@example.com ' })
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'submitted' })
    const state = await harness.reach({ ...ready, done: { type: 'invited', who: 'dorothy@example.com' } })
    const added = state.list.members.find(({ email }) => email === 'dorothy@example.com')
    expect([added?.status, added?.roles.map(({ id }) => id).sort()]).toEqual([
      ...['invited', ['latchkey_admin', 'latchkey_member']],
    ])
    expect(harness.kit.inbox.messages('dorothy@example.com')).toHaveLength(1)
    expect(harness.events).toEqual([{ type: 'MEMBER_INVITE', data: { member_id: added?.id } }])
  })

  it('keeps what was typed and chosen after an error', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.send({ type: 'invite_clicked' })
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'email_changed', value: 'grace' })
    harness.send({ type: 'submitted' })
    expect(harness.state()).toMatchObject({ failure: { error_type: 'invalid_email' }, email: 'grace' })
    harness.send({ type: 'email_changed', value: grace })
    harness.send({ type: 'submitted' })
    const state = await harness.reach({ screen: 'member_invite', status: 'editing', email: grace })
    expect([state.failure?.error_type, (state as { chosen?: unknown }).chosen]).toEqual([
      ...['duplicate_member_email', ['latchkey_admin']],
    ])
  })

  it('is sent again with the same roles, and withdrawn after a question', async () => {
    const harness = await open()
    await choose(harness, 'alan@example.com')
    harness.send({ type: 'resend_clicked' })
    await harness.reach({ screen: 'member_details', done: { type: 'invited', who: 'alan@example.com' } })
    expect(harness.kit.inbox.messages('alan@example.com')).toHaveLength(1)
    harness.send({ type: 'action_clicked', action: 'uninvite' })
    expect(harness.state()).toMatchObject({ screen: 'member_confirm', status: 'asking' })
    harness.send({ type: 'confirm_clicked' })
    expect(names((await harness.reach({ ...ready, done: { type: 'uninvited' } })) as ListState)).not.toContain(
      'alan@example.com',
    )
  })
})

describe('the details of a member', () => {
  it('stores the name, and the roles without ending the sessions', async () => {
    const harness = await open()
    await choose(harness, grace)
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'name_changed', value: 'Rear Admiral Hopper' })
    harness.send({ type: 'save_name_clicked' })
    // The other part is not stored, and not lost.
    await harness.reach({
      done: { type: 'saved' },
      member: { name: 'Rear Admiral Hopper' },
      chosen: ['latchkey_admin'],
    })
    harness.send({ type: 'save_roles_clicked' })
    const state = await harness.reach({ status: 'viewing', part: 'roles', done: { type: 'saved' } })
    expect((state as unknown as { member: { roles: unknown } }).member.roles).toEqual(
      expect.arrayContaining([{ id: 'latchkey_admin', sources: [{ type: 'direct_assignment', details: {} }] }]),
    )
    expect(harness.events.map(({ type }) => type)).toEqual(['MEMBER_UPDATE', 'MEMBER_UPDATE'])
  })

  it('keeps the roles that another admin has given meanwhile', async () => {
    const kit = await createBusinessTestkit()
    await change(kit, kit.acme, roleOf(may('search')))
    const harness = await open({}, { kit })
    await choose(harness, grace)
    await changeMember(kit, kit.acme, grace, { roles: ['reader'] })
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'save_roles_clicked' })
    const state = await harness.reach({ status: 'viewing', part: 'roles', done: { type: 'saved' } })
    expect([...(state as unknown as { chosen: string[] }).chosen].sort()).toEqual(['latchkey_admin', 'reader'])
  })

  it('removes a member only after a question, and adds the member again', async () => {
    const harness = await open()
    await choose(harness, grace)
    harness.send({ type: 'action_clicked', action: 'remove' })
    harness.send({ type: 'back_clicked' })
    expect(harness.state()).toMatchObject({ screen: 'member_details', member: { status: 'active' } })
    harness.send({ type: 'action_clicked', action: 'remove' })
    harness.send({ type: 'confirm_clicked' })
    const state = await harness.reach({ ...ready, done: { type: 'removed', who: 'Grace Hopper' } })
    expect(names(state as object as ListState)).not.toContain(grace)
    harness.send({ type: 'filter_chosen', filter: 'deleted' })
    await harness.reach({ ...ready, list: { total: 1 } })
    await choose(harness, grace)
    harness.send({ type: 'reactivate_clicked' })
    await harness.reach({
      status: 'viewing',
      done: { type: 'added', who: 'Grace Hopper' },
      member: { status: 'active' },
    })
  })

  it('shows the error of the provider, and what was chosen stays', async () => {
    const harness = await open()
    await choose(harness, ada)
    // The only admin.
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'save_roles_clicked' })
    const state = await harness.reach({ status: 'viewing', part: 'roles', chosen: [] })
    expect(state.failure?.error_type).toBe('unauthorized_action')
  })
})

describe('what the roles do not permit', () => {
  it('is not done, and the nearest role that permits it is known', async () => {
    const harness = await openAsGrace('search')
    const { viewer, list } = await harness.reach(ready)
    expect(viewer.access).toMatchObject({
      search: { isAllowed: true },
      create: { isAllowed: false, role: 'latchkey_admin' },
      assign: { isAllowed: false, role: 'latchkey_admin' },
    })
    harness.send({ type: 'invite_clicked' })
    expect(harness.state().screen).toBe('members')
    harness.send({ type: 'member_chosen', id: list.members.find(({ email }) => email === ada)?.id ?? '' })
    const before = harness.state()
    for (const event of [
      { type: 'action_clicked', action: 'remove' },
      { type: 'save_name_clicked' },
      { type: 'role_toggled', role: 'reader' },
      { type: 'save_roles_clicked' },
    ] as const)
      harness.send(event)
    expect(harness.state()).toBe(before)
  })

  it('is a closed list for members who may not search', async () => {
    const harness = await openAsGrace('create')
    await harness.reach({ screen: 'members', status: 'closed' })
    harness.send({ type: 'submitted' })
    expect(harness.state().calls).toBe(0)
  })

  it('are roles with permissions that the member does not have', async () => {
    const harness = await openAsGrace('search', 'create')
    await harness.reach(ready)
    harness.send({ type: 'invite_clicked' })
    harness.send({ type: 'role_toggled', role: 'latchkey_admin' })
    harness.send({ type: 'role_toggled', role: 'reader' })
    expect(harness.state()).toMatchObject({ chosen: ['reader'] })
  })

  it('follows a change of the roles while the page is open', async () => {
    const harness = await openAsGrace('search')
    await harness.reach(ready)
    await change(harness.kit, harness.kit.acme, roleOf(may('create')))
    await harness.client.organization.get()
    await harness.reach({ screen: 'members', status: 'closed' })
  })
})
