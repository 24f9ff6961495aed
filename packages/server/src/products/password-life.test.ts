import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, openTestStorage } from '../testing/harness.ts'
import { totpCode } from './totps/totp-code.ts'

const year = 365 * 24 * 60 * 60_000
const email = 'ada@example.com'
const password = 'violet-Otter.quilt-81'
const lasting = { session_duration_minutes: 30 }

describe.each(engines)('a password on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('accepts an old password: users are never forced to change it because of its age', async () => {
    const harness = await createHarness(storage)
    const login = { email, password, ...lasting }
    expect((await harness.call('POST', '/passwords', login)).outcome).toBe('200')
    for (const years of [1, 4, 15]) {
      harness.clock.advance(years * year)
      await harness.provider.tidy()
      const { outcome, data } = await harness.call('POST', '/passwords/authenticate', login)
      expect([years, outcome, data?.user.password?.requires_reset]).toEqual([years, '200', false])
    }
  })

  it('leaves second factors unchanged after a password reset, and proves none of them', async () => {
    const harness = await createHarness(storage)
    const { token } = await harness.signIn(email)
    const enrolled = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: token })
    const { totp_id, secret, recovery_codes } = Object(enrolled.data)
    const code = () => totpCode(secret, Math.floor(harness.clock.now() / 30_000))
    const enter = async (session: string) =>
      harness.call('POST', '/totps/authenticate', { totp_code: await code(), ...lasting }, { session })
    expect((await enter(token)).outcome).toBe('200')
    harness.clock.advance(90_000)

    await harness.call('POST', '/passwords/email/reset/start', { email })
    const [link = ''] = (await harness.lastMessage(email)).links
    const reset = { token: new URL(link).searchParams.get('token'), password, ...lasting }
    const { outcome, data } = await harness.call('POST', '/passwords/email/reset', reset)
    const factors = data?.session.authentication_factors.map(({ type }) => type)
    expect([outcome, data?.user.totps, factors]).toEqual(['200', [{ totp_id, verified: true }], expect.any(Array)])
    expect(factors).not.toContain('totp')
    const proven = await enter(data.session_token)
    expect(proven.data.session.authentication_factors.map(({ type }) => type)).toContain('totp')
    const lost = { recovery_code: recovery_codes[0], ...lasting }
    const recovered = await harness.call('POST', '/totps/recover', lost, { session: proven.data.session_token })
    expect(recovered.outcome).toBe('200')
  })
})
