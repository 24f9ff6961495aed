import { createHash } from 'node:crypto'
import type { BootstrapResponse, CaptchaSolution } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import type { BrowserWorker } from '../platform/platform.ts'
import { createTestSetup, fail, makeBootstrap, publicToken, signIn } from '../test-setup.suite.ts'

const send = '/otps/email/login_or_create'
const challengePath = '/captcha/challenge'
const reportPath = '/device_reports'
const captchaOn: Partial<BootstrapResponse> = { captcha_settings: { enabled: true, siteKey: 'site-1' } }
const dfpOn: Partial<BootstrapResponse> = { dfp_protected_auth_enabled: true }
const salt = 'abc?expires=1893456000'

/** A challenge of the provider with this solution. */
function puzzle(number: number, maxnumber = 1_000) {
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  return { algorithm: 'SHA-256', challenge, salt, maxnumber, signature: 'signature-1' } as const
}

function createHarness(changes: Partial<BootstrapResponse>) {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap(changes) })
  setup.script.on(send, { data: { method_id: 'm' } })
  setup.script.on(challengePath, { data: puzzle(700) })
  setup.script.on(reportPath, { data: { telemetry_id: 'telemetry-id-test-1' } })
  const { client, tab } = setup.open({ domains: { testApi: 'localhost:4000', telemetry: 't.example.com' } })
  const bodies = (path = send): Record<string, string>[] =>
    setup.script.to(path).map(({ body }) => body as Record<string, string>)
  const solutions = (): CaptchaSolution[] => bodies().map(({ captcha_token = '' }) => JSON.parse(atob(captcha_token)))
  return { setup, client, tab, bodies, solutions }
}

