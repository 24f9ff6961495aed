import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Embedding } from '../../hosts/host-login.ts'
import type { Build } from '../../hosts/host-site.ts'
import { itInFullRun, spread } from '../matrix.ts'
import { type Device, plugIn, registerQuietly, signInQuietly, watchCeremonies } from '../passkey-page.ts'
import { secret } from '../password-page.ts'
import {
  announced,
  axeViolations,
  button,
  emailField,
  events,
  focused,
  hold,
  newEmail,
  refuse,
  root,
  screen,
  signedInAs,
  toPath,
  watchAnnouncements,
  watchCalls,
} from '../widget-page.ts'
import { prepareWidgets, type Shown } from '../widget-setup.ts'

const setup = prepareWidgets()

/** Configurations with and without a field for autofill. */
const withEmail: LoginConfig = { products: ['emailMagicLinks', 'passkeys'] }
const withPhone: LoginConfig = { products: ['otp', 'passkeys'], otpOptions: { methods: ['sms'] } }
const unknownError = 'Unknown error occurred during passkey authentication. Please try again.'

const passkeyButton = (page: Page) => button(page, 'Login with a Passkey')

interface Opened extends Shown {
  device: Device
  email: string
  /** The id of the passkey at the provider. */
  id: string
}

/** A signed-out user with a passkey on an empty page. */
async function open(build?: Build): Promise<Opened> {
  const shown = await setup.open(build ? { build } : {})
  const device = await plugIn(shown.page)
  const email = await signInQuietly(setup.provider.url, shown.page)
  const id = await registerQuietly(shown.page)
  await shown.page.evaluate(() => app.client.session.revoke())
  return { ...shown, device, email, id }
}

/** The browser cannot offer passkeys in its autofill. */
const withoutAutofill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })

/** The call that verifies an assertion, not the one that starts the ceremony. */
async function refuseExactly(page: Page, path: string): Promise<void> {
  await refuse(page, path, 400, { error_type: 'invalid_webauthn_credential' })
  await page.route(toPath(`${path}/`), (route) => route.continue())
}

const show = (page: Page, config: LoginConfig, embedding: Embedding = 'component'): Promise<void> =>
  page.evaluate((options) => app.show(options), { config, embedding })

