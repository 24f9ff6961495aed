import { createHash } from 'node:crypto'
import type { CaptchaChallengeResponse, DeviceReport, DeviceReportResponse } from '@latchkey/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { developmentSiteKeys } from '../../protection/captcha.ts'
import type { CaptchaSettings, ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import { withNaiveConsume } from '../../storage/testing/naive-consume.ts'
import { withBarrier } from '../../testing/barrier.ts'
import { type CallOptions, createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { type Gate, raceAt, tally } from '../race.suite.ts'

const minute = 60_000
const generous = { limit: 1e6, windowMs: minute }
const limits = { searches_per_ip: generous, searches_per_identifier: generous }
const captcha: CaptchaSettings = { enabled: true, siteKey: 'site-1', secretSealed: '', difficulty: 1_000 }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

const device: DeviceReport = {
  ...{ user_agent: userAgent, languages: ['en'], timezone: 'Europe/Berlin', screen_width: 1920, screen_height: 1080 },
  ...{ pixel_ratio_percent: 100, touch_points: 0, webdriver: false, cookies_enabled: true, framed: false },
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function solve({ challenge, salt, maxnumber, signature }: CaptchaChallengeResponse, change: object = {}): string {
  const number = Array.from({ length: maxnumber + 1 }, (_, index) => index).find(
    (n) => sha256(`${salt}${n}`) === challenge,
  )
  const solution = { algorithm: 'SHA-256', challenge, number, salt, signature, ...change }
  return Buffer.from(JSON.stringify(solution)).toString('base64')
}

describe.each(engines)('captcha and device protection on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const open = (settings: Partial<ProjectSettings>, environment: 'test' | 'live' = 'test') =>
    createHarness(storage, { settings: { limits, ...settings }, environment })

  const from: CallOptions = { headers: { 'user-agent': userAgent } }

  const search = async (harness: Harness, tokens: object = {}, options = from) =>
    (await harness.call('POST', '/users/search', { email: 'a@b.co', ...tokens }, options)).outcome

  const ask = (harness: Harness, body: object = {}) =>
    harness.call('POST', '/captcha/challenge', { site_key: 'site-1', action: 'LOGIN', ...body })

  async function challenge(harness: Harness): Promise<CaptchaChallengeResponse> {
    return (await ask(harness)).data as unknown as CaptchaChallengeResponse
  }

  async function report(harness: Harness, change: Partial<DeviceReport> = {}, options = from): Promise<string> {
    const { data } = await harness.call('POST', '/device_reports', { device: { ...device, ...change } }, options)
    return (data as unknown as DeviceReportResponse).telemetry_id
  }

  describe('a proof of work', () => {
    it.inTurn('requires a proof of work and accepts its solution once', async () => {
      const harness = await open({ captcha })
      expect(await search(harness)).toBe('Captcha required')
      const set = await challenge(harness)
      expect(set).toMatchObject({ algorithm: 'SHA-256', maxnumber: 1_000 })
      const captcha_token = solve(set)
      expect([await search(harness, { captcha_token }), await search(harness, { captcha_token })]).toEqual([
        '200',
        'Captcha required',
      ])
      harness.clock.advance(4 * minute)
      await harness.provider.tidy()
      expect(await search(harness, { captcha_token })).toBe('Captcha required')
    })

    const wallet = { crypto_wallet_address: `0x${'a'.repeat(40)}`, crypto_wallet_type: 'ethereum' }
    const secret = { email: 'a@b.co', password: 'violet kettle ambles north', session_duration_minutes: 30 }
    /** Protected calls of several kinds: all need a solution of the same difficulty. */
    const guarded: Record<string, object> = {
      '/users/search': { email: 'a@b.co' },
      '/otps/email/login_or_create': { email: 'a@b.co' },
      '/otps/sms/login_or_create': { phone_number: '+12025550123' },
      '/magic_links/email/login_or_create': { email: 'a@b.co' },
      '/passwords': secret,
      '/passwords/authenticate': secret,
      '/passwords/email/reset/start': { email: 'a@b.co' },
      '/crypto_wallets/authenticate/start/primary': wallet,
    }
    const isAdmitted = async (harness: Harness, path: string, captcha_token: string, options = from) =>
      (await harness.call('POST', path, { ...guarded[path], captcha_token }, options)).outcome !== 'Captcha required'

    it.each(casesOn(engine, Object.keys(guarded)))(
      'rejects a solution used by %s for all other calls and networks (R-14)',
      async (path) => {
        const harness = await open({ captcha })
        const captcha_token = solve(await challenge(harness))
        expect(await isAdmitted(harness, path, captcha_token)).toBe(true)
        const others = [from, { ...from, peerAddress: '198.51.100.1' }]
        for (const options of others)
          for (const other of Object.keys(guarded))
            expect([other, await isAdmitted(harness, other, captcha_token, options)]).toEqual([other, false])
        noteVariants(others.length * Object.keys(guarded).length)
      },
    )

    it('admits one of many different calls that present a solution at the same time (R-14)', async () => {
      const harness = await open({ captcha })
      for (let round = 0; round < 5; round += 1) {
        const captcha_token = solve(await challenge(harness))
        const calls = Object.keys(guarded).flatMap((path) => [path, path])
        const admitted = await Promise.all(
          calls.map((path, index) =>
            isAdmitted(harness, path, captcha_token, { ...from, peerAddress: `198.51.100.${index}` }),
          ),
        )
        expect(admitted.filter((one) => one)).toHaveLength(1)
        noteVariants(calls.length - 1)
      }
    })

    it.inTurn('rejects a solution that is late, changed, incomplete or of another project', async () => {
      const harness = await open({ captcha })
      const other = await open({ captcha })
      const set = await challenge(harness)
      const { salt } = set
      const [, expires = ''] = /expires=(\d+)/.exec(salt) ?? []
      // A known attack: digits of the number are read as the end of the expiry.
      const spliced = `${salt.slice(0, -1)}9`
      const shifted = salt.replace(expires, `${expires}9`)
      const bad = [
        solve(set, { number: 1_001 }),
        solve(set, { signature: 'x'.repeat(64) }),
        solve(set, { salt: shifted }),
        solve(set, { salt: spliced, challenge: sha256(`${spliced}1`), number: 1 }),
        solve(await challenge(other)),
        Buffer.from('{}').toString('base64'),
        'x',
        Buffer.from('[1').toString('base64'),
      ]
      for (const captcha_token of bad) expect(await search(harness, { captcha_token })).toBe('Captcha required')
      const late = solve(set)
      harness.clock.advance(5 * minute + 1_000)
      expect(await search(harness, { captcha_token: late })).toBe('Captcha required')
    })

    it.inTurn(
      'creates a challenge only for the project’s own site key and action, and only if captcha is enabled',
      async () => {
        const harness = await open({ captcha })
        expect([
          (await ask(harness, { site_key: 'x' })).outcome,
          (await ask(harness, { action: 'x' })).outcome,
        ]).toEqual(['schema_error', 'schema_error'])
        expect((await ask(await open({}))).outcome).toBe('method_not_enabled')
        expect((await ask(await open({ captcha: { ...captcha, provider: 'turnstile' } }))).outcome).toBe(
          'method_not_enabled',
        )
      },
    )

    it.inTurn('always passes or always fails with the development keys, and only in test projects', async () => {
      const withKey = (siteKey: string) => open({ captcha: { enabled: true, siteKey, secretSealed: '' } })
      const [passes, fails] = [await withKey(developmentSiteKeys.passes), await withKey(developmentSiteKeys.fails)]
      expect([await search(passes, { captcha_token: 'x' }), await search(passes)]).toEqual(['200', 'Captcha required'])
      expect(await search(fails, { captcha_token: 'x' })).toBe('Captcha required')
      const set = (await ask(passes, { site_key: developmentSiteKeys.passes })).data
      expect(Object(set).maxnumber).toBe(1)
      for (const siteKey of Object.values(developmentSiteKeys))
        await expect(open({ captcha: { ...captcha, siteKey } }, 'live')).rejects.toThrow('is a key of test projects')
    })

    it.inTurn('rejects a difficulty that is too low or too high', async () => {
      for (const difficulty of [999, 10_000_001, 1.5])
        await expect(open({ captcha: { ...captcha, difficulty } })).rejects.toThrow('captcha.difficulty')
      await expect(open({ captcha: { ...captcha, minimumScore: 2 } })).rejects.toThrow('captcha.minimumScore')
    })
  })

  describe('a device', () => {
    const DECISIONING = { enabled: true, mode: 'DECISIONING' } as const
    const OBSERVATION = { enabled: true, mode: 'OBSERVATION' } as const

    it.inTurn(
      'requires a captcha in DECISIONING for every report, and rejects a device that contradicts itself [C-CAP-07]',
      async () => {
        const harness = await open({ captcha, dfp: DECISIONING })
        const outcome = async (change: Partial<DeviceReport>, tokens: object = {}) =>
          search(harness, { dfp_telemetry_id: await report(harness, change), ...tokens })
        expect([
          await outcome({}, { captcha_token: solve(await challenge(harness)) }),
          await outcome({}),
          await outcome({ webdriver: true }),
          await outcome({ screen_width: 0 }),
          await outcome({ timezone: 'Nowhere/Land' }),
          await outcome({ user_agent: 'curl/8' }),
          await outcome({ webdriver: true, languages: [] }),
          await outcome({ webdriver: true }, { captcha_token: solve(await challenge(harness)) }),
          await outcome({ webdriver: true, languages: [] }, { captcha_token: solve(await challenge(harness)) }),
        ]).toEqual([
          '200',
          'Captcha required',
          'Captcha required',
          'Captcha required',
          'Captcha required',
          'Captcha required',
          'unauthorized_action',
          '200',
          'unauthorized_action',
        ])
      },
    )

    const reports = fc.record<DeviceReport>({
      ...{ user_agent: fc.constant(userAgent), languages: fc.constantFrom(['en'], ['de', 'en'], ['ja']) },
      timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York'),
      ...{ screen_width: fc.integer({ min: 320, max: 3840 }), screen_height: fc.integer({ min: 480, max: 2160 }) },
      ...{ pixel_ratio_percent: fc.constantFrom(100, 150, 200, 300), touch_points: fc.constantFrom(0, 1, 5, 10) },
      ...{ webdriver: fc.constant(false), cookies_enabled: fc.boolean(), framed: fc.boolean() },
    })

    it('requires a captcha for all of 60 generated device reports (R-14)', async () => {
      const harness = await open({ captcha, dfp: DECISIONING })
      const outcomes = new Map<string, number>()
      for (const made of fc.sample(reports, { numRuns: 60, seed: 1 })) {
        const outcome = await search(harness, { dfp_telemetry_id: await report(harness, made) })
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      expect([...outcomes]).toEqual([['Captcha required', 60]])
    })

    const captchas: Record<string, ProjectSettings['captcha']> = {
      none: { enabled: false },
      'proof of work': captcha,
      'one that always passes': { enabled: true, siteKey: developmentSiteKeys.passes, secretSealed: '' },
      'one that always fails': { enabled: true, siteKey: developmentSiteKeys.fails, secretSealed: '' },
    }
    const modes: Record<string, ProjectSettings['dfp']> = {
      off: { enabled: false, mode: 'DECISIONING' },
      OBSERVATION,
      DECISIONING,
    }
    /** Reports that a program can send if it knows all settings of the project. */
    const forgeries: Record<string, (harness: Harness, other: Harness) => Promise<unknown>> = {
      none: async () => undefined,
      'of an ordinary browser': (harness) => report(harness),
      'of a program': (harness) => report(harness, { webdriver: true }),
      'that contradicts itself': (harness) => report(harness, { webdriver: true, languages: [] }),
      async 'sent before'(harness) {
        const dfp_telemetry_id = await report(harness)
        await search(harness, { dfp_telemetry_id })
        return dfp_telemetry_id
      },
      async 'that has expired'(harness) {
        const id = await report(harness)
        harness.clock.advance(5 * minute)
        return id
      },
      'of another network': (harness) => report(harness, {}, { ...from, peerAddress: '198.51.100.1' }),
      'of another browser': (harness) => report(harness, {}, { headers: { 'user-agent': 'curl/8' } }),
      'of another project': (_, other) => report(other),
      'that was changed': async (harness) => `${await report(harness)}A`,
      'of development': async () => 'telemetry-id-test-always-allow',
      'of development, in another environment': async () => 'telemetry-id-live-always-allow',
      'that is empty': async () => '',
      'that is not an id': async () => 'ALLOW',
      'that is no text': async () => ({ verdict: 'ALLOW' }),
    }
    const made = fc.sample(reports, { numRuns: 10, seed: 2 })
    for (const [index, change] of made.entries())
      forgeries[`made up, number ${index}`] = (harness) => report(harness, change)

    const variants = Object.keys(captchas).flatMap((kind) => Object.keys(modes).map((mode) => ({ kind, mode })))

    it.each(casesOn(engine, variants))(
      'does not weaken the protection by any report, with captcha $kind and mode $mode (R-14)',
      async ({ kind, mode }) => {
        const settings = { captcha: captchas[kind] ?? captcha, dfp: modes[mode] ?? DECISIONING }
        const harness = await open(settings)
        // Its reports are issued and signed by the same provider.
        const other = await open({ ...settings, dfp: DECISIONING })
        if (!settings.dfp.enabled) {
          expect((await harness.call('POST', '/device_reports', { device }, from)).outcome).toBe('method_not_enabled')
        }
        const needsCaptcha = kind !== 'none' || mode === 'DECISIONING'
        const outcomes: string[] = []
        for (const [name, forge] of Object.entries(forgeries)) {
          const dfp_telemetry_id = await forge(settings.dfp.enabled ? harness : other, other)
          const outcome = await search(harness, { dfp_telemetry_id })
          outcomes.push(outcome)
          const isMalformed = name === 'that is no text'
          if (needsCaptcha || isMalformed) expect([name, outcome]).not.toEqual([name, '200'])
          else expect([name, outcome]).toEqual([name, '200'])
        }
        noteVariants(outcomes.length)
        const passed = outcomes.filter((outcome) => outcome === '200').length
        expect([outcomes.length, passed]).toEqual([
          Object.keys(forgeries).length,
          needsCaptcha ? 0 : Object.keys(forgeries).length - 1,
        ])
      },
    )

    it('requires the built-in proof of work in DECISIONING if the project has no captcha (R-14)', async () => {
      const harness = await open({ dfp: DECISIONING })
      const bootstrap = await harness.call('GET', `/projects/bootstrap/${harness.project.publicToken}`)
      const { siteKey = '' } = Object(bootstrap.data.captcha_settings)
      expect(bootstrap.data.captcha_settings).toEqual({ enabled: true, siteKey: 'device-protection' })
      const solved = async () =>
        solve((await ask(harness, { site_key: siteKey })).data as unknown as CaptchaChallengeResponse)
      const captcha_token = await solved()
      expect([
        await search(harness, { captcha_token, dfp_telemetry_id: await report(harness) }),
        await search(harness, { captcha_token, dfp_telemetry_id: await report(harness) }),
        await search(harness, { captcha_token: await solved() }),
        await search(harness, {
          captcha_token: await solved(),
          dfp_telemetry_id: await report(harness, { webdriver: true, languages: [] }),
        }),
      ]).toEqual(['200', 'Captcha required', '200', 'unauthorized_action'])
    })

    it.inTurn('accepts a report once, also for sixteen calls at the same time', async () => {
      const race = async (gate: Gate) => {
        const harness = await createHarness(gate.storage, { settings: { limits, dfp: DECISIONING } })
        const dfp_telemetry_id = await report(harness, { webdriver: true, languages: [] })
        const body = { email: 'a@b.co', dfp_telemetry_id }
        return tally(await raceAt(gate, 16, () => harness.call('POST', '/users/search', body, from)))
      }
      expect(await race(withBarrier(storage))).toEqual({ 'Captcha required': 15, unauthorized_action: 1 })
      // A storage that reads before it writes lets several calls use the report.
      const lost = await race(withBarrier(withNaiveConsume(storage)))
      expect(lost.unauthorized_action).toBeGreaterThan(1)
    })

    it.inTurn('requires a captcha without a report, and with a report of another device', async () => {
      const harness = await open({ captcha, dfp: DECISIONING })
      const other = await open({ captcha, dfp: DECISIONING })
      const id = await report(harness)
      expect([
        await search(harness, { dfp_telemetry_id: id }),
        await search(harness, { dfp_telemetry_id: id }),
      ]).toEqual(['Captcha required', 'Captcha required'])
      const late = await report(harness)
      const otherNetwork = { ...from, peerAddress: '198.51.100.1' }
      const bad = [undefined, 'x', 'telemetry-id-test-x', await report(other), `${await report(harness)}A`]
      for (const dfp_telemetry_id of bad) expect(await search(harness, { dfp_telemetry_id })).toBe('Captcha required')
      expect(await search(harness, { dfp_telemetry_id: await report(harness, {}, otherNetwork) })).toBe(
        'Captcha required',
      )
      harness.clock.advance(5 * minute)
      expect(await search(harness, { dfp_telemetry_id: late })).toBe('Captcha required')
      expect(await search(harness, { captcha_token: solve(await challenge(harness)) })).toBe('200')
    })

    it.inTurn('only observes devices in OBSERVATION: the captcha decides [C-CAP-07]', async () => {
      const harness = await open({ captcha, dfp: OBSERVATION })
      const odd = { webdriver: true, languages: [] }
      expect(await search(harness, { dfp_telemetry_id: await report(harness) })).toBe('Captcha required')
      const captcha_token = solve(await challenge(harness))
      expect(await search(harness, { captcha_token, dfp_telemetry_id: await report(harness, odd) })).toBe('200')
      const rows = (await storage.audit.listUnsealed(10_000)).filter(
        ({ event, projectId }) => event === 'device_verdict' && projectId === harness.project.id,
      )
      expect(rows.map(({ result, targetId }) => [result, targetId])).toEqual([['ok', 'BLOCK']])
      const open2 = await open({ dfp: OBSERVATION })
      expect([await search(open2), await search(open2, { dfp_telemetry_id: await report(open2, odd) })]).toEqual([
        '200',
        '200',
      ])
    })

    it.inTurn('allows, challenges or rejects by the development ids, in test projects only', async () => {
      const passes: CaptchaSettings = { enabled: true, siteKey: developmentSiteKeys.passes, secretSealed: '' }
      const harness = await open({ dfp: DECISIONING, captcha: passes })
      const outcomes = []
      for (const verdict of ['allow', 'challenge', 'block'])
        for (const captcha_token of [undefined, 'x'])
          outcomes.push(
            await search(harness, { dfp_telemetry_id: `telemetry-id-test-always-${verdict}`, captcha_token }),
          )
      const decided = ['Captcha required', '200', 'Captcha required', '200']
      expect(outcomes).toEqual([...decided, 'unauthorized_action', 'unauthorized_action'])
      const live = await open({ dfp: DECISIONING }, 'live')
      for (const environment of ['test', 'live'])
        expect(await search(live, { dfp_telemetry_id: `telemetry-id-${environment}-always-allow` })).toBe(
          'Captcha required',
        )
    })

    it.inTurn('issues no device id if protection is disabled, and does not reveal the verdict', async () => {
      const body = { device }
      expect((await (await open({})).call('POST', '/device_reports', body)).outcome).toBe('method_not_enabled')
      const harness = await open({ dfp: DECISIONING })
      const ids = [
        await report(harness),
        await report(harness),
        await report(harness, { webdriver: true, languages: [] }),
      ]
      expect(new Set(ids).size).toBe(3)
      expect(ids.filter((id) => /^telemetry-id-test-k1\.[\w-]+$/.test(id) && id.length <= 256)).toHaveLength(3)
      expect(ids.join('')).not.toMatch(/ALLOW|BLOCK/)
    })
  })
})
