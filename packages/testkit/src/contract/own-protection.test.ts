import { expect } from 'vitest'
import type { Page } from '../index.ts'
import { ada, onBothEngines, rejection, sentTo } from './contract.suite.ts'

const path = '/otps/email/login_or_create'
const captcha = { enabled: true, siteKey: 'site-1', secretSealed: '', difficulty: 1_000 } as const
const decisioning = { enabled: true, mode: 'DECISIONING' } as const

/** Adds the properties of an ordinary browser, which the device check accepts. */
function makeOrdinary({ tab }: Page): void {
  const navigator = { ...tab.platform.navigator, languages: ['en'], cookieEnabled: true }
  tab.install({ navigator, screen: { width: 1280, height: 720 } })
}

onBothEngines('the built-in captcha and device collector', (open, _engine, it) => {
  it.inTurn('sends a proof of work of the browser that the provider accepts [C-CAP-04]', async () => {
    const kit = await open({ settings: { captcha } })
    await kit.client.otps.email.loginOrCreate(ada)
    expect(kit.inbox.lastCode(ada)).toMatch(/^\d{6}$/)
    expect(sentTo(kit, '/captcha/challenge').map(({ body }) => body)).toEqual([{ site_key: 'site-1', action: 'LOGIN' }])
    expect(sentTo(kit, path)).toHaveLength(1)
  })

  it.inTurn('accepts each proof once', async () => {
    const kit = await open({ settings: { captcha } })
    await kit.client.otps.email.loginOrCreate(ada)
    const [{ captcha_token = '' } = {}] = sentTo(kit, path).map(({ body }) => body as Record<string, string>)
    const again = kit.openTab({ captcha: { getToken: async () => captcha_token } })
    expect(await rejection(again.client.otps.email.loginOrCreate(ada))).toMatchObject({
      error_type: 'captcha_required',
    })
  })

  it.inTurn('sends captcha and report in one call for an ordinary device [C-CAP-06] [C-CAP-07]', async () => {
    const kit = await open({ settings: { captcha, dfp: decisioning } })
    makeOrdinary(kit)
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sentTo(kit, path).map(({ body }) => Object.keys(body as object).sort())).toEqual([
      ['captcha_token', 'dfp_telemetry_id', 'email', 'expiration_minutes'],
    ])
  })

  it.inTurn('sends captcha and report in one call for a suspicious device [C-CAP-07]', async () => {
    const kit = await open({ settings: { captcha, dfp: decisioning } })
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sentTo(kit, path)).toMatchObject([
      { body: { captcha_token: expect.any(String), dfp_telemetry_id: expect.any(String) } },
    ])
    expect(kit.inbox.lastCode(ada)).toMatch(/^\d{6}$/)
  })
})
