import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrganizationHarness } from '../organization-harness.suite.ts'
import { ada, change, changeMember, openInAcme, signInTo } from '../organization-harness.suite.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherEvent, SwitcherState } from './switcher.flow.ts'
import { createSwitcherActor } from './switcher-actor.ts'

type Harness = OrganizationHarness<SwitcherState, SwitcherEvent>

const kits = new Set<BusinessTestkit>()
afterEach(async () => {
  for (const kit of kits) await kit.close()
  kits.clear()
})

async function open(
  config: OrganizationSwitcherConfig = {},
  given: Partial<Parameters<typeof openInAcme>[0]> = {},
): Promise<Harness> {
  const harness = await openInAcme<SwitcherState, SwitcherEvent>({
    ...given,
    create: (deps) => createSwitcherActor(config, deps),
  })
  kits.add(harness.kit)
  return harness
}

const listed = { status: 'open', isLoading: false }
const summary = ({ entries }: SwitcherState): string[] =>
  (entries ?? []).map(({ organization, kind, requires }) => `${organization.name}: ${kind}, ${requires.type}`)
const globexOf = ({ kit }: Harness): string => kit.globex.organization_id
const choose = (harness: Harness, organizationId = globexOf(harness)): void =>
  harness.send({ type: 'entry_chosen', organizationId })

describe('the switcher', () => {
  it('lists the organizations with what each asks for, the current one first', async () => {
    const kit = await createBusinessTestkit()
    const [sso, mfa, closed] = await Promise.all(
      ['Hooli', 'Initech', 'Umbrella'].map((organization_name) => kit.createTestOrganization({ organization_name })),
    )
    if (!sso || !mfa || !closed) throw new Error('three organizations were created')
    for (const organization of [sso, mfa, closed]) await kit.createTestMember(organization, { email_address: ada })
    await change(kit, mfa, { mfa_policy: 'REQUIRED_FOR_ALL' })
    await change(kit, sso, { auth_methods: 'RESTRICTED', allowed_auth_methods: ['password', 'google_oauth'] })
    const harness = await open({}, { kit })
    expect(harness.state()).toMatchObject({ status: 'closed', entries: null, current: { name: 'Acme' } })
    harness.send({ type: 'toggled' })
    expect(summary(await harness.reach({ ...listed }))).toEqual([
      'Acme: enter, here',
      'Globex: enter, nothing',
      'Hooli: enter, first_factor',
      'Initech: enter, second_factor',
      'Umbrella: enter, nothing',
    ])
  })

  it('switches at once to an organization that asks for nothing', async () => {
    const harness = await open()
    harness.send({ type: 'toggled' })
    await harness.reach(listed)
    choose(harness)
    expect(harness.state()).toMatchObject({ status: 'entering', chosen: globexOf(harness) })
    await harness.reach({ status: 'closed', current: { name: 'Globex' }, entered: 'Globex' })
    expect(harness.client.session.getSync()?.organization_id).toBe(globexOf(harness))
    expect(harness.events).toEqual([{ type: 'ORGANIZATION_SWITCH', data: { organization_id: globexOf(harness) } }])
  })

  it('asks before the session ends, and keeps it if the person stays', async () => {
    const harness = await open()
    await change(harness.kit, harness.kit.globex, { mfa_policy: 'REQUIRED_FOR_ALL' })
    harness.send({ type: 'toggled' })
    await harness.reach(listed)
    choose(harness)
    expect(harness.state()).toMatchObject({ status: 'confirming' })
    harness.send({ type: 'stay_clicked' })
    expect(harness.state()).toMatchObject({ status: 'open', chosen: '' })
    expect(harness.client.organization.getSync()?.organization_name).toBe('Acme')
    choose(harness)
    harness.send({ type: 'confirm_clicked' })
    expect(harness.state()).toMatchObject({ status: 'signing_in' })
    // The widget for the missing factor makes the call.
    expect(harness.client.organization.getSync()?.organization_name).toBe('Acme')
    await harness.kit.network.idle()
    const data = { organization_id: globexOf(harness), organization_slug: 'globex' }
    expect(harness.events).toEqual([{ type: 'ORGANIZATION_FACTOR_REQUIRED', data }])
  })

  it('asks for the missing factor if the organization began to require it after the list was read', async () => {
    const harness = await open()
    harness.send({ type: 'toggled' })
    await harness.reach(listed)
    await change(harness.kit, harness.kit.globex, { mfa_policy: 'REQUIRED_FOR_ALL' })
    choose(harness)
    await harness.reach({ status: 'signing_in' })
  })

  it('shows why an organization could not be entered, and lets the person choose again', async () => {
    const harness = await open()
    harness.send({ type: 'toggled' })
    await harness.reach(listed)
    await changeMember(harness.kit, harness.kit.globex, ada, 'delete')
    choose(harness)
    const { failure } = await harness.reach({ status: 'open', chosen: '' })
    expect(failure?.error_type).toBe('organization_not_found')
    expect(harness.client.organization.getSync()?.organization_name).toBe('Acme')
    harness.send({ type: 'retry_clicked' })
    expect(summary(await harness.reach(listed))).toEqual(['Acme: enter, here'])
  })

  it('switches its own tab only, in the mode of tabs', async () => {
    const kit = await createBusinessTestkit()
    const [first, second] = [
      kit.openTab({ session: 'tab' } as object).client,
      kit.openTab({ session: 'tab' } as object).client,
    ]
    await signInTo(kit, second, kit.acme, ada)
    const harness = await open({}, { kit, client: first })
    expect(harness.state().mode).toBe('tab')
    harness.send({ type: 'toggled' })
    await harness.reach(listed)
    choose(harness)
    await harness.reach({ status: 'closed', current: { name: 'Globex' } })
    expect([first, second].map((page) => page.organization.getSync()?.organization_name)).toEqual(['Globex', 'Acme'])
  })

  it('follows a switch of another tab', async () => {
    const harness = await open({ layout: 'list' })
    await harness.reach(listed)
    const { client } = harness.kit.openTab()
    await client.session.exchange({ organization_id: globexOf(harness), session_duration_minutes: 60 })
    const state = await harness.reach({ ...listed, current: { name: 'Globex' } })
    expect(summary(state)).toEqual(['Globex: enter, here', 'Acme: enter, nothing'])
  })
})
