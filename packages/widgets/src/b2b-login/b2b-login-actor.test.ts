import { adminEndpoints } from '@latchkey/contract/admin'
import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { B2bLoginHarness } from './b2b-login-harness.suite.ts'
import { ada, openB2bLogin } from './b2b-login-harness.suite.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'

const kits = new Set<BusinessTestkit>()
async function open(...given: Parameters<typeof openB2bLogin>): Promise<B2bLoginHarness> {
  const harness = await openB2bLogin(...given)
  kits.add(harness.kit)
  return harness
}
afterEach(async () => {
  for (const kit of kits) await kit.close()
  kits.clear()
})

const complete = { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }
const discovery: B2bLoginConfig = { authFlowType: 'Discovery', products: ['emailOtp'] }
const password = 'a kettle of seven herrings'

async function enterCode(harness: B2bLoginHarness, to = ada): Promise<void> {
  harness.submit(to)
  await harness.reach('email_otp_entry')
  harness.send({ type: 'code_changed', value: harness.kit.inbox.lastCode(to) })
}

const openToAll = { settings: { createOrganizationEnabled: true } }

/** Changes settings of an organization as an operator does. */
function change(kit: BusinessTestkit, organization: { organization_id: string }, request: object): Promise<unknown> {
  return kit.administration.call(adminEndpoints.adminOrganizationsUpdate, {
    project: kit.project,
    params: { organization_id: organization.organization_id },
    request,
  })
}

describe('the flow Discovery', () => {
  it('lists the organizations after a code and enters the chosen one [B-WID-04] [B-WID-12]', async () => {
    const harness = await open(discovery)
    await enterCode(harness)
    const { entries } = await harness.reach('discovery')
    // In the order of the ids, which two organizations of one millisecond have at random.
    expect(entries.map(({ organization, kind }) => `${organization.name}: ${kind}`).sort()).toEqual([
      ...['Acme: enter', 'Globex: enter'],
    ])
    expect(harness.events).not.toContainEqual(complete)
    harness.send({ type: 'organization_chosen', organizationId: harness.kit.globex.organization_id })
    await harness.reach('logged_in')
    expect(harness.kit.client.organization.getSync()?.organization_slug).toBe('globex')
    expect(harness.events.filter(({ type }) => type === complete.type)).toEqual([complete])
  })

  it('says that an invitation is accepted', async () => {
    const harness = await open(discovery)
    await enterCode(harness, 'alan@example.com')
    const { entries } = await harness.reach('discovery')
    expect(entries).toMatchObject([{ kind: 'accept', requires: 'nothing' }])
  })

  it('enters the only organization at once if it is configured so, not if there is an invitation too [B-WID-09]', async () => {
    const config: B2bLoginConfig = { ...discovery, directLoginForSingleMembership: { status: true } }
    const harness = await open(config)
    await enterCode(harness, 'grace@acme.test')
    await harness.reach('logged_in')
    expect(harness.kit.client.organization.getSync()?.organization_slug).toBe('acme')
  })

  it('creates an organization with the typed name, and keeps the name after an error', async () => {
    const harness = await open(discovery, { kit: await createBusinessTestkit(openToAll) })
    await enterCode(harness, 'new@initech.test')
    const list = await harness.reach('discovery')
    expect(list.entries).toEqual([])
    harness.send({ type: 'new_organization_clicked' })
    harness.send({ type: 'submitted' })
    expect((await harness.reach('discovery')).failure?.error_type).toBe('name_required')
    harness.send({ type: 'name_changed', value: 'x'.repeat(1_000) })
    harness.send({ type: 'submitted' })
    expect(await harness.reach('discovery')).toMatchObject({ status: 'naming', name: 'x'.repeat(1_000) })
    harness.send({ type: 'name_changed', value: 'Initech' })
    harness.send({ type: 'submitted' })
    await harness.reach('logged_in')
    expect(harness.kit.client.organization.getSync()?.organization_name).toBe('Initech')
    expect(harness.events).toContainEqual({ type: 'ORGANIZATION_CREATE', data: {} })
  })

  it('creates an organization at once if it is configured so [B-WID-09]', async () => {
    const config: B2bLoginConfig = { ...discovery, directCreateOrganizationForNoMembership: true }
    const harness = await open(config, { kit: await createBusinessTestkit(openToAll) })
    await enterCode(harness, 'new@initech.test')
    await harness.reach('logged_in')
    expect(harness.kit.client.organization.getSync()?.organization_name).not.toBe('')
  })

  it('creates none if the project does not allow it [B-WID-09]', async () => {
    const harness = await open({ ...discovery, directCreateOrganizationForNoMembership: true })
    await enterCode(harness, 'new@initech.test')
    expect(await harness.reach('discovery')).toMatchObject({ entries: [], mayCreate: false })
    harness.send({ type: 'new_organization_clicked' })
    expect(harness.state()).toMatchObject({ status: 'choosing' })
  })

  it('keeps a wrong code out and says so', async () => {
    const harness = await open(discovery)
    harness.submit(ada)
    await harness.reach('email_otp_entry')
    const code = harness.kit.inbox.lastCode(ada)
    harness.send({ type: 'code_changed', value: code === '000000' ? '111111' : '000000' })
    const { entry } = await harness.reach('email_otp_entry')
    expect([entry.code, entry.failure?.error_type]).toEqual(['', 'otp_code_not_found'])
    expect(harness.kit.client.session.getSync()).toBe(null)
  })

  it('asks which method to use if several begin with the address', async () => {
    const harness = await open({ authFlowType: 'Discovery', products: ['emailMagicLinks', 'emailOtp'] })
    harness.submit(ada)
    await harness.reach('email_method_selection')
    harness.send({ type: 'method_chosen', method: 'magic_link' })
    await harness.reach('email_confirmation')
    expect(harness.kit.inbox.messages(ada)).toHaveLength(1)
  })

  it('redeems a link before it shows anything else [B-WID-02]', async () => {
    const { kit, ...first } = await open({ authFlowType: 'Discovery', products: ['emailMagicLinks'] })
    first.submit(ada)
    await first.reach('email_confirmation')
    const { client } = kit.openTab({}, await kit.follow(kit.inbox.lastLink(ada)))
    const second = await open(discovery, { kit, client })
    expect(second.state()).toMatchObject({ screen: 'landing', status: 'verifying' })
    expect((await second.reach('discovery')).entries).toHaveLength(2)
  })

  it('offers a new start after a link that was used', async () => {
    const { kit, ...first } = await open({ authFlowType: 'Discovery', products: ['emailMagicLinks'] })
    first.submit(ada)
    await first.reach('email_confirmation')
    const landing = await kit.follow(kit.inbox.lastLink(ada))
    await (await open(discovery, { kit, client: kit.openTab({}, landing).client })).reach('discovery')
    const second = await open(discovery, { kit, client: kit.openTab({}, landing).client })
    expect(await second.reach('error')).toMatchObject({ kind: 'EmailMagicLink', retry: null })
    second.send({ type: 'start_over_clicked' })
    expect(second.state()).toMatchObject({ screen: 'main', status: 'editing' })
  })
})

