import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { totpCode } from './totp-code.ts'

interface TotpData {
  totp_id: string
  secret: string
  qr_code: string
  recovery_codes: string[]
  user_id: string
  totps: { totp_id: string; verified: boolean; recovery_codes: string[] }[]
}

const data = (answer: Answer): TotpData => answer.data as unknown as TotpData

describe.each(engines)('authenticator apps on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const codeAt = (harness: Harness, secret: string, drift = 0) =>
    totpCode(secret, Math.floor(harness.clock.now() / 30_000) + drift)

  const enroll = async (harness: Harness, session: string, expiration_minutes = 30) =>
    data(await harness.call('POST', '/totps', { expiration_minutes }, { session }))

  /** Sends a proof and stores the new session token of the user. */
  async function prove(harness: Harness, path: string, body: object, user?: { token: string }): Promise<Answer> {
    const options = user ? { session: user.token } : {}
    const answer = await harness.call('POST', path, { ...body, session_duration_minutes: 600 }, options)
    if (user && answer.outcome === '200') user.token = answer.data.session_token
    return answer
  }

  const enter = (harness: Harness, totp_code: string, user?: { token: string }) =>
    prove(harness, '/totps/authenticate', { totp_code }, user)

  const recover = (harness: Harness, recovery_code: string, user?: { token: string }) =>
    prove(harness, '/totps/recover', { recovery_code }, user)

  /** Ada, with a verified authenticator app. */
  async function withTotp(harness: Harness) {
    const ada = await harness.signIn('ada@example.com', { minutes: 600 })
    const totp = await enroll(harness, ada.token)
    expect((await enter(harness, await codeAt(harness, totp.secret), ada)).outcome).toBe('200')
    harness.clock.advance(90_000)
    return { ...ada, totp }
  }

  const wrongFor = async (harness: Harness, secret: string) => {
    const right = [await codeAt(harness, secret), await codeAt(harness, secret, 1), await codeAt(harness, secret, -1)]
    return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? ''
  }

  it.inTurn('enrolls with a secret, a QR code and ten recovery codes, verified by the first code', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn('ada@example.com')
    const answer = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: ada.token })
    const totp = data(answer)
    expect(totp.totp_id).toMatch(/^totp-test-/)
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(totp.recovery_codes).toHaveLength(10)
    expect(totp.recovery_codes.filter((code) => !/^[a-z2-7]{5}-[a-z2-7]{5}$/.test(code))).toEqual([])
    expect(new Set(totp.recovery_codes).size).toBe(10)
    expect(answer.data.__user.totps).toEqual([{ totp_id: totp.totp_id, verified: false }])

    const before = ada.token
    const done = await enter(harness, await codeAt(harness, totp.secret), ada)
    const at = '2027-01-15T08:00:00.000Z'
    expect([done.outcome, data(done).totp_id, done.data.session.session_id]).toEqual([
      '200',
      totp.totp_id,
      ada.sessionId,
    ])
    expect(done.data.session_token).not.toBe(before)
    expect(done.data.user.totps).toEqual([{ totp_id: totp.totp_id, verified: true }])
    expect(done.data.session.authentication_factors.at(-1)).toEqual({
      ...{ type: 'totp', delivery_method: 'authenticator_app' },
      ...{ last_authenticated_at: at, created_at: at, updated_at: at },
      authenticator_app_factor: { totp_id: totp.totp_id },
    })
  })

  it.inTurn('requires a session: an authenticator app alone does not sign in', async () => {
    const harness = await createHarness(storage)
    const ada = await withTotp(harness)
    const { totp } = ada
    const code = await codeAt(harness, totp.secret)
    await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
    const calls = [
      await harness.call('POST', '/totps', { expiration_minutes: 30 }),
      await enter(harness, code),
      await enter(harness, code, ada),
      await recover(harness, totp.recovery_codes[0] ?? ''),
      await harness.call('POST', '/totps/recovery_codes'),
    ]
    expect(calls.map(({ outcome }) => outcome)).toEqual(Array(5).fill('user_unauthenticated'))
  })

  it('accepts a code once, and none of an earlier step after it (T-5)', async () => {
    const harness = await createHarness(storage)
    const ada = await withTotp(harness)
    const { totp } = ada
    const [early, now, late] = await Promise.all([-1, 0, 1].map((drift) => codeAt(harness, totp.secret, drift)))
    expect((await enter(harness, now ?? '', ada)).outcome).toBe('200')
    expect((await enter(harness, now ?? '', ada)).outcome).toBe('otp_code_not_found')
    expect((await enter(harness, early ?? '', ada)).outcome).toBe('otp_code_not_found')
    expect((await enter(harness, late ?? '', ada)).outcome).toBe('200')
    harness.clock.advance(30_000)
    expect((await enter(harness, late ?? '', ada)).outcome).toBe('otp_code_not_found')
    // A code that was entered twice does not count as a guess.
    expect((await storage.lockouts.get(harness.project.id, `user:${ada.accountId}`))?.consecutive ?? 0).toBe(0)
    const rows = await storage.audit.listUnsealed(10_000)
    const replays = rows.filter(({ projectId, event }) => projectId === harness.project.id && event === 'token_replay')
    expect(replays.map(({ targetId, result }) => [targetId, result])).toEqual(Array(3).fill([totp.totp_id, 'refused']))
  })

  it.each(casesOn(engine, ['', '12345', '1234567', 'abcdef', '１２３４５６']))(
    'rejects %j without counting it',
    async (code) => {
      const harness = await createHarness(storage)
      const ada = await withTotp(harness)
      expect((await enter(harness, code, ada)).outcome).toBe('invalid_code')
      expect((await recover(harness, code, ada)).outcome).toBe('invalid_code')
      expect((await storage.lockouts.get(harness.project.id, `user:${ada.accountId}`))?.consecutive ?? 0).toBe(0)
    },
  )

  it('ignores an authenticator app that was never verified, or too late (M-3)', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn('ada@example.com', { minutes: 600 })
    const eve = await harness.signIn('eve@example.com', { minutes: 600 })
    expect((await enter(harness, '123456', eve)).outcome).toBe('registration_not_found')
    const late = await enroll(harness, ada.token, 5)
    expect((await recover(harness, late.recovery_codes[0] ?? '', ada)).outcome).toBe('registration_not_found')
    harness.clock.advance(5 * 60_000)
    expect((await enter(harness, await codeAt(harness, late.secret), ada)).outcome).toBe('registration_not_found')
    const again = await enroll(harness, ada.token)
    const third = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: ada.token })
    expect(third.data.__user.totps).toEqual([{ totp_id: data(third).totp_id, verified: false }])
    expect((await enter(harness, await codeAt(harness, again.secret), ada)).outcome).toBe('otp_code_not_found')
    const code = await codeAt(harness, data(third).secret)
    expect((await enter(harness, code, eve)).outcome).toBe('registration_not_found')
    expect((await enter(harness, code, ada)).outcome).toBe('200')
  })

  it.inTurn('limits a user to five authenticator apps', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn('ada@example.com', { minutes: 600 })
    for (let count = 0; count < 5; count += 1) {
      const { secret } = await enroll(harness, ada.token)
      await enter(harness, await codeAt(harness, secret), ada)
    }
    const sixth = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: ada.token })
    expect(sixth.outcome).toBe('registration_limit_reached')
  })

  it.each(casesOn(engine, [4, 1_441, 30.5, '30']))(
    'accepts an enrollment time of 5 to 1440 minutes, not %j',
    async (expiration_minutes) => {
      const harness = await createHarness(storage)
      const { token: session } = await harness.signIn('ada@example.com')
      expect((await harness.call('POST', '/totps', { expiration_minutes }, { session })).outcome).toBe('schema_error')
    },
  )

  it.inTurn('deletes the recovery codes with a removed authenticator app', async () => {
    const harness = await createHarness(storage)
    const ada = await withTotp(harness)
    const { totp, accountId } = ada
    const removed = await harness.call('DELETE', `/users/totps/${totp.totp_id}`, undefined, { session: ada.token })
    expect([removed.outcome, removed.data.__user.totps]).toEqual(['200', []])
    expect((await enter(harness, await codeAt(harness, totp.secret), ada)).outcome).toBe('registration_not_found')
    expect((await recover(harness, totp.recovery_codes[0] ?? '', ada)).outcome).toBe('registration_not_found')
    expect(await storage.totps.list(harness.project.id, accountId)).toEqual([])
    expect(await storage.totps.listRecoveryCodes(harness.project.id, accountId)).toEqual([])
  })

  describe('recovery codes', () => {
    it('accepts each recovery code once, with or without its dash (T-6)', async () => {
      const harness = await createHarness(storage)
      const ada = await withTotp(harness)
      const { totp } = ada
      const [first = '', second = ''] = totp.recovery_codes
      const done = await recover(harness, first, ada)
      const factor = done.data.session.authentication_factors.at(-1)
      expect([done.outcome, data(done).totp_id, factor?.type, factor?.delivery_method]).toEqual([
        '200',
        totp.totp_id,
        'recovery_codes',
        'recovery_code',
      ])
      expect(factor?.recovery_code_factor?.totp_recovery_code_id).toMatch(/^totp-recovery-code-test-/)
      const left = async () => {
        const shown = await harness.call('POST', '/totps/recovery_codes', undefined, { session: ada.token })
        return data(shown).totps[0]?.recovery_codes
      }
      expect(await left()).toEqual(totp.recovery_codes.slice(1))
      expect((await recover(harness, first, ada)).outcome).toBe('recovery_code_not_found')
      expect(await left()).toEqual(totp.recovery_codes.slice(1))
      expect((await recover(harness, ` ${second.replace('-', '').toUpperCase()}`, ada)).outcome).toBe('200')
      expect(await left()).toEqual(totp.recovery_codes.slice(2))
      expect((await recover(harness, second, ada)).outcome).toBe('recovery_code_not_found')
      expect(await left()).toEqual(totp.recovery_codes.slice(2))
    })

    it('shows the unused recovery codes again (T-6)', async () => {
      const harness = await createHarness(storage)
      const ada = await withTotp(harness)
      const { totp, accountId } = ada
      const show = () => harness.call('POST', '/totps/recovery_codes', undefined, { session: ada.token })
      const whole = { totp_id: totp.totp_id, verified: true, recovery_codes: totp.recovery_codes }
      expect(data(await show())).toMatchObject({ user_id: accountId, totps: [whole] })
      await recover(harness, totp.recovery_codes[3] ?? '', ada)
      const left = totp.recovery_codes.filter((_, index) => index !== 3)
      expect(data(await show()).totps).toEqual([{ ...whole, recovery_codes: left }])
    })

    it.inTurn('rejects a recovery code of another user', async () => {
      const harness = await createHarness(storage)
      const ada = await withTotp(harness)
      const eve = await harness.signIn('eve@example.com', { minutes: 600 })
      const own = await enroll(harness, eve.token)
      await enter(harness, await codeAt(harness, own.secret), eve)
      expect((await recover(harness, ada.totp.recovery_codes[0] ?? '', eve)).outcome).toBe('recovery_code_not_found')
    })
  })

  describe('where a project asks for a recent sign-in', () => {
    it('requires a recent sign-in to enroll, show and remove if the project requires step-up', async () => {
      const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
      const ada = await withTotp(harness)
      const { totp } = ada
      harness.clock.advance(10 * 60_000)
      const calls = [
        await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: ada.token }),
        await harness.call('POST', '/totps/recovery_codes', undefined, { session: ada.token }),
        await harness.call('DELETE', `/users/totps/${totp.totp_id}`, undefined, { session: ada.token }),
      ]
      expect(calls.map(({ status, outcome }) => [status, outcome])).toEqual(Array(3).fill([403, 'step_up_required']))
      // A code of the authenticator app is a recent sign-in.
      const again = await enter(harness, await codeAt(harness, totp.secret), ada)
      const shown = await harness.call('POST', '/totps/recovery_codes', undefined, {
        session: again.data.session_token,
      })
      expect(shown.outcome).toBe('200')
    })
  })

  describe('guessing', () => {
    async function guess(harness: Harness, secret: string, user: { token: string }, times: number): Promise<string[]> {
      const outcomes = []
      for (let count = 0; count < times; count += 1)
        outcomes.push((await enter(harness, await wrongFor(harness, secret), user)).outcome)
      return outcomes
    }

    it.inTurn(
      'locks after ten wrong guesses, at codes and recovery codes together, and shows the lock-out',
      async () => {
        const harness = await createHarness(storage)
        const ada = await withTotp(harness)
        const { totp } = ada
        expect(await guess(harness, totp.secret, ada, 5)).toEqual(Array(5).fill('otp_code_not_found'))
        for (let count = 0; count < 5; count += 1)
          expect((await recover(harness, 'aaaaa-aaaaa', ada)).outcome).toBe('recovery_code_not_found')
        const locked = await enter(harness, await codeAt(harness, totp.secret), ada)
        expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
        expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3_500)
        expect((await recover(harness, totp.recovery_codes[0] ?? '', ada)).outcome).toBe('user_lock_limit_reached')
        const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
        expect(me.data.is_locked).toBe(true)
        harness.clock.advance(60 * 60_000)
        expect((await enter(harness, await codeAt(harness, totp.secret), ada)).outcome).toBe('200')
      },
    )

    it.inTurn('does not reset the count of guesses by a sign-in with the first factor', async () => {
      const harness = await createHarness(storage)
      const { totp } = await withTotp(harness)
      const outcomes: string[] = []
      for (let round = 0; round < 4; round += 1) {
        const user = await harness.signIn('ada@example.com', { minutes: 600 })
        outcomes.push(...(await guess(harness, totp.secret, user, 3)))
      }
      expect(outcomes).toEqual([...Array(10).fill('otp_code_not_found'), ...Array(2).fill('user_lock_limit_reached')])
    })

    it.inTurn('clears the count after a correct code, but not the count of other secrets', async () => {
      const harness = await createHarness(storage)
      const ada = await withTotp(harness)
      const { totp, accountId } = ada
      const { data: sent } = await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      const [code] = (await harness.lastMessage('ada@example.com')).codes
      for (let count = 0; count < 3; count += 1)
        await harness.call('POST', '/otps/authenticate', {
          ...{
            token: code === '111111' ? '222222' : '111111',
            method_id: sent.method_id,
            session_duration_minutes: 30,
          },
        })
      await guess(harness, totp.secret, ada, 4)
      expect((await enter(harness, await codeAt(harness, totp.secret), ada)).outcome).toBe('200')
      expect((await storage.lockouts.get(harness.project.id, `user:${accountId}`))?.consecutive).toBe(3)
      harness.clock.advance(60_000)
      expect(await guess(harness, totp.secret, ada, 7)).toEqual(Array(7).fill('otp_code_not_found'))
    })
  })

  it.inTurn('rejects authenticator apps if the project disables them', async () => {
    const enabledMethods: ProjectSettings['enabledMethods'] = {
      ...{ magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true, totps: false },
    }
    const harness = await createHarness(storage, { settings: { enabledMethods } })
    const { token: session } = await harness.signIn('ada@example.com')
    const answer = await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session })
    expect(answer.outcome).toBe('method_not_enabled')
  })
})
