import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Embedding, ShowOptions } from '../../hosts/host-login.ts'
import { type Build, builds, type HostPageOptions } from '../../hosts/host-site.ts'
import { isFull } from '../matrix.ts'
import { signInQuietly } from '../passkey-page.ts'
import { root } from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

interface FirstScreen extends Pick<HostPageOptions, 'query' | 'leavesToken'> {
  wanted: ShowOptions
  isSignedIn?: boolean
  /** Visible when the first screen is complete. */
  complete: string
  /** Computed styles that only the widget's own sheets produce, by selector. */
  styles: Record<string, Record<string, string>>
}

const watermark = { '.latchkey-watermark-text': { 'font-size': '14px', 'padding-left': '8px' } }

const firstScreens: Record<string, FirstScreen> = {
  'login with provider buttons and a phone number': {
    wanted: {
      config: {
        products: ['oauth', 'otp', 'passkeys'],
        oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
        otpOptions: { methods: ['sms', 'email'] },
      },
    },
    complete: '.latchkey-choice:nth-of-type(2)',
    styles: {
      '.latchkey-choices': { display: 'flex', 'row-gap': '10px' },
      '.latchkey-or': { display: 'flex' },
      '.latchkey-choice': { display: 'flex', position: 'relative' },
      '.latchkey-country': { display: 'flex', height: '47px' },
      '.latchkey-country-icon': { width: '12px' },
      ...watermark,
    },
  },
  'reset password': {
    wanted: { widget: 'reset-password' },
    leavesToken: true,
    query: { token: 'abc', latchkey_token_type: 'reset_password' },
    complete: '[data-screen=password_reset_form]',
    styles: {
      '.latchkey-password': { position: 'relative' },
      '.latchkey-reveal': { position: 'absolute' },
      ...watermark,
    },
  },
  'passkey registration': {
    wanted: { widget: 'passkey-registration' },
    isSignedIn: true,
    complete: '[data-screen=passkey_registration_start] .latchkey-button',
    styles: {
      '.latchkey-button[data-kind=secondary]': { 'background-color': 'rgb(255, 255, 255)' },
      ...watermark,
    },
  },
  'identity provider': {
    wanted: { widget: 'identity-provider' },
    complete: '[data-state=missing_parameter]',
    styles: watermark,
  },
}

describe.each(isFull ? builds : (['standalone'] as const))('on %s', (build) => {
  it.each(
    Object.entries(firstScreens).flatMap(([name, screen], index) =>
      (isFull ? [false, true] : [index % 2 > 0]).map((enableShadowDOM) => ({ name, screen, enableShadowDOM })),
    ),
  )('the first screen of $name has its style sheets, shadow root: $enableShadowDOM', async (one) => {
    const { page } = await show(build, one.screen, one.enableShadowDOM)
    const selectors = Object.keys(one.screen.styles)
    expect(await computed(page, one.screen.styles), selectors.join()).toEqual(one.screen.styles)
    expect(await wideImages(page)).toEqual([])
  })
})

it.each(isFull ? builds : (['react-19'] as const))(
  '%s styles the first paint in a browser that cannot adopt style sheets',
  async (build) => {
    // The style element needs a nonce under the policy of the other tests.
    const context = await setup.newContext({ bypassCSP: true })
    await context.addInitScript(() => {
      for (const { prototype } of [Document, ShadowRoot]) Reflect.deleteProperty(prototype, 'adoptedStyleSheets')
    })
    const { page } = await setup.open({ build }, context)
    expect(await page.evaluate(() => 'adoptedStyleSheets' in document)).toBe(false)
    // No lazy chunk arrives.
    await page.route('**/*.js', () => undefined)
    const height = await page.evaluate(async () => {
      void app.show({})
      let button: Element | null = null
      while (!button) {
        await new Promise(requestAnimationFrame)
        button = document.querySelector('.latchkey-button')
      }
      return getComputedStyle(button).minHeight
    })
    expect(height).toBe('45px')
  },
)

/** StrictMode runs effects twice: on React 18 that hid sheets that were missing. */
const embeddings: Record<Build, Embedding> = { 'react-18': 'component', 'react-19': 'strict', standalone: 'mount' }

async function show(build: Build, screen: FirstScreen, enableShadowDOM: boolean): Promise<{ page: Page }> {
  const { wanted, isSignedIn, complete, leavesToken, query } = screen
  const shown = await setup.open({ build, ...(leavesToken && { leavesToken }), ...(query && { query }) })
  if (isSignedIn) await signInQuietly(setup.provider.url, shown.page)
  const config = { ...wanted.config, enableShadowDOM }
  await shown.page.evaluate((options) => app.show(options), {
    ...wanted,
    config,
    embedding: embeddings[build],
  } as ShowOptions)
  await root(shown.page)
    .locator(complete)
    .or(shown.page.locator(`.latchkey${complete}`))
    .first()
    .waitFor()
  await shown.page.locator('.latchkey-watermark-text').waitFor()
  return shown
}

async function computed(page: Page, styles: FirstScreen['styles']): Promise<FirstScreen['styles']> {
  const found: FirstScreen['styles'] = {}
  for (const [selector, properties] of Object.entries(styles)) {
    found[selector] = await root(page)
      .locator(selector)
      .first()
      .evaluate((element, names) => {
        const style = getComputedStyle(element)
        return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
      }, Object.keys(properties))
  }
  return found
}

/** An icon without its sheet is as wide as the card. */
function wideImages(page: Page): Promise<string[]> {
  return root(page)
    .locator('svg')
    .evaluateAll((icons) =>
      icons.filter((icon) => icon.getBoundingClientRect().width > 60).map((icon) => icon.outerHTML.slice(0, 80)),
    )
}