it('shows the prompt of Google once, on the first Main that offers Google', async () => {
  const kit = await createBusinessTestkit()
  const options = { success: false, reason: 'dismissed' } as never
  const discover = vi.spyOn(kit.client.oauth.googleOneTap.discovery, 'start').mockResolvedValue(options)
  const enter = vi.spyOn(kit.client.oauth.googleOneTap, 'start').mockResolvedValue(options)
  const oauthOptions = {
    providers: ['github', { type: 'google', one_tap: true, cancel_on_tap_outside: false }],
    ...{ discoveryRedirectURL: 'https://app.example.com/a', loginRedirectURL: 'https://app.example.com/b' },
  } as const
  const harness = await open({ ...discovery, products: ['oauth', 'emailOtp'], oauthOptions }, { kit })
  harness.submit(ada)
  await harness.reach('email_otp_entry')
  harness.send({ type: 'back_clicked' })
  const organization = { authFlowType: 'Organization', organizationSlug: 'acme', products: ['oauth'] } as const
  await (await open({ ...organization, oauthOptions }, { kit })).reach('main')
  expect([discover.mock.calls, enter.mock.calls]).toEqual([
    [[{ cancel_on_tap_outside: false, discovery_redirect_url: 'https://app.example.com/a' }]],
    [
      [
        {
          ...{ organization_id: kit.acme.organization_id, cancel_on_tap_outside: false },
          login_redirect_url: 'https://app.example.com/b',
        },
      ],
    ],
  ])
})

