import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { Build } from '../../hosts/host-site.ts'
import { itInFullRun, spread } from '../matrix.ts'
import { type Device, plugIn, registerQuietly, signInQuietly, watchCeremonies } from '../passkey-page.ts'
import {
  announced,
  axeViolations,
  button,
  events,
  focused,
  hold,
  refuse,
  root,
  screen,
  watchAnnouncements,
  watchCalls,
} from '../widget-page.ts'
import { prepareWidgets, type Shown } from '../widget-setup.ts'

const setup = prepareWidgets()

const duplicate =
  'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.'
const notCreated =
  'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.'

interface Opened extends Shown {
  device: Device
  email: string
}

interface OpenOptions extends ShowOptions {
  build?: Build
  /** The number of existing passkeys. */
  passkeys?: number
}

/** A signed-in user on a page with the widget. */
async function open({ build, passkeys = 0, ...wanted }: OpenOptions = {}): Promise<Opened> {
  const shown = await setup.open(build ? { build } : {})
  const { page } = shown
  const device = await plugIn(page)
  const email = await signInQuietly(setup.provider.url, page)
  for (let count = 0; count < passkeys; count += 1) await registerQuietly(page)
  await page.evaluate((options) => app.show(options), { widget: 'passkey-registration', ...wanted } as const)
  // A user who has passkeys sees them first.
  if (passkeys > 0) await screen(page, 'passkey_registration_success')
  else {
    await screen(page, 'passkey_registration_start')
    await button(page, 'Create a Passkey').waitFor()
  }
  return { ...shown, device, email }
}

/** The name that the provider gives a passkey of this browser. */
const defaultName = 'Chrome on Linux'
/** The text of a row of the list. */
const row = (name: string): string => `${name}Added ${new Date().toLocaleDateString('en-US', { dateStyle: 'medium' })}`

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const rows = (page: Page) => page.getByRole('listitem')

/** The list with its only passkey. */
async function openList(wanted: OpenOptions = {}): Promise<Opened> {
  return open({ passkeys: 1, ...wanted })
}

/** The names of the user's passkeys, as the page knows them. */
const namesAtProvider = (page: Page): Promise<string[]> =>
  page.evaluate(() => app.client.user.get().then((user) => user.webauthn_registrations.map(({ name }) => name)))

const setUp = spread([
  ['component', false],
  ['strict', true],
  ['element', true],
  ['mount', false],
])
it.each(setUp)(
  'on $build as a $embedding, shadow DOM $enableShadowDOM, a passkey is set up [W-PK-06] [W-PK-08] [W-PK-11] [W-PK-12] [W-PK-20] [W-A-04] [W-EVT-03] [W-EVT-04]',
  async ({ build, embedding, enableShadowDOM }) => {
    const { page, device } = await open({ build, embedding, ...(enableShadowDOM && { config: { enableShadowDOM } }) })
    await heading(page, 'Set up a new Passkey').waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual(['Create a Passkey', 'Skip'])
    expect(await axeViolations(page)).toEqual([])
    const started = watchCalls(page, '/webauthn/register/start')
    await button(page, 'Create a Passkey').click()
    await screen(page, 'passkey_registration_success')
    await heading(page, 'Passkey successfully created!').waitFor()
    await heading(page, 'Existing Passkeys').waitFor()
    expect(await rows(page).allTextContents()).toEqual([row(defaultName)])
    expect(started[0]?.postDataJSON()).toMatchObject({ return_passkey_credential_options: true })
    expect(await device.passkeys()).toHaveLength(1)
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Done').click()
    const id = await page.evaluate(() => app.client.user.getSync()?.webauthn_registrations[0]?.webauthn_registration_id)
    await expect
      .poll(() => events(page))
      .toEqual([
        { type: 'PASSKEY_REGISTER', data: { webauthn_registration_id: id } },
        { type: 'PASSKEY_DONE', data: {} },
      ])
    // Done only notifies the host page, which decides how to continue.
    expect(await button(page, 'Done').isVisible()).toBe(true)
  },
)

