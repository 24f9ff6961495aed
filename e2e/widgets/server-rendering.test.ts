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