/** A fake worker that solves the challenge and records how it was created. */
function createWorkers(answer: (text: string) => 'message' | 'error' | 'throw') {
  const made: { url: unknown; text: string; terminated: number }[] = []
  const blobs = new Map<string, Blob>()
  const URL = {
    createObjectURL(blob: Blob) {
      blobs.set('blob:1', blob)
      return 'blob:1'
    },
    revokeObjectURL: (url: string) => void blobs.delete(url),
  }
  class Worker implements BrowserWorker {
    onmessage: BrowserWorker['onmessage'] = null
    onerror: BrowserWorker['onerror'] = null
    readonly #row = { url: '' as unknown, text: '', terminated: 0 }
    constructor(url: unknown) {
      this.#row.url = url
      made.push(this.#row)
      if (answer('') === 'throw') throw new TypeError('This document requires TrustedScriptURL.')
    }
    async postMessage(data: unknown): Promise<void> {
      this.#row.text = (await blobs.get('blob:1')?.text()) ?? ''
      if (answer(this.#row.text) === 'error') return this.onerror?.(new Error('blocked by the policy'))
      // Runs the source text without the scope of this module, like a worker.
      const scope = `let onmessage, postMessage = tell; ${this.#row.text}; return onmessage({ data })`
      new Function('data', 'tell', scope)(data, (result: unknown) => this.onmessage?.({ data: result }))
    }
    terminate(): void {
      this.#row.terminated++
    }
  }
  return { made, blobs, parts: { URL, Worker } as never }
}

describe('the built-in captcha', () => {
  it('sends a proof of work of the altcha protocol [C-CAP-04] [C-CAP-05]', async () => {
    const { client, bodies, solutions } = createHarness(captchaOn)
    await client.otps.email.loginOrCreate('a@example.com')
    expect(bodies(challengePath)).toEqual([{ site_key: 'site-1', action: 'LOGIN' }])
    const { maxnumber, ...asked } = puzzle(700)
    expect(solutions()).toEqual([{ ...asked, number: 700 }])
  })

  it.each([0, 1, 255, 256, 1_000])('finds %i', async (number) => {
    const { client, setup, solutions } = createHarness(captchaOn)
    setup.script.on(challengePath, { data: puzzle(number) })
    await client.otps.email.loginOrCreate('a@example.com')
    expect(solutions()[0]?.number).toBe(number)
  })

  it('solves a new challenge for a retry [C-CAP-01] [C-CAP-02]', async () => {
    const { client, setup, solutions } = createHarness(captchaOn)
    setup.script.on(challengePath, { data: puzzle(3) }, { data: puzzle(4) })
    setup.script.on(send, { status: 403, text: 'Captcha required' }, { data: { method_id: 'm' } })
    await client.otps.email.loginOrCreate('a@example.com')
    expect(solutions().map(({ number }) => number)).toEqual([3, 4])
  })

  describe.each([
    ['is refused', fail('internal_error', 503)],
    ['has no solution', { data: { ...puzzle(700), maxnumber: 10 } }],
    ['would take for ever', { data: { ...puzzle(700), challenge: '0'.repeat(64), maxnumber: 1e308 } }],
    ['is longer than a salt', { data: { ...puzzle(700), salt: 'x'.repeat(513) } }],
    ['has an invalid type', { data: { ...puzzle(700), challenge: 7 } }],
  ])('with a challenge that %s', (_, answer) => {
    it.each(['in the page', 'in a worker'])('is omitted, %s', async (where) => {
      const { client, tab, setup, bodies } = createHarness(captchaOn)
      if (where === 'in a worker') tab.install(createWorkers(() => 'message').parts)
      setup.script.on(challengePath, answer)
      await client.otps.email.loginOrCreate('a@example.com')
      expect(bodies()).toEqual([{ email: 'a@example.com', expiration_minutes: 5 }])
    })
  })

  it('runs in a worker and terminates it', async () => {
    const { client, tab, solutions } = createHarness(captchaOn)
    const { made, blobs, parts } = createWorkers(() => 'message')
    tab.install(parts)
    await client.otps.email.loginOrCreate('a@example.com')
    expect(solutions()[0]?.number).toBe(700)
    expect(made).toEqual([{ url: 'blob:1', text: expect.stringMatching(/^onmessage=/), terminated: 1 }])
    expect(blobs.size).toBe(0)
  })

  it.each(['error', 'throw'] as const)('runs in the page if a worker fails (%s)', async (fault) => {
    const { client, tab, solutions } = createHarness(captchaOn)
    const { made, parts } = createWorkers(() => fault)
    tab.install(parts)
    await client.otps.email.loginOrCreate('a@example.com')
    expect([made.length, solutions()[0]?.number]).toEqual([1, 700])
  })

  it('creates its worker through one Trusted Types policy, on demand', async () => {
    const { client, tab } = createHarness(captchaOn)
    const { made, parts } = createWorkers(() => 'message')
    const policies: string[] = []
    tab.install({
      ...(parts as object),
      trustedTypes: {
        createPolicy(name, { createScriptURL }) {
          policies.push(name)
          return { createScriptURL: (url) => ({ trusted: createScriptURL(url) }) }
        },
      },
    })
    await client.bootstrap.get()
    expect(policies).toEqual([])
    await client.otps.email.loginOrCreate('a@example.com')
    await client.otps.email.loginOrCreate('a@example.com')
    expect(policies).toEqual(['latchkey'])
    expect(made.map(({ url }) => url)).toEqual([{ trusted: 'blob:1' }, { trusted: 'blob:1' }])
  })
})

describe('the device collector', () => {
  it('sends the declared fields and uses the returned id [C-CAP-06]', async () => {
    const { client, tab, setup, bodies } = createHarness(dfpOn)
    tab.install({
      screen: { width: 1280, height: 720.4 },
      devicePixelRatio: 1.25,
      navigator: {
        ...{ ...tab.platform.navigator, userAgent: 'Mozilla/5.0', languages: ['pt-BR', 'en'] },
        ...{ maxTouchPoints: 5, webdriver: true, cookieEnabled: true },
      },
    })
    await client.otps.email.loginOrCreate('a@example.com')
    const device = {
      ...{ user_agent: 'Mozilla/5.0', languages: ['pt-BR', 'en'], timezone: 'Etc/UTC' },
      ...{ screen_width: 1280, screen_height: 720, pixel_ratio_percent: 125, touch_points: 5 },
      ...{ webdriver: true, cookies_enabled: true, framed: true },
    }
    expect(setup.script.to(reportPath).map(({ url, body }) => [url, body])).toEqual([
      ['https://t.example.com/sdk/v1/device_reports', { device }],
    ])
    expect(bodies()).toEqual([
      { email: 'a@example.com', expiration_minutes: 5, dfp_telemetry_id: 'telemetry-id-test-1' },
    ])
  })

  it('sends a device report with the public token only, also with a session', async () => {
    const { client, setup } = createHarness(dfpOn)
    await signIn(setup, client)
    await client.otps.email.loginOrCreate('b@example.com')
    expect(setup.script.to(reportPath).map(({ headers }) => headers.Authorization)).toEqual(
      Array(2).fill(`Basic ${btoa(`${publicToken}:${publicToken}`)}`),
    )
  })

  it('sends a new report with each call, and with a retry [C-CAP-02]', async () => {
    const { client, setup, bodies } = createHarness({ ...dfpOn, ...captchaOn, dfp_protected_auth_mode: 'DECISIONING' })
    setup.script.on(reportPath, { data: { telemetry_id: 'id-1' } }, { data: { telemetry_id: 'id-2' } })
    setup.script.on(send, fail('captcha_required', 403), { data: { method_id: 'm' } })
    await client.otps.email.loginOrCreate('a@example.com')
    expect(bodies().map((body) => [body.dfp_telemetry_id, Boolean(body.captcha_token)])).toEqual([
      ['id-1', true],
      ['id-2', true],
    ])
  })

  it('sends nothing if the project has neither enabled [C-CAP-04] [C-CAP-06]', async () => {
    const { client, bodies } = createHarness({})
    await client.otps.email.loginOrCreate('a@example.com')
    expect([bodies(reportPath), bodies(challengePath)]).toEqual([[], []])
  })
})