const autofilled = spread([
  ['component', false],
  ['strict', true],
  ['element', false],
])
it.each(autofilled)(
  'autofill on $build as a $embedding, shadow DOM $enableShadowDOM, signs in [W-PK-02] [W-PK-03] [W-PK-04] [W-EVT-02]',
  async ({ build, embedding, enableShadowDOM }) => {
    const { page, email, id } = await open(build)
    const sent = watchCalls(page, '/webauthn/authenticate')
    await show(page, { ...withEmail, enableShadowDOM }, embedding)
    await screen(page, 'passkey_confirmation')
    await page.getByRole('heading', { name: 'Success!', exact: true }).waitFor()
    await page.getByText('Your Passkey has been successfully authenticated.', { exact: true }).waitFor()
    expect(await signedInAs(page)).toBe(email)
    expect(sent.at(-1)?.postDataJSON()).toMatchObject({ session_duration_minutes: 30 })
    expect(await axeViolations(page)).toEqual([])
    await expect
      .poll(() => events(page))
      .toEqual([
        { type: 'PASSKEY_AUTHENTICATE', data: { webauthn_registration_id: id } },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
  },
)

describe('autofill', () => {
  itInFullRun('has a field with the webauthn token, and no button [W-MAIN-17]', async () => {
    const { page } = await setup.open()
    await plugIn(page, false)
    const ceremonies = await watchCeremonies(page)
    await show(page, withEmail)
    await expect.poll(ceremonies).toMatchObject([{ name: 'get', isConditional: true, end: 'open' }])
    expect(await emailField(page).getAttribute('autocomplete')).toBe('username webauthn')
    expect(await passkeyButton(page).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    // In each form of Main.
    await show(page, { products: ['otp', 'passkeys'], otpOptions: { methods: ['sms', 'email'] } })
    const phone = page.locator('input[type=tel]')
    await phone.waitFor()
    expect([await phone.getAttribute('autocomplete'), await passkeyButton(page).count()]).toEqual(['tel webauthn', 0])
  })

  itInFullRun('is not used without passkeys', async () => {
    const { page } = await setup.open()
    const ceremonies = await watchCeremonies(page)
    await show(page, { products: ['emailMagicLinks'] })
    expect(await emailField(page).getAttribute('autocomplete')).toBe('email')
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'email_confirmation')
    expect(await ceremonies()).toEqual([])
  })

  itInFullRun('ends with Main, and restarts with it', async () => {
    const { page } = await setup.open()
    await plugIn(page, false)
    const ceremonies = await watchCeremonies(page)
    await show(page, withEmail)
    await expect.poll(ceremonies).toHaveLength(1)
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'email_confirmation')
    await expect.poll(ceremonies).toMatchObject([{ end: 'AbortError' }])
    await button(page, 'Back').click()
    await expect.poll(ceremonies).toMatchObject([{ end: 'AbortError' }, { isConditional: true, end: 'open' }])
    await page.evaluate(() => app.remove())
    await expect.poll(ceremonies).toMatchObject([{}, { end: 'AbortError' }])
  })

  itInFullRun('has one pending request if the widget is mounted twice', async () => {
    const { page } = await setup.open({ build: 'react-19' })
    await plugIn(page, false)
    const ceremonies = await watchCeremonies(page)
    await show(page, withEmail, 'strict')
    await expect.poll(async () => (await ceremonies()).filter(({ end }) => end === 'open').length).toBe(1)
    await page.evaluate(() => app.remove())
    await expect.poll(async () => (await ceremonies()).filter(({ end }) => end === 'open').length).toBe(0)
  })

  it('is retried five times with a new challenge, then shows the button [W-PK-05] [W-PK-25] [W-MAIN-11]', async () => {
    const { page } = await open()
    await refuseExactly(page, '/webauthn/authenticate')
    const ceremonies = await watchCeremonies(page)
    await watchAnnouncements(page)
    await show(page, withEmail)
    await passkeyButton(page).waitFor()
    const tried = await ceremonies()
    expect(tried.map(({ isConditional, end }) => [isConditional, end])).toEqual(Array(6).fill([true, 'answered']))
    expect(new Set(tried.map(({ challenge }) => challenge)).size).toBe(6)
    await page.getByText(unknownError, { exact: true }).waitFor()
    expect(await announced(page)).toContain(unknownError)
    expect(await axeViolations(page)).toEqual([])
    // The error disappears with the next successful try.
    await page.unrouteAll()
    await passkeyButton(page).click()
    await screen(page, 'passkey_confirmation')
  })

  it('removes an unknown passkey and reports it [W-PK-22] [W-MAIN-11]', async () => {
    const { page, device, id, email } = await open()
    // Deleted at the provider, but not in the authenticator.
    const { page: elsewhere } = await setup.open({}, await setup.newContext())
    await signInQuietly(setup.provider.url, elsewhere, email)
    await elsewhere.evaluate((gone) => app.client.user.deleteWebauthnRegistration(gone).then(() => undefined), id)
    expect(await device.passkeys()).toHaveLength(1)
    await show(page, withEmail)
    await page.getByText('Passkey registration not found', { exact: true }).waitFor()
    await expect.poll(() => device.passkeys()).toEqual([])
    expect(await signedInAs(page)).toBe(null)
    expect(await axeViolations(page)).toEqual([])
  })

  itInFullRun('waits while the button of another widget shows a prompt', async () => {
    const { page, device, email } = await open()
    await device.answer(false)
    const ceremonies = await watchCeremonies(page)
    const sent = watchCalls(page, '/webauthn/authenticate')
    await show(page, withEmail)
    await expect.poll(ceremonies).toMatchObject([{ isConditional: true, end: 'open' }])
    await page.evaluate((config) => {
      const place = document.createElement('div')
      document.querySelector('main')?.append(place)
      app.mountLogin({ client: app.client, element: place, config, callbacks: { onEvent: (e) => app.events.push(e) } })
    }, withPhone)
    await device.answer(true)
    await passkeyButton(page).first().click()
    await page.locator('.latchkey[data-screen="passkey_confirmation"]').waitFor()
    expect((await ceremonies()).map(({ isConditional, end }) => [isConditional, end])).toEqual([
      [true, 'AbortError'],
      [false, 'answered'],
    ])
    expect(sent.filter((call) => call.url().endsWith('/webauthn/authenticate'))).toHaveLength(1)
    expect(await signedInAs(page)).toBe(email)
    await expect
      .poll(async () => (await events(page)).filter((one) => Object(one).type === 'PASSKEY_AUTHENTICATE').length)
      .toBe(1)
  })
})

describe('the button', () => {
  it('is shown without a field for passkeys, and signs in [W-MAIN-17] [W-PK-03]', async () => {
    const { page, email } = await open()
    const ceremonies = await watchCeremonies(page)
    await show(page, withPhone)
    const verifying = await hold(page, '/webauthn/authenticate/start/')
    await passkeyButton(page).click()
    await verifying.arrived
    expect(await passkeyButton(page).getAttribute('aria-busy')).toBe('true')
    expect(await axeViolations(page)).toEqual([])
    verifying.release()
    await screen(page, 'passkey_confirmation')
    expect((await focused(page)).text).toBe('Success!')
    expect(await ceremonies()).toMatchObject([{ name: 'get', isConditional: false, end: 'answered' }])
    expect(await signedInAs(page)).toBe(email)
  })

  itInFullRun(
    'is shown if the browser has no passkey autofill, and starts no prompt before a press [W-MAIN-17] [W-PK-02]',
    async () => {
      const { page } = await open()
      await withoutAutofill(page)
      const ceremonies = await watchCeremonies(page)
      await show(page, withEmail)
      await passkeyButton(page).waitFor()
      expect(await ceremonies()).toEqual([])
      await passkeyButton(page).click()
      await screen(page, 'passkey_confirmation')
    },
  )

  itInFullRun('shows no error after a canceled prompt, and works again', async () => {
    const { page, device } = await open()
    await device.setUserVerified(false)
    const ceremonies = await watchCeremonies(page)
    await show(page, withPhone)
    await passkeyButton(page).click()
    await expect.poll(ceremonies).toMatchObject([{ end: 'NotAllowedError' }])
    await expect.poll(() => passkeyButton(page).getAttribute('aria-busy')).toBe('false')
    expect(await page.locator('.latchkey-banner').count()).toBe(0)
    await device.setUserVerified(true)
    await passkeyButton(page).click()
    await screen(page, 'passkey_confirmation')
  })

  itInFullRun('shows an error if the browser returns no credential [W-PK-25]', async () => {
    const { page } = await open()
    await page.evaluate(() => Object.assign(navigator.credentials, { get: async () => null }))
    await show(page, withPhone)
    await passkeyButton(page).click()
    await page.getByText(unknownError, { exact: true }).waitFor()
  })

  itInFullRun('shows an error without a response, and the form still works', async () => {
    const { page } = await open()
    await withoutAutofill(page)
    await show(page, withEmail)
    await passkeyButton(page).waitFor()
    await page.route(toPath('/webauthn/authenticate/start/'), (route) => route.abort())
    await passkeyButton(page).click()
    await page.getByText('No answer. Check your connection and try again.', { exact: true }).waitFor()
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'email_confirmation')
  })

  itInFullRun('is in its group, below or above the form', async () => {
    const { page } = await setup.open()
    await withoutAutofill(page)
    await show(page, withEmail)
    await passkeyButton(page).waitFor()
    const order = () => root(page).getByRole('button').allTextContents()
    expect(await order()).toEqual(['Continue', 'Login with a Passkey'])
    await show(page, { products: ['passkeys', 'emailMagicLinks'] })
    await expect.poll(order).toEqual(['Login with a Passkey', 'Continue'])
  })
})

