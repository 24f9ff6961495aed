import { describe, expect, it } from 'vitest'
import { button, codeField, emailField, newPerson, screen, signedInAs } from './widget-page.ts'
import { codeFor, prepareWorld } from './world.ts'

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
      const email = newPerson()
      await emailField(page).fill(email)
      await button(page).click()
      await screen(page, 'otp_authenticate')
      await codeField(page).fill(await codeFor(world, email))
      await screen(page, 'otp_confirmation')
      expect([await signedInAs(page), warnings, complaints]).toEqual([email, [], []])
    },
  )
})
