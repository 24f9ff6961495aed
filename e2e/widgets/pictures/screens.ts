import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type OAuthProvider, oauthProviders } from '@latchkey/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../../browser.ts'
import type { ShowOptions } from '../../hosts/host-login.ts'
import { type Build, type HostSite, startHosts } from '../../hosts/host-site.ts'
import { newestMessage, startDevelopment } from '../../provider.ts'
import {
  button,
  codeField,
  emailField,
  hold,
  newEmail,
  phoneField,
  refuse,
  root,
  screen,
  signedInAs,
  wrong,
} from '../widget-page.ts'
import { passkeyScreens } from './passkey-screens.ts'
import { passwordScreens } from './password-screens.ts'
import { walletScreens } from './wallet-screens.ts'

const widths = [320, 390, 768, 1280]

interface WidgetSetup {
  context: BrowserContext
  provider: string
  site: HostSite
  build: Build
}

const links: ShowOptions = { config: { products: ['emailMagicLinks'] } }
const codes: ShowOptions = { config: { products: ['otp'], otpOptions: { methods: ['email'] } } }
const tabs: ShowOptions = {
  config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } },
}
const themed: ShowOptions = {
  ...tabs,
  styles: {
    fontFamily: 'Georgia, serif',
    colors: { primary: '#5b21b6', secondary: '#6b7280', success: '#166534', error: '#b91c1c' },
    container: { borderColor: '#5b21b6', borderRadius: '20px', backgroundColor: '#faf5ff' },
    buttons: { primary: { borderRadius: '999px' } },
    inputs: { borderRadius: '12px' },
    logo: { logoImageUrl: '/logo.svg' },
  },
}
const providers = (...types: OAuthProvider[]) => ({ providers: types.map((type) => ({ type })) })
const social = providers('google', 'apple', 'github', 'microsoft')
const buttons: ShowOptions = { config: { products: ['oauth'], oauthOptions: social } }
const formFirst: ShowOptions = { config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: social } }
const buttonsFirst: ShowOptions = {
  config: {
    products: ['oauth', 'otp', 'passwords'],
    otpOptions: { methods: ['sms', 'whatsapp'] },
    oauthOptions: social,
  },
}
const phones: ShowOptions = { config: { products: ['otp'], otpOptions: { methods: ['sms'] } } }
const dark: ShowOptions = { ...codes, styles: { colorScheme: 'dark' } }
const longest = 'a-very-long-address-of-a-user-who-has-much-to-say'

