import type { BootstrapResponse, DfpMode } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import type { TestSetup } from '../test-setup.suite.ts'
import { createTestSetup, fail, gate, makeAuth, makeBootstrap, publicToken, rejection } from '../test-setup.suite.ts'

const captchaText = { status: 403, text: 'Captcha required' }
const send = '/otps/email/login_or_create'

function createHarness(changes: Partial<BootstrapResponse>) {
  const setup: TestSetup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap(changes) })
  setup.script.on(send, { data: { method_id: 'm' } })
  const asked: unknown[] = []
  let count = 0
  const { client, tab } = setup.open({
    domains: { testApi: 'localhost:4000', telemetry: 't.example.com', cdn: 'c.example.com' },
    captcha: {
      async getToken(action, site) {
        asked.push([action, site])
        return `captcha-${++count}`
      },
    },
    telemetryId: {
      async getTelemetryId(site) {
        asked.push(site)
        return `dfp-${++count}`
      },
    },
  })
  const bodies = (path = send): unknown[] => setup.script.to(path).map(({ body }) => body)
  return { setup, client, tab, asked, bodies }
}

const captchaOn = { captcha_settings: { enabled: true, siteKey: 'site-1' } } as const
const dfp = (mode?: DfpMode): Partial<BootstrapResponse> => ({
  dfp_protected_auth_enabled: true,
  ...(mode && { dfp_protected_auth_mode: mode }),
})
const plain = { email: 'a@example.com', expiration_minutes: 5 }

describe('a guarded call', () => {
  it('sends a guarded call without tokens while captcha and device protection are off [C-CAP-04] [C-CAP-06]', async () => {
    const { client, asked, bodies } = createHarness({})
    await client.otps.email.loginOrCreate('a@example.com')
    expect([bodies(), asked]).toEqual([[plain], []])
  })

  it('sends a captcha token for the action LOGIN when captcha is on [C-CAP-04] [C-CAP-05]', async () => {
    const { client, asked, bodies } = createHarness(captchaOn)
    await client.otps.email.loginOrCreate('a@example.com')
    expect(bodies()).toEqual([{ ...plain, captcha_token: 'captcha-1' }])
    expect(asked).toEqual([['LOGIN', { siteKey: 'site-1', cdn: 'https://c.example.com' }]])
  })

  it('sends only the telemetry id when captcha is off [C-CAP-06]', async () => {
    const { client, asked, bodies } = createHarness(dfp('DECISIONING'))
    await client.otps.email.loginOrCreate('a@example.com')
    expect(bodies()).toEqual([{ ...plain, dfp_telemetry_id: 'dfp-1' }])
    expect(asked).toEqual([{ publicToken, telemetry: 'https://t.example.com', cdn: 'https://c.example.com' }])
  })

  it.each([dfp('DECISIONING'), dfp('OBSERVATION'), dfp()])(
    'sends captcha token and telemetry id in each mode: %j [C-CAP-07]',
    async (mode) => {
      const { client, bodies } = createHarness({ ...captchaOn, ...mode })
      await client.otps.email.loginOrCreate('a@example.com')
      expect(bodies()).toEqual([{ ...plain, captcha_token: 'captcha-1', dfp_telemetry_id: 'dfp-2' }])
    },
  )

  it('waits for the settings of the project', async () => {
    const { setup, client, bodies } = createHarness({})
    const answer = gate<{ data: unknown }>()
    setup.script.on(`/projects/bootstrap/${publicToken}`, () => answer.promise)
    const other = setup.open().client
    const call = other.otps.email.loginOrCreate('a@example.com')
    await setup.clock.advance(5000)
    expect(bodies()).toEqual([])
    answer.open({ data: makeBootstrap() })
    await call
    expect(bodies()).toEqual([plain])
    client.dispose()
  })

  it('omits values that cannot be fetched', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap({ ...captchaOn, ...dfp() }) })
    setup.script.on(send, { data: { method_id: 'm' } })
    const without = setup.open().client
    await without.otps.email.loginOrCreate('a@example.com')
    const broken = setup.open({
      captcha: { getToken: () => Promise.reject(new Error('blocked')) },
      telemetryId: {
        getTelemetryId: () => {
          throw new Error('blocked')
        },
      },
    }).client
    await broken.otps.email.loginOrCreate('a@example.com')
    expect(setup.script.to(send).map(({ body }) => body)).toEqual([plain, plain])
  })

  it('fetches tokens for guarded calls only', async () => {
    const { setup, client, tab, asked } = createHarness({ ...captchaOn, ...dfp() })
    setup.script.on('/magic_links/authenticate', { data: makeAuth('s1') })
    tab.press()
    await client.magicLinks.authenticate('token', { session_duration_minutes: 30 })
    expect(asked).toEqual([])
  })
})

describe('a captcha_required response', () => {
  const jsonText = { status: 400, body: { error_type: 'x', error_message: 'Captcha required for this' } }

  it.each([captchaText, fail('captcha_required', 403), jsonText])(
    'retries once with new values after captcha_required [C-CAP-01] [C-CAP-02]',
    async (demand) => {
      const { setup, client, bodies } = createHarness({ ...captchaOn, ...dfp('DECISIONING') })
      setup.script.on(send, demand, { data: { method_id: 'm' } })
      expect((await client.otps.email.loginOrCreate('a@example.com')).method_id).toBe('m')
      expect(bodies()).toEqual([
        { ...plain, captcha_token: 'captcha-1', dfp_telemetry_id: 'dfp-2' },
        { ...plain, captcha_token: 'captcha-3', dfp_telemetry_id: 'dfp-4' },
      ])
    },
  )

  it('retries with new values in OBSERVATION [C-CAP-02] [C-CAP-07]', async () => {
    const { setup, client, bodies } = createHarness({ ...captchaOn, ...dfp('OBSERVATION') })
    setup.script.on('/otps/authenticate', captchaText, { data: makeAuth('s1') })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })
    expect(bodies('/otps/authenticate')).toMatchObject([
      { captcha_token: 'captcha-1', dfp_telemetry_id: 'dfp-2' },
      { captcha_token: 'captcha-3', dfp_telemetry_id: 'dfp-4' },
    ])
  })

  it('returns captcha_required after the retry, without a third request [C-CAP-03]', async () => {
    const { setup, client, bodies } = createHarness(captchaOn)
    setup.script.on(send, captchaText)
    const error = await rejection(client.otps.email.loginOrCreate('a@example.com'))
    expect(error).toMatchObject({ status_code: 403, error_type: 'captcha_required', error_message: 'Captcha required' })
    expect(bodies()).toHaveLength(2)
  })

  it('returns captcha_required of an unguarded call at once', async () => {
    const { setup, client } = createHarness(captchaOn)
    setup.script.on('/users/me', captchaText)
    expect(await rejection(client.user.get())).toMatchObject({ error_type: 'captcha_required' })
    expect(setup.script.to('/users/me')).toHaveLength(1)
  })

  it('does not repeat a call that failed for another reason', async () => {
    const { setup, client, bodies } = createHarness(captchaOn)
    setup.script.on(send, fail('invalid_email'))
    await rejection(client.otps.email.loginOrCreate('a'))
    expect(bodies()).toHaveLength(1)
  })
})
