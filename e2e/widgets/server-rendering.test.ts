import type { LoginConfig, StyleConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import { describe, expect, it } from 'vitest'
import { signedInAs } from './widget-page.ts'
import { prepareWorld, signIn } from './world.ts'

const world = prepareWorld()

const config = { products: ['otp' as const], otpOptions: { methods: ['email' as const] } }

describe.each(['react-18', 'react-19'] as const)('rendered on a server with %s', (build) => {
  it.each([false, true])(
    'is an empty shell that hydrates without a warning and signs in (shadow root: %s)',
    async (enableShadowDOM) => {
      const rendered = { config: { ...config, enableShadowDOM } }
      const { page, complaints } = await world.open({ build, rendered })
      const warnings: string[] = []
      page.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
      })
      const shell = await page.evaluate(() => document.querySelector('#widget')?.innerHTML ?? '')
      expect(shell).toContain('latchkey')
      expect(shell).not.toMatch(/<input|<button|<form|style=/)
      await page.evaluate((wish) => app.show({ ...wish, way: 'hydrated' }), rendered)
      const email = await signIn(world, page)
      expect([await signedInAs(page), warnings, complaints]).toEqual([email, [], []])
    },
  )
})

describe('the empty shell', () => {
  const providers = [{ type: 'google' as const }, { type: 'github' as const }]
  it.each<[string, LoginConfig, StyleConfig?]>([
    ['a form', config],
    [
      'providers above tabs',
      { products: ['oauth', 'otp'], oauthOptions: { providers }, otpOptions: { methods: ['email', 'sms'] } },
    ],
    ['buttons alone', { products: ['oauth', 'crypto'], oauthOptions: { providers } }],
    ['the theme modern', { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers } }, modern],
    ['no title and a logo', config, { hideHeaderText: true, logo: { logoImageUrl: '/logo.svg' } }],
  ])('is as high as the widget that takes its place: %s', async (_, wanted, styles = {}) => {
    const rendered = { config: wanted, styles }
    const { page } = await world.open({ build: 'react-19', rendered })
    const heightOf = () => page.locator('#widget').evaluate((one) => one.getBoundingClientRect().height)
    const before = await heightOf()
    await page.evaluate((wish) => app.show({ ...wish, way: 'hydrated' }), rendered)
    await page.locator('.latchkey-watermark-text').waitFor()
    expect(await heightOf()).toBe(before)
  })
})
