import type { Page } from 'playwright-core'
import type { ShowOptions } from '../../hosts/host-login.ts'
import { plugIn, registerQuietly, signInQuietly } from '../passkey-page.ts'
import { button, emailField, refuse, screen } from '../widget-page.ts'

type State = [ShowOptions, (page: Page, setup: { provider: string }) => Promise<unknown>]

const registration: ShowOptions = { widget: 'passkey-registration' }
const dark: ShowOptions = { ...registration, styles: { colorScheme: 'dark' } }
const withPhone: ShowOptions = { config: { products: ['otp', 'passkeys'], otpOptions: { methods: ['sms'] } } }

/** Opens the start screen as a signed-in user. */
async function start(page: Page, provider: string): Promise<void> {
  await plugIn(page)
  await signInQuietly(provider, page)
  await button(page, 'Create a Passkey').waitFor()
}

/** The list with two passkeys, with the authenticator names of the provider. */
async function list(page: Page, provider: string): Promise<void> {
  await page.route('**/sdk/v1/webauthn/register', async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const response = await route.fetch()
    const body = await response.json()
    const [one] = body.data.user.webauthn_registrations
    const passkeys = [
      { ...one, name: 'iCloud Keychain', aaguid: 'fbfc3007154e4ecc8c0b6e020557d7bd' },
      { ...one, webauthn_registration_id: '2', name: 'Work', aaguid: '08987058cadc4b81b6e130de50dcbe96' },
      { ...one, webauthn_registration_id: '3', name: 'Key ring', aaguid: 'ee882879721c491397753dfcce97072a' },
      { ...one, webauthn_registration_id: '4', name: 'Bitwarden', aaguid: 'd548826e79b4db40a3d811116f7e8349' },
      {
        ...one,
        webauthn_registration_id: '5',
        name: 'A passkey with a name that is longer than any line of the list',
      },
    ]
    body.data.user.webauthn_registrations = passkeys
    if (body.data.__user) body.data.__user.webauthn_registrations = passkeys
    await route.fulfill({ response, json: body })
  })
  await start(page, provider)
  await button(page, 'Create a Passkey').click()
  await screen(page, 'passkey_registration_success')
  await page.locator('rect').first().waitFor()
}

export const passkeyScreens: Record<string, State> = {
  'passkey-no-user': [registration, (page) => page.getByText(/^Error/).waitFor()],
  'passkey-start': [registration, (page, { provider }) => start(page, provider)],
  'passkey-start-dark': [dark, (page, { provider }) => start(page, provider)],
  'passkey-creating': [
    registration,
    async (page, { provider }) => {
      await plugIn(page, false)
      await signInQuietly(provider, page)
      await button(page, 'Create a Passkey').click()
      await page.locator('.latchkey[data-state=creating]').waitFor()
    },
  ],
  'passkey-duplicate': [
    registration,
    async (page, { provider }) => {
      await start(page, provider)
      await registerQuietly(page)
      await button(page, 'Create a Passkey').click()
      await page.getByText(/already registered/).waitFor()
    },
  ],
  'passkey-skipped': [
    registration,
    async (page, { provider }) => {
      await start(page, provider)
      await button(page, 'Skip').click()
    },
  ],
  'passkey-list': [registration, (page, { provider }) => list(page, provider)],
  'passkey-list-dark': [dark, (page, { provider }) => list(page, provider)],
  'passkey-rename': [
    registration,
    async (page, { provider }) => {
      await list(page, provider)
      await button(page, 'Rename Work').click()
    },
  ],
  'passkey-delete': [
    registration,
    async (page, { provider }) => {
      await list(page, provider)
      await button(page, 'Delete Work').click()
    },
  ],
  'passkey-button': [withPhone, (page) => button(page, 'Login with a Passkey').waitFor()],
  'passkey-banner': [
    { config: { products: ['emailMagicLinks', 'passkeys'] } },
    async (page) => {
      await refuse(page, '/webauthn/authenticate/start/', 400, { error_type: 'invalid_domain' })
      await emailField(page).waitFor()
      await page.getByText(/^Unknown error/).waitFor()
      // It is retried five times with growing delays.
      await button(page, 'Login with a Passkey').waitFor({ timeout: 60_000 })
    },
  ],
  'passkey-confirmation': [
    { config: { products: ['otp', 'passkeys'], otpOptions: { methods: ['sms'] } } },
    async (page, { provider }) => {
      await plugIn(page)
      await page.evaluate(() => app.remove())
      await signInQuietly(provider, page)
      await registerQuietly(page)
      await page.evaluate(() => app.client.session.revoke())
      await page.evaluate(() => app.show({ config: { products: ['emailMagicLinks', 'passkeys'] } }))
      await screen(page, 'passkey_confirmation')
    },
  ],
}