describe('the start', () => {
  it('shows the strings and colors of the host page [W-A-04]', async () => {
    const { page } = await open()
    await page.evaluate(() =>
      app.show({
        widget: 'passkey-registration',
        strings: { 'passkey_registration.skip': 'Later' },
        styles: { colors: { primary: '#ff0000' } },
      }),
    )
    await button(page, 'Later').waitFor()
    expect(await root(page).evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 0, 0)')
  })

  it('registers a passkey without shortening the session [W-PK-07]', async () => {
    const { page } = await open()
    const sent = watchCalls(page, '/webauthn/register')
    await page.evaluate(() => app.client.session.authenticate({ session_duration_minutes: 600 }))
    await button(page, 'Create a Passkey').click()
    await screen(page, 'passkey_registration_success')
    expect(sent.map((call) => call.postDataJSON())).toEqual([
      expect.objectContaining({ domain: 'localhost', return_passkey_credential_options: true }),
      { public_key_credential: expect.any(String), session_duration_minutes: 600 },
    ])
  })

  itInFullRun('can be skipped without a passkey, and then shows no list [W-PK-09]', async () => {
    const { page } = await open()
    await button(page, 'Skip').click()
    await screen(page, 'passkey_registration_success')
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'Host application',
      'You can add a Passkey later',
    ])
    expect(await page.locator('.latchkey-passkey-badge[data-kind=success]').count()).toBe(0)
    await button(page, 'Set up a new Passkey').waitFor()
    await expect.poll(() => events(page)).toEqual([{ type: 'PASSKEY_SKIP', data: {} }])
    expect(await axeViolations(page)).toEqual([])
  })

  itInFullRun('can be skipped while the device does not respond, which cancels the prompt', async () => {
    const { page, device } = await open()
    await device.answer(false)
    const ceremonies = await watchCeremonies(page)
    await button(page, 'Create a Passkey').click()
    await expect.poll(ceremonies).toMatchObject([{ end: 'open' }])
    expect(await button(page, 'Create a Passkey').getAttribute('aria-busy')).toBe('true')
    await button(page, 'Skip').click()
    await screen(page, 'passkey_registration_success')
    await expect.poll(ceremonies).toMatchObject([{ end: 'AbortError' }])
  })

  itInFullRun('cancels the prompt when it is removed from the page', async () => {
    const { page, device } = await open()
    await device.answer(false)
    const ceremonies = await watchCeremonies(page)
    await button(page, 'Create a Passkey').click()
    await expect.poll(ceremonies).toMatchObject([{ end: 'open' }])
    await page.evaluate(() => app.remove())
    await expect.poll(ceremonies).toMatchObject([{ end: 'AbortError' }])
  })

  it('shows an error if the device already has a passkey [W-PK-23]', async () => {
    const { page } = await openList()
    await button(page, 'Set up another Passkey').click()
    await watchAnnouncements(page)
    await button(page, 'Create a Passkey').click()
    await page.getByText(duplicate, { exact: true }).waitFor()
    await screen(page, 'passkey_registration_start')
    expect(await announced(page)).toContain(duplicate)
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => app.errors.length)).toBe(1)
  })

  it('shows an error after a canceled prompt, and works again [W-PK-24]', async () => {
    const { page, device } = await open()
    await device.setUserVerified(false)
    await button(page, 'Create a Passkey').click()
    await page.getByText(notCreated, { exact: true }).waitFor()
    await device.setUserVerified(true)
    await button(page, 'Create a Passkey').click()
    await screen(page, 'passkey_registration_success')
    expect(await page.getByText(notCreated).count()).toBe(0)
  })

  itInFullRun('shows an error if the provider rejects the passkey [W-PK-24]', async () => {
    const { page } = await open()
    await refuse(page, '/webauthn/register/start', 400, { error_type: 'registration_limit_reached' })
    await button(page, 'Create a Passkey').click()
    await page.getByText(notCreated, { exact: true }).waitFor()
  })

  it('names the connection if the provider cannot be reached while a passkey is created', async () => {
    const { page } = await open()
    await page.route('**/webauthn/register/start', (route) => route.abort())
    await button(page, 'Create a Passkey').click()
    await page.getByText('No answer. Check your connection and try again.', { exact: true }).waitFor()
    expect(await page.getByText(notCreated).count()).toBe(0)
    await page.unroute('**/webauthn/register/start')
    await button(page, 'Create a Passkey').click()
    await screen(page, 'passkey_registration_success')
  })

  it('warns without a session, and starts after a sign-in [W-PK-10]', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => app.show({ widget: 'passkey-registration' }))
    const warning = 'Error: Cannot use PasskeyRegistration component without active user authenticated.'
    await page.getByText(warning, { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await signInQuietly(setup.provider.url, page)
    await button(page, 'Create a Passkey').waitFor()
    await page.evaluate(() => app.client.session.revoke())
    await page.getByText(warning, { exact: true }).waitFor()
  })

  it('names the connection if the provider cannot be reached, and retries', async () => {
    const { page } = await setup.open()
    await signInQuietly(setup.provider.url, page)
    // The session cookies outlive the page; the client's data of the user does not.
    await page.evaluate(() => localStorage.clear())
    const ofUsers = '**/sdk/v1/{users,sessions}/**'
    await page.route(ofUsers, (route) => route.abort())
    await page.reload()
    await page.evaluate(() => app.show({ widget: 'passkey-registration' }))
    await page.getByText('No answer. Check your connection and try again.').waitFor()
    expect(await page.getByText(/PasskeyRegistration component/).count()).toBe(0)
    await page.unroute(ofUsers)
    await button(page, 'Try again').click()
    await button(page, 'Create a Passkey').waitFor()
  })
})

