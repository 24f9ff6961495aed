import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrganizationHarness } from '../organization-harness.suite.ts'
import { change, changeMember, openInAcme } from '../organization-harness.suite.ts'
import type { SettingsEvent, SettingsState } from './settings.flow.ts'
import { isSsoOnly } from './settings.flow.ts'
import { createSettingsActor } from './settings-actor.ts'

type Harness = OrganizationHarness<SettingsState, SettingsEvent>

const kits = new Set<BusinessTestkit>()
afterEach(async () => {
  for (const kit of kits) await kit.close()
  kits.clear()
})

const viewing = { status: 'viewing' } as const

async function open(given: Partial<Pick<Parameters<typeof openInAcme>[0], 'kit' | 'email'>> = {}): Promise<Harness> {
  const harness = await openInAcme<SettingsState, SettingsEvent>({ ...given, create: createSettingsActor })
  kits.add(harness.kit)
  await harness.reach(viewing)
  return harness
}

/** The settings as the provider has them. */
async function storedOf({ client }: Harness): Promise<unknown[]> {
  const found = await client.organization.get()
  return [
    ...[found.organization_name, found.email_allowed_domains, found.email_invites],
    ...[found.auth_methods, found.allowed_auth_methods, found.mfa_policy, found.mfa_methods],
  ]
}

describe('the settings', () => {
  it('stores each part on its own, and keeps what is changed in the others', async () => {
    const harness = await open()
    harness.send({ type: 'changed', values: { name: 'Acme Corporation' } })
    harness.send({ type: 'changed', values: { mfaPolicy: 'REQUIRED_FOR_ALL' } })
    harness.send({ type: 'save_clicked', part: 'details' })
    const state = await harness.reach({ ...viewing, isSaved: true })
    expect([state.stored.name, state.stored.mfaPolicy, state.draft.mfaPolicy]).toEqual([
      ...['Acme Corporation', 'OPTIONAL', 'REQUIRED_FOR_ALL'],
    ])
    harness.send({ type: 'save_clicked', part: 'second_step' })
    await harness.reach({ ...viewing, part: 'second_step', isSaved: true })
    expect((await storedOf(harness))[5]).toBe('REQUIRED_FOR_ALL')
    expect(harness.events.map(({ type }) => type)).toEqual(['ORGANIZATION_UPDATE', 'ORGANIZATION_UPDATE'])
  })

  it('adds the typed domain when the part is stored, and rejects what is no domain', async () => {
    const harness = await open()
    harness.send({ type: 'domain_typed', value: 'acme' })
    harness.send({ type: 'save_clicked', part: 'joining' })
    expect(harness.state()).toMatchObject({ failure: { error_type: 'invalid_domain' }, newDomain: 'acme' })
    harness.send({ type: 'domain_typed', value: ' @ACME.example ' })
    harness.send({ type: 'changed', values: { invites: 'RESTRICTED' } })
    harness.send({ type: 'save_clicked', part: 'joining' })
    await harness.reach({ ...viewing, isSaved: true })
    const [, domains, invites] = await storedOf(harness)
    expect([domains, invites]).toEqual([['acme.example'], 'RESTRICTED'])
    harness.send({ type: 'domain_removed', domain: 'acme.example' })
    expect(harness.state().draft.domains).toEqual([])
  })

  it('keeps the domains that another admin has added meanwhile', async () => {
    const harness = await open()
    await change(harness.kit, harness.kit.acme, { email_allowed_domains: ['other.example'] })
    harness.send({ type: 'domain_typed', value: 'acme.example' })
    harness.send({ type: 'save_clicked', part: 'joining' })
    await harness.reach({ ...viewing, isSaved: true })
    expect((await storedOf(harness))[1]).toEqual(['other.example', 'acme.example'])
  })

  it('sends a restriction together with its list, and needs at least one method', async () => {
    const harness = await open()
    harness.send({ type: 'changed', values: { isRestricted: true, methods: [] } })
    harness.send({ type: 'save_clicked', part: 'methods' })
    expect(harness.state()).toMatchObject({ ...viewing, failure: { error_type: 'choose_one' } })
    harness.send({ type: 'changed', values: { methods: ['email_otp', 'magic_link'] } })
    harness.send({ type: 'save_clicked', part: 'methods' })
    await harness.reach({ ...viewing, isSaved: true })
    const [, , , policy, methods] = await storedOf(harness)
    expect([policy, methods]).toEqual(['RESTRICTED', expect.arrayContaining(['email_otp', 'magic_link'])])
  })

  it('shows what the provider says about single sign-on only, and keeps the choice', async () => {
    const harness = await open()
    harness.send({ type: 'changed', values: { isRestricted: true, methods: ['sso'] } })
    expect(isSsoOnly(harness.state().draft)).toBe(true)
    harness.send({ type: 'save_clicked', part: 'methods' })
    const { failure, draft } = await harness.reach({ ...viewing, part: 'methods' })
    expect([failure?.error_type, failure?.error_message]).toEqual([
      ...['setting_rejected', 'must not be sso only, without an active connection'],
    ])
    expect(draft.methods).toEqual(['sso'])
  })

  it('changes nothing that the roles do not permit', async () => {
    const kit = await createBusinessTestkit()
    const permissions = [{ resource_id: 'latchkey.organization', actions: ['update.info.name'] }]
    await change(kit, kit.acme, { custom_roles: [{ role_id: 'namer', description: '', permissions }] })
    await changeMember(kit, kit.acme, 'grace@acme.test', { roles: ['namer'] })
    const harness = await open({ kit, email: 'grace@acme.test' })
    const before = harness.state()
    expect(before.viewer.access.slug).toEqual({ isAllowed: false, role: 'latchkey_admin' })
    harness.send({ type: 'changed', values: { slug: 'other' } })
    harness.send({ type: 'changed', values: { mfaPolicy: 'REQUIRED_FOR_ALL' } })
    expect(harness.state()).toBe(before)
    harness.send({ type: 'changed', values: { name: 'Acme by Grace' } })
    harness.send({ type: 'save_clicked', part: 'details' })
    await harness.reach({ ...viewing, isSaved: true, stored: { name: 'Acme by Grace' } })
  })

  it('keeps the short name of another organization in the field', async () => {
    const harness = await open()
    harness.send({ type: 'changed', values: { slug: 'globex' } })
    harness.send({ type: 'save_clicked', part: 'details' })
    await harness.reach({
      ...viewing,
      failure: { error_type: 'organization_slug_already_used' },
      draft: { slug: 'globex' },
    })
  })
})