describe('after a sign-in with a password', () => {
  const offering: LoginConfig = { products: ['passwords', 'passkeys'], passkeyOptions: { offerPasskey: true } }

  /**
   * Chromium's conditional creation does not work with the debugger's authenticator. After a check of its options, an
   * ordinary creation replaces it. `null`: the browser does not support it.
   */
  const replaceCreation = (page: Page, isAble: boolean): Promise<void> =>
    page.evaluate((conditionalCreate) => {
      const native = navigator.credentials.create.bind(navigator.credentials)
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      Object.assign(navigator.credentials, {
        create({ mediation, ...options }: CredentialCreationOptions & { mediation?: string }) {
          asked.push(mediation ?? 'none')
          return native(options)
        },
      })
      const capabilities = PublicKeyCredential.getClientCapabilities.bind(PublicKeyCredential)
      Object.assign(PublicKeyCredential, {
        getClientCapabilities: async () => ({ ...(await capabilities()), conditionalCreate }),
      })
    }, isAble)

  const asked = (page: Page): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)

  async function signInWithPassword(page: Page, config: LoginConfig): Promise<void> {
    const email = newEmail()
    await page.evaluate(
      ([to = '', word = '']) =>
        app.client.passwords
          .create({ email: to, password: word, session_duration_minutes: 30 })
          .then(() => app.client.session.revoke())
          .then(() => undefined),
      [email, secret],
    )
    await show(page, config)
    await emailField(page).fill(email)
    await button(page).click()
    await screen(page, 'password_create_or_login')
    await page.locator('input[type=password]').fill(secret)
    await page.keyboard.press('Enter')
    await screen(page, 'password_confirmation')
  }

  it('the browser creates a passkey automatically', async () => {
    const { page } = await setup.open()
    const device = await plugIn(page)
    await replaceCreation(page, true)
    await signInWithPassword(page, offering)
    await expect.poll(() => device.passkeys()).toHaveLength(1)
    await expect
      .poll(async () => (await events(page)).map((one) => Object(one).type))
      .toEqual(['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE', 'PASSKEY_REGISTER'])
    await expect.poll(() => asked(page)).toEqual(['conditional'])
    // The passkey was not used: the session has the password factor only.
    const factors = await page.evaluate(() =>
      app.client.session.getSync()?.authentication_factors.map(({ type }) => type),
    )
    expect(factors).toEqual(['password'])
  })

  itInFullRun.each([
    ['if it is not configured', { products: ['passwords', 'passkeys'] } as LoginConfig, true],
    ['where the browser cannot', offering, false],
  ])('nothing happens %s', async (_, config, isAble) => {
    const { page } = await setup.open()
    const device = await plugIn(page)
    await replaceCreation(page, isAble)
    const calls = watchCalls(page, '/webauthn/register')
    await signInWithPassword(page, config)
    await page.evaluate(() => app.client.user.get().then(() => undefined))
    expect([calls, await asked(page), await device.passkeys()]).toEqual([[], [], []])
  })
})