describe('the flow Organization', () => {
  const acme: B2bLoginConfig = {
    ...{ authFlowType: 'Organization', organizationSlug: 'acme', products: ['passwords', 'emailOtp'] },
  }

  it('looks up the organization and signs in to it', async () => {
    const harness = await open({ ...acme, products: ['emailOtp'] })
    expect((await harness.reach('main')).organization?.name).toBe('Acme')
    await enterCode(harness)
    await harness.reach('logged_in')
    expect(harness.kit.client.organization.getSync()?.organization_slug).toBe('acme')
  })

  it('shows an error for an unknown slug, and finds the organization later', async () => {
    const harness = await open({ ...acme, organizationSlug: 'initech' })
    expect(await harness.reach('error')).toMatchObject({ kind: 'Organization', retry: 'find_organization' })
    await harness.kit.createTestOrganization({ organization_name: 'Initech', organization_slug: 'initech' })
    harness.send({ type: 'try_again_clicked' })
    expect((await harness.reach('main')).organization?.name).toBe('Initech')
  })

  it('sets a password by email and signs in with it', async () => {
    const harness = await open(acme)
    const { kit } = harness
    await harness.reach('main')
    harness.submit(ada)
    expect(harness.state().screen).toBe('password_authenticate')
    harness.send({ type: 'password_changed', value: 'wrong' })
    harness.send({ type: 'submitted' })
    expect(await harness.reach('password_authenticate')).toMatchObject({
      ...{ typed: 'wrong', failure: { error_type: 'unauthorized_credentials' } },
    })
    harness.send({ type: 'forgot_clicked' })
    harness.send({ type: 'submitted' })
    await harness.reach('password_set_new_confirmation')
    const { client } = kit.openTab({}, await kit.follow(kit.inbox.lastLink(ada)))
    const page = await open({ ...acme, authFlowType: 'PasswordReset' }, { kit, client })
    page.send({ type: 'password_changed', value: password })
    await kit.clock.advance(1_000)
    await page.reach('password_reset_form')
    page.send({ type: 'submitted' })
    await page.reach('password_reset_verify_confirmation')
    expect(client.organization.getSync()?.organization_slug).toBe('acme')
    expect(page.events.map(({ type }) => type)).toEqual(['PASSWORD_RESET_BY_EMAIL', complete.type])
  })

  it('shows only the methods that the organization allows, and an error without one [B-WID-05] [B-WID-06]', async () => {
    const kit = await createBusinessTestkit()
    await change(kit, kit.acme, { auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp'] })
    const harness = await open(acme, { kit })
    await harness.reach('main')
    harness.submit(ada)
    await harness.reach('email_otp_entry')
    await change(kit, kit.acme, { allowed_auth_methods: ['magic_link'] })
    const other = await open(acme, { kit, client: kit.openTab().client })
    expect((await other.reach('error')).kind).toBe('CannotJoinOrgDueToAuthPolicy')
  })
})

describe('a second factor', () => {
  const config: B2bLoginConfig = { authFlowType: 'Organization', organizationSlug: 'acme', products: ['emailOtp'] }

  async function withMfa(more: Partial<B2bLoginConfig> = {}): Promise<B2bLoginHarness> {
    const kit = await createBusinessTestkit()
    await change(kit, kit.acme, { mfa_policy: 'REQUIRED_FOR_ALL' })
    const harness = await open({ ...config, ...more }, { kit })
    await harness.reach('main')
    await enterCode(harness)
    return harness
  }

  it('is enrolled by SMS, with a countdown of two minutes [B-WID-11]', async () => {
    const harness = await withMfa({ mfaProductOrder: ['smsOtp', 'totp'] })
    expect((await harness.reach('mfa_enrollment_selection')).factors).toEqual(['sms_otp', 'totp'])
    harness.send({ type: 'factor_chosen', factor: 'sms_otp' })
    harness.send({ type: 'phone_changed', value: '(500) 555-0006', country: 'US' })
    harness.send({ type: 'submitted' })
    const { entry } = await harness.reach('sms_otp_entry')
    expect([entry.remainingMs, entry.otp.otpDestination]).toEqual([120_000, '+15005550006'])
    expect(harness.kit.client.session.getSync()).toBe(null)
    harness.send({ type: 'code_changed', value: harness.kit.inbox.lastCode('+15005550006') })
    await harness.reach('logged_in')
    expect(harness.kit.client.self.getSync()).toMatchObject({ mfa_enrolled: true, mfa_phone_number_verified: true })
  })

  it('is enrolled with an app; the flow is complete after the recovery codes were kept [B-WID-10] [B-WID-12]', async () => {
    const harness = await withMfa({ mfaProductInclude: ['totp'] })
    const { app } = await harness.reach('totp_enrollment_qr_code')
    expect(app.qrCode).toMatch(/^data:image/)
    harness.send({ type: 'other_way_clicked' })
    expect(harness.state()).toMatchObject({ screen: 'totp_enrollment_manual', app: { secret: app.secret } })
    harness.send({ type: 'continue_clicked' })
    harness.send({ type: 'code_changed', value: harness.kit.totpCode(app.secret) })
    const { codes } = await harness.reach('recovery_code_save')
    expect(codes).toEqual(app.recoveryCodes)
    expect(harness.events).not.toContainEqual(complete)
    harness.send({ type: 'codes_saved' })
    expect(harness.state().screen).toBe('recovery_code_save')
    harness.send({ type: 'codes_kept', how: 'copied' })
    harness.send({ type: 'codes_saved' })
    await harness.reach('logged_in')
    expect(harness.events).toContainEqual(complete)
    // Next time a recovery code helps a member without the app.
    await harness.kit.client.session.revoke()
    await harness.reach('main')
    await enterCode(harness)
    await harness.reach('totp_entry')
    harness.send({ type: 'recovery_clicked' })
    harness.send({ type: 'code_changed', value: codes[0] ?? '' })
    harness.send({ type: 'submitted' })
    await harness.reach('logged_in')
  })
})
