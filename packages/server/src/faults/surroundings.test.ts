import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutboundFetch } from '../outbound/outbound-fetch.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { captchaSecretContext } from '../protection/captcha.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'

const minute = 60_000
const cycles = Math.ceil(Number(process.env.FAULT_CYCLES ?? 10) / 10)

describe.each(engines)('the environment of a provider on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  describe(`a clock that jumps ten minutes forward or back, ${2 * cycles} times (F11)`, () => {
    const refresh = (harness: Harness, session: string) =>
      harness.call('POST', '/sessions/authenticate', {}, { session })

    it('a clock that jumps signs no user out and lets all users sign in', async () => {
      // All users share one IP address and exceed its default limit.
      const limits = { sends_per_ip: { limit: 1_000, windowMs: minute } }
      const harness = await createHarness(storage, { config: { limits } })
      const users = await Promise.all(
        ['ada', 'bob', 'eve'].map((name) => harness.signIn(`${name}@example.com`, { minutes: 24 * 60 })),
      )
      for (let step = 0; step < 2 * cycles; step += 1) {
        harness.clock.advance((step % 2 === 0 ? -1 : 1) * 10 * minute)
        const answers = await Promise.all(users.map(({ token }) => refresh(harness, token)))
        expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200'])
        const { iat = 0, exp = 0 } = decodeJwt(answers[0]?.data.session_jwt ?? '')
        expect([iat, exp]).toEqual([harness.clock.now() / 1_000, harness.clock.now() / 1_000 + 300])
        await harness.signIn(`new-${step}@example.com`)
      }
    })

    it('a clock that jumps extends no code, link or session by more than the ten minutes', async () => {
      const harness = await createHarness(storage)
      const brief = await harness.signIn('ada@example.com', { minutes: 5 })
      const sent = await harness.call('POST', '/otps/email/login_or_create', {
        ...{ email: 'bob@example.com', expiration_minutes: 5 },
      })
      const [token] = (await harness.lastMessage('bob@example.com')).codes
      harness.clock.advance(-10 * minute)
      expect((await refresh(harness, brief.token)).outcome).toBe('200')
      harness.clock.advance(15 * minute)
      const body = { token, method_id: sent.data.method_id, session_duration_minutes: 5 }
      expect((await harness.call('POST', '/otps/authenticate', body)).outcome).not.toBe('200')
      expect((await refresh(harness, brief.token)).outcome).toBe('session_not_found')
    })

    it('a clock that jumps restores no ended session and no used code', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      expect((await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })).outcome).toBe('200')
      const expired = await harness.signIn('bob@example.com', { minutes: 5 })
      harness.clock.advance(6 * minute)
      expect((await refresh(harness, expired.token)).outcome).toBe('session_not_found')
      const sent = await harness.call('POST', '/otps/email/login_or_create', { email: 'eve@example.com' })
      const [token] = (await harness.lastMessage('eve@example.com')).codes
      const body = { token, method_id: sent.data.method_id, session_duration_minutes: 5 }
      expect((await harness.call('POST', '/otps/authenticate', body)).outcome).toBe('200')
      for (const ms of [-10 * minute, 10 * minute]) {
        harness.clock.advance(ms)
        expect((await refresh(harness, ada.token)).outcome).toBe('session_not_found')
        expect((await harness.call('POST', '/otps/authenticate', body)).outcome).not.toBe('200')
      }
    })

    it('a clock that jumps accepts codes of an authenticator app within one step, and none twice', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com', { minutes: 600 })
      const made = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: ada.token })
      const { secret } = made.data as unknown as { secret: string }
      let session = ada.token
      const enter = async (drift: number) => {
        const totp_code = await totpCode(secret, Math.floor(harness.clock.now() / 30_000) + drift)
        const body = { totp_code, session_duration_minutes: 600 }
        const answer = await harness.call('POST', '/totps/authenticate', body, { session })
        if (answer.outcome === '200') session = answer.data.session_token
        return answer.outcome === '200'
      }
      expect(await enter(0)).toBe(true)
      harness.clock.advance(-10 * minute)
      // By this clock the used step is twenty steps ahead; no code up to it is accepted.
      expect([await enter(20), await enter(0)]).toEqual([false, false])
      harness.clock.advance(11 * minute)
      expect([await enter(-2), await enter(2), await enter(1), await enter(1)]).toEqual([false, false, true, false])
    })
  })

  describe('a captcha verifier that hangs or fails, fifty times (F15)', () => {
    let behavior: 'hangs' | 'fails' = 'hangs'
    const server = createServer((_request, response) => {
      if (behavior === 'fails') response.writeHead(500).end()
    })
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
    afterAll(() => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    })

    it('a captcha verifier that hangs or fails rejects requests with a retry delay', async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
      const outbound = createOutboundFetch({ allowHttp: true, isAllowed: () => true, timeoutMs: 50 })
      const limit = { limit: 1e6, windowMs: 1_000 }
      const limits = { sends_per_ip: limit, sends_per_project: limit, sends_per_address: limit }
      const harness = await createHarness(storage, {
        ...{ outbound: () => outbound, config: { captchaUrls: { turnstile: url } } },
        settings: { limits },
      })
      const { project, vault } = harness
      const secretSealed = vault.seal('the secret', captchaSecretContext(project.id))
      const captcha = { enabled: true, provider: 'turnstile', siteKey: 'site', secretSealed } as const
      await storage.projects.updateSettings(project.id, project.revision, { ...project.settings, captcha })
      const body = { email: 'ada@example.com', captcha_token: 'token' }
      for (const now of ['hangs', 'fails'] as const) {
        behavior = now
        const answers = await Promise.all(
          Array.from({ length: 25 }, () => harness.call('POST', '/otps/email/login_or_create', body)),
        )
        expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['service_unavailable']))
        expect(answers.filter(({ headers }) => headers.get('retry-after') === null)).toEqual([])
      }
      await harness.provider.outbox.drain()
      expect(harness.sent).toEqual([])
    })
  })
})