/** The content of each state, and the steps to it. */
const states: Record<string, [ShowOptions, (page: Page, setup: WidgetSetup) => Promise<unknown>]> = {
  'main-magic-links': [links, (page) => emailField(page).waitFor()],
  'main-tabs': [tabs, (page) => phoneField(page).waitFor()],
  'main-focused': [links, (page) => emailField(page).focus()],
  'main-invalid': [
    links,
    async (page) => {
      await emailField(page).fill('ada')
      await button(page).click()
      await page.getByRole('alert').first().waitFor()
    },
  ],
  'main-phone-invalid': [
    tabs,
    async (page) => {
      await phoneField(page).fill('12')
      await button(page).click()
      await page.getByText(/^Phone number format/).waitFor()
    },
  ],
  'main-sending': [
    codes,
    async (page) => {
      const held = await hold(page, '/otps/email/login_or_create')
      await emailField(page).fill(newEmail())
      await button(page).click()
      await held.arrived
    },
  ],
  'main-refused': [
    links,
    async (page) => {
      await refuse(page, '/magic_links/email/login_or_create', 400, { error_type: 'inactive_email' })
      await emailField(page).fill(newEmail())
      await button(page).click()
      await page.getByText(/inactive/).waitFor()
    },
  ],
  'main-themed': [themed, (page) => page.locator('.latchkey img').waitFor()],
  'main-dark': [dark, (page) => emailField(page).fill('ada@example.com')],
  'main-without-header': [{ ...links, styles: { hideHeaderText: true } }, (page) => emailField(page).waitFor()],
  'main-buttons': [buttons, (page) => iconsLoaded(page)],
  'main-form-first': [formFirst, (page) => iconsLoaded(page)],
  'main-buttons-first': [buttonsFirst, (page) => iconsLoaded(page)],
  'main-buttons-first-bare': [
    { ...buttonsFirst, styles: { hideHeaderText: true, logo: { logoImageUrl: '/logo.svg' } } },
    (page) => iconsLoaded(page),
  ],
  'main-buttons-themed': [{ ...formFirst, styles: themed.styles }, (page) => iconsLoaded(page)],
  'main-buttons-dark': [{ ...formFirst, styles: { colorScheme: 'dark' } }, (page) => iconsLoaded(page)],
  'main-all-providers': [
    { config: { products: ['oauth'], oauthOptions: providers(...oauthProviders) } },
    (page) => iconsLoaded(page),
  ],
  'main-all-providers-dark': [
    { config: { products: ['oauth'], oauthOptions: providers(...oauthProviders) }, styles: { colorScheme: 'dark' } },
    (page) => iconsLoaded(page),
  ],
  'main-leaving': [
    formFirst,
    async (page) => {
      await page.route('**/oauth/google/start**', (route) => route.fulfill({ status: 204 }))
      await button(page, 'Continue with Google').click()
      await page.locator('.latchkey[data-state=leaving]').waitFor()
    },
  ],
  'main-oauth-offline': [
    formFirst,
    async (page, { context }) => {
      await iconsLoaded(page)
      // Lazy chunks have loaded.
      await page.getByText(/Powered by/).waitFor()
      await context.setOffline(true)
      await button(page, 'Continue with Google').click()
      await page.getByText(/^No answer/).waitFor()
    },
  ],
  'phone-typed': [
    phones,
    async (page) => {
      await phoneField(page).pressSequentially('2025550123')
      await page.waitForFunction(() => document.querySelector('input')?.value === '(202) 555-0123')
    },
  ],
  'phone-country': [
    { ...phones, styles: themed.styles },
    async (page) => {
      await page.getByRole('combobox', { name: 'Country' }).selectOption('AE')
      await phoneField(page).pressSequentially('501234567')
    },
  ],
  'phone-dark': [{ ...phones, styles: { colorScheme: 'dark' } }, (page) => phoneField(page).focus()],
  'config-error': [{ config: { products: ['passkeys'] } }, (page) => page.getByText(/^Error/).waitFor()],
  'email-confirmation': [links, (page) => ask(page, 'email_confirmation')],
  'email-confirmation-long': [links, (page) => ask(page, 'email_confirmation', `${longest}.${newEmail()}`)],
  'logged-in': [
    links,
    async (page, setup) => {
      const email = await ask(page, 'email_confirmation')
      const { links: sent } = await newestMessage(setup.provider, email)
      const token = new URL(sent[0] ?? '').searchParams.get('token') ?? ''
      const other = await openPage(setup.context, setup.site.page({ build: setup.build }))
      await other.page.evaluate(
        (spent) => app.client.magicLinks.authenticate(spent, { session_duration_minutes: 5 }).then(() => undefined),
        token,
      )
      await signedInAs(other.page)
      await other.page.close()
      await screen(page, 'logged_in')
    },
  ],
  'otp-empty': [codes, (page) => ask(page, 'otp_authenticate')],
  'otp-half': [
    codes,
    async (page) => {
      await ask(page, 'otp_authenticate', `${longest}.${newEmail()}`)
      await codeField(page).pressSequentially('123')
    },
  ],
  'otp-verifying': [
    codes,
    async (page) => {
      await ask(page, 'otp_authenticate')
      const held = await hold(page, '/otps/authenticate')
      await codeField(page).fill('123456')
      await held.arrived
      await page.getByRole('progressbar').waitFor()
    },
  ],
  'otp-wrong': [
    codes,
    async (page, { provider }) => {
      const email = await ask(page, 'otp_authenticate')
      const message = await newestMessage(provider, email)
      await codeField(page).fill(wrong(message.codes[0] ?? ''))
      await page.getByText('Invalid passcode, please try again.').waitFor()
    },
  ],
  'otp-offline': [
    codes,
    async (page) => {
      await ask(page, 'otp_authenticate')
      await page.route('**/otps/authenticate', (route) => route.abort())
      await codeField(page).fill('123456')
      await button(page, 'Try again').waitFor()
    },
  ],
  'otp-resent': [
    codes,
    async (page) => {
      await ask(page, 'otp_authenticate')
      await page.getByRole('button', { name: 'Resend code' }).click()
      await page.getByText('Code sent').waitFor()
    },
  ],
  'otp-expired': [
    codes,
    async (page, { context }) => {
      await ask(page, 'otp_authenticate')
      await context.clock.fastForward('00:10:00')
      await page.getByRole('timer').getByText('Your code has expired.').waitFor()
    },
  ],
  'otp-dark': [
    dark,
    async (page) => {
      await ask(page, 'otp_authenticate')
      await codeField(page).pressSequentially('12')
    },
  ],
  'otp-confirmation': [
    codes,
    async (page, { provider }) => {
      const email = await ask(page, 'otp_authenticate')
      const message = await newestMessage(provider, email)
      await codeField(page).fill(message.codes[0] ?? '')
      await screen(page, 'otp_confirmation')
    },
  ],
}

/** Waits until every logo is loaded. */
async function iconsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.latchkey-method-icon')].every((icon) => icon.firstChild),
  )
}

async function ask(page: Page, next: string, email: string = newEmail()): Promise<string> {
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, next)
  return email
}

/** Takes one screenshot for each state and width, named after both. */
export async function takePictures(folder: string, build: Build, only = ''): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
  const site = await startHosts(provider.url)
  try {
    for (const [name, [wanted, reach]] of Object.entries({
      ...states,
      ...passwordScreens,
      ...walletScreens,
      ...passkeyScreens,
    })) {
      if (!name.includes(only)) continue
      const context = await browser.newContext({ viewport: { width: 1280, height: 640 } })
      if (name === 'otp-expired') await context.clock.install()
      const { page } = await openPage(context, site.page({ build }))
      await page.evaluate((options) => app.show(options), wanted)
      await root(page).waitFor()
      await reach(page, { context, provider: provider.url, site, build })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 })
        await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
      }
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  } finally {
    await browser.close()
    await site.close()
    await provider.end()
  }
}
