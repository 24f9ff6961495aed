import type { LoginConfig, StyleConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShowOptions } from '../../hosts/host-login.ts'
import { isFull } from '../matrix.ts'
import { plugIn, signInQuietly } from '../passkey-page.ts'
import { havePassword } from '../password-page.ts'
import { newEmail, screen, signedInAs } from '../widget-page.ts'
import { prepareWidgets, signIn } from '../widget-setup.ts'

const setup = prepareWidgets()

const config = { products: ['otp' as const], otpOptions: { methods: ['email' as const] } }

describe.each(isFull ? (['react-18', 'react-19'] as const) : (['react-19'] as const))(
  'rendered on a server with %s',
  (build) => {
    it.each(isFull ? [false, true] : [false])(
      'is an empty shell that hydrates without a warning and signs in (shadow root: %s)',
      async (enableShadowDOM) => {
        const rendered = { config: { ...config, enableShadowDOM } }
        const { page, complaints } = await setup.open({ build, rendered })
        const warnings: string[] = []
        page.on('console', (message) => {
          if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
        })
        const shell = await page.evaluate(() => document.querySelector('#widget')?.innerHTML ?? '')
        expect(shell).toContain('latchkey')
        expect(shell).not.toMatch(/<input|<button|<form|style=/)
        await page.evaluate((options) => app.show({ ...options, embedding: 'hydrated' }), rendered)
        const email = await signIn(setup, page)
        expect([await signedInAs(page), warnings, complaints]).toEqual([email, [], []])
      },
    )
  },
)

describe('the empty shell', () => {
  const providers = [{ type: 'google' as const }, { type: 'github' as const }]
  const otherShells: [string, LoginConfig, StyleConfig?][] = [
    [
      'providers above tabs',
      { products: ['oauth', 'otp'], oauthOptions: { providers }, otpOptions: { methods: ['email', 'sms'] } },
    ],
    ['buttons alone', { products: ['oauth', 'crypto'], oauthOptions: { providers } }],
    ['the theme modern', { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers } }, modern],
    ['no title and a logo', config, { hideHeaderText: true, logo: { logoImageUrl: '/logo.svg' } }],
  ]
  it.each<[string, LoginConfig, StyleConfig?]>([['a form', config], ...(isFull ? otherShells : [])])(
    'is as high as the widget that replaces it: %s',
    async (_, wanted, styles = {}) => {
      const rendered = { config: wanted, styles }
      const { page } = await setup.open({ build: 'react-19', rendered })
      const heightOf = () =>
        page.locator('#widget').evaluate((one) => Number(one.getBoundingClientRect().height.toFixed(2)))
      const before = await heightOf()
      await page.evaluate((options) => app.show({ ...options, embedding: 'hydrated' }), rendered)
      await page.locator('.latchkey-watermark-text').waitFor()
      expect(await heightOf()).toBe(before)
    },
  )
})

/** This browser has requested a reset link. */
async function askForReset(page: Page): Promise<void> {
  const email = newEmail()
  await havePassword(setup, email)
  await page.evaluate(async (address) => {
    await app.client.passwords.resetByEmailStart({ email: address })
    const token = new URLSearchParams(location.search).get('public_token')
    // No session has ended in this browser: the name of the last one is empty.
    localStorage.setItem(`latchkey:${token}:reset_email`, `\n${address}`)
  }, email)
}

async function signInWithDevice(page: Page): Promise<void> {
  await plugIn(page)
  await signInQuietly(setup.provider.url, page)
}

describe('the empty shell of another widget', () => {
  const reset: ShowOptions = { widget: 'reset-password', passwordResetToken: 'token' }
  const registration: ShowOptions = { widget: 'passkey-registration' }
  const otherStates: [string, ShowOptions, string, (page: Page) => Promise<void>][] = [
    ['reset password, modern', { ...reset, styles: modern }, 'password_reset_form', askForReset],
    ['passkey registration', registration, 'passkey_registration_start', signInWithDevice],
    [
      'passkey registration, modern',
      { ...registration, styles: modern },
      'passkey_registration_start',
      signInWithDevice,
    ],
  ]
  it.each<[string, ShowOptions, string, (page: Page) => Promise<void>]>([
    ['reset password', reset, 'password_reset_form', askForReset],
    ['consent, which has a loading screen', { widget: 'identity-provider' }, '', async () => undefined],
    ...(isFull ? otherStates : []),
  ])('and its loading state are as high as the first screen: %s', async (_, rendered, name, prepare) => {
    const { page } = await setup.open({ build: 'react-19', rendered })
    const heightOf = () =>
      page.locator('#widget').evaluate((one) => Number(one.getBoundingClientRect().height.toFixed(2)))
    const before = await heightOf()
    await prepare(page)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.evaluate((options) => app.show({ ...options, embedding: 'hydrated' }), rendered)
    await page.locator('.latchkey-pending').waitFor()
    expect(await heightOf()).toBe(before)
    release()
    if (!name) return
    await screen(page, name)
    await page.locator('.latchkey-button').first().waitFor()
    expect(await heightOf()).toBe(before)
  })
})