describe('the list', () => {
  it('is the first screen of a returning user, with actions for each passkey [W-PK-14] [W-PK-19]', async () => {
    const { page } = await openList()
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      ...['Host application', 'Your Passkeys', 'Existing Passkeys'],
    ])
    expect(await rows(page).allTextContents()).toEqual([row(defaultName)])
    expect(await events(page)).toEqual([])
    expect(
      await rows(page)
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ).toEqual([`Rename ${defaultName}`, `Delete ${defaultName}`])
    await button(page, 'Set up another Passkey').click()
    await screen(page, 'passkey_registration_start')
    expect((await focused(page)).text).toBe('Set up a new Passkey')
  })

  it('renames in place, also in the authenticator [W-PK-13] [W-PK-18] [W-PK-21]', async () => {
    const { page, device, email } = await openList()
    await button(page, `Rename ${defaultName}`).click()
    const field = page.getByRole('textbox', { name: 'Name of the Passkey' })
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    for (const name of ['Set up another Passkey', 'Done']) {
      expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
      await button(page, name).click({ force: true })
    }
    await screen(page, 'passkey_registration_success')
    const saving = await hold(page, '/webauthn/update/')
    const sent = watchCalls(page, '/webauthn/update/')
    await field.fill('  Work laptop ')
    await field.press('Enter')
    await saving.arrived
    expect(await button(page, 'Done').getAttribute('aria-disabled')).toBe('true')
    expect(await axeViolations(page)).toEqual([])
    saving.release()
    await button(page, 'Rename Work laptop').waitFor()
    expect(sent[0]?.postDataJSON()).toEqual({ name: 'Work laptop' })
    expect(new URL(sent[0]?.url() ?? '').pathname).toMatch(/\/webauthn\/update\/webauthn-registration-test-/)
    expect(await button(page, 'Done').getAttribute('aria-disabled')).toBe('false')
    expect(await events(page)).toEqual([])
    await expect.poll(() => device.passkeys()).toMatchObject([{ userName: email, userDisplayName: 'Work laptop' }])
    expect(await namesAtProvider(page)).toEqual(['Work laptop'])
  })

  itInFullRun('keeps the old name if the new one is blank, and on Escape', async () => {
    const { page } = await openList()
    const sent = watchCalls(page, '/webauthn/update/')
    const field = page.getByRole('textbox', { name: 'Name of the Passkey' })
    for (const key of ['Enter', 'Escape']) {
      await button(page, `Rename ${defaultName}`).click()
      await field.fill('   ')
      await field.press(key)
      await button(page, `Rename ${defaultName}`).waitFor()
    }
    await expect.poll(() => focused(page)).toMatchObject({ tag: 'button' })
    expect(sent).toEqual([])
  })

  it('logs a failed rename, and keeps the input [W-PK-26]', async () => {
    const { page, complaints } = await openList()
    await refuse(page, '/webauthn/update/', 500, { error_type: 'internal_error' })
    await button(page, `Rename ${defaultName}`).click()
    const field = page.getByRole('textbox', { name: 'Name of the Passkey' })
    await field.fill('Desk')
    await button(page, 'Save').click()
    await expect.poll(() => complaints.splice(0).join()).toContain('The passkey was not renamed.')
    expect([await field.inputValue(), await page.getByRole('alert').allTextContents()]).toEqual(['Desk', ['']])
    await button(page, 'Cancel').click()
    expect(await rows(page).allTextContents()).toEqual([row(defaultName)])
    await expect.poll(() => page.evaluate(() => app.errors.length)).toBe(1)
  })

  it('needs a confirmation to delete, and changes nothing on Cancel [W-PK-15] [W-PK-17]', async () => {
    const { page } = await openList()
    const sent = watchCalls(page, '/users/webauthn_registrations/')
    await button(page, `Delete ${defaultName}`).click()
    expect(await rows(page).getByRole('button').allTextContents()).toEqual(['Delete', 'Cancel'])
    expect((await focused(page)).text).toBe('Cancel')
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Cancel').click()
    expect(await rows(page).allTextContents()).toEqual([row(defaultName)])
    expect([sent, await namesAtProvider(page)]).toEqual([[], [defaultName]])
  })

  it('removes the row at once, then deletes at the provider and in the authenticator [W-PK-16]', async () => {
    const { page, device } = await openList()
    const deletion = await hold(page, '/users/webauthn_registrations/')
    await button(page, `Delete ${defaultName}`).click()
    await button(page, 'Delete').click()
    await expect.poll(() => rows(page).count()).toBe(0)
    expect((await focused(page)).text).toBe('You can add a Passkey later')
    await deletion.arrived
    expect(await device.passkeys()).toHaveLength(1)
    deletion.release()
    await expect.poll(() => device.passkeys()).toEqual([])
    expect(await namesAtProvider(page)).toEqual([])
    // Now the device can be registered again.
    await button(page, 'Set up a new Passkey').click()
    await button(page, 'Create a Passkey').click()
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  it('logs a failed deletion, and shows no error [W-PK-27]', async () => {
    const { page, device, complaints } = await openList()
    await refuse(page, '/users/webauthn_registrations/', 500, { error_type: 'internal_error' })
    await button(page, `Delete ${defaultName}`).click()
    await button(page, 'Delete').click()
    await expect.poll(() => complaints.splice(0).join()).toContain('The passkey was not deleted.')
    expect(await rows(page).count()).toBe(0)
    expect(await page.locator('.latchkey-banner, .latchkey-toast').count()).toBe(0)
    expect(await device.passkeys()).toHaveLength(1)
  })

  itInFullRun('follows the changes of another tab', async () => {
    const { page, context } = await openList()
    const { page: other } = await setup.open({}, context)
    await other.evaluate(() => {
      const id = app.client.user.getSync()?.webauthn_registrations[0]?.webauthn_registration_id ?? ''
      return app.client.webauthn.update({ webauthn_registration_id: id, name: 'Elsewhere' }).then(() => undefined)
    })
    await button(page, 'Rename Elsewhere').waitFor()
  })

  itInFullRun('can be used with the keyboard alone', async () => {
    const { page } = await openList()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Key ring')
    await page.keyboard.press('Enter')
    await button(page, 'Rename Key ring').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(0)
  })
})
