import type { BrowserContext, Page } from 'playwright-core'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { Build, HostSite } from '../../hosts/host-site.ts'
import type { Manner, WalletOptions } from '../browser-wallets.ts'
import { dot, installWallets } from '../browser-wallets.ts'
import { button, root, screen } from '../widget-page.ts'

interface WidgetSetup {
  context: BrowserContext
  site: HostSite
  build: Build
}

type State = [ShowOptions, (page: Page, setup: WidgetSetup) => Promise<unknown>]

const wallets: ShowOptions = { config: { products: ['crypto', 'emailMagicLinks'] } }
const crowded: ShowOptions = {
  config: {
    products: ['oauth', 'crypto', 'emailMagicLinks'],
    oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }, { type: 'github' }] },
  },
}
const metamask: WalletOptions = { name: 'MetaMask', type: 'ethereum', rdns: 'io.metamask', flags: { isMetaMask: true } }
const all: WalletOptions[] = [
  { name: 'MetaMask', type: 'ethereum', rdns: 'io.metamask' },
  { name: 'Rabby Wallet', type: 'ethereum', rdns: 'io.rabby', icon: dot },
  { name: 'Phantom', type: 'solana' },
  { name: 'A wallet with a rather long name of its own', type: 'solana' },
]

/** Reloads the page in a browser with these wallets. */
async function comeWith(
  page: Page,
  { context }: WidgetSetup,
  wanted: ShowOptions,
  requested: WalletOptions[],
): Promise<void> {
  await installWallets(context, requested)
  await page.reload()
  await page.evaluate((options) => app.show(options), wanted)
  await root(page).waitFor()
  await page
    .getByRole('button', { name: /^Continue with (?!Google|Apple|GitHub)/ })
    .first()
    .waitFor()
}

const chosen =
  (manner: Manner, next: string): State[1] =>
  async (page, setup) => {
    await comeWith(page, setup, wallets, [{ ...metamask, manner }])
    await button(page, 'Continue with MetaMask').click()
    await screen(page, next)
  }

const withOneTap = (google: object): ShowOptions => ({
  config: {
    products: ['oauth', 'emailMagicLinks'],
    oauthOptions: { providers: [{ type: 'google', one_tap: true, ...google }, { type: 'apple' }] },
  },
})

const oneTap =
  (google: object, isRefused = false): State[1] =>
  async (page, { site, build }) => {
    await page.addInitScript(() => Object.defineProperty(globalThis, 'IdentityCredential', { value: undefined }))
    if (isRefused) {
      const json = { error_type: 'oauth_config_not_found', error_message: '' }
      await page.route('**/v1/frame/one_tap/start', (route) => route.fulfill({ status: 400, json }))
    }
    await page.goto(site.page({ build, hasOneTap: true }))
    await page.evaluate((options) => app.show(options), withOneTap(google))
    if (isRefused) return page.getByText(/^One Tap is not shown/).waitFor()
    await page.frameLocator('iframe[title="Sign in with Google"]').getByRole('heading').first().waitFor()
    return page.waitForTimeout(400)
  }

/** The screens of wallets and One Tap. */
export const walletScreens: Record<string, State> = {
  'main-wallets': [wallets, (page, setup) => comeWith(page, setup, wallets, all)],
  'main-wallets-crowded': [crowded, (page, setup) => comeWith(page, setup, crowded, all)],
  'main-wallets-none': [wallets, (page) => button(page, 'Continue with other wallet').waitFor()],
  'crypto-other': [
    crowded,
    async (page, setup) => {
      await comeWith(page, setup, crowded, all)
      await button(page, 'Continue with other wallet').click()
      await screen(page, 'crypto_other_screen')
    },
  ],
  'crypto-setup': [
    wallets,
    async (page) => {
      await button(page, 'Continue with other wallet').click()
      await screen(page, 'crypto_setup_wallet')
    },
  ],
  'crypto-connect': [wallets, chosen('silent', 'crypto_connect')],
  'crypto-sign': [wallets, chosen('silent at the signature', 'crypto_sign_message')],
  'crypto-error': [wallets, chosen('declines', 'crypto_error')],
  'crypto-confirmation': [wallets, chosen('honest', 'crypto_confirmation')],
  'crypto-dark': [
    { ...crowded, styles: { colorScheme: 'dark' } },
    (page, setup) => comeWith(page, setup, { ...crowded, styles: { colorScheme: 'dark' } }, all),
  ],
  'one-tap-embedded': [withOneTap({}), oneTap({})],
  'one-tap-floating': [withOneTap({ position: 'floating' }), oneTap({ position: 'floating' })],
  'one-tap-refused': [withOneTap({}), oneTap({}, true)],
}
