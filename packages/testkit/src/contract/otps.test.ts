import type { Client } from '@latchkey/client'
import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import {
  ada,
  bob,
  halfHour,
  minute,
  onBothEngines,
  otherCode,
  outcomes,
  rejection,
  sentTo,
  signInByCode,
  storeTemplates,
} from './contract.suite.ts'

const phone = '+12025550123'
const guarded = {
  settings: {
    captcha: { enabled: true as const, siteKey: 'site-1', secretSealed: '' },
    dfp: { enabled: true, mode: 'OBSERVATION' as const },
  },
  captcha: { verify: async (token: string) => token === 'captcha-1' },
  client: {
    captcha: { getToken: async () => 'captcha-1' },
    telemetryId: { getTelemetryId: async () => 'telemetry-1' },
  },
}
const protection = { captcha_token: 'captcha-1', dfp_telemetry_id: 'telemetry-1' }
const methodId = expect.stringMatching(/^(phone-number|email)-test-[\w-]+$/)

/** Method and body of the last request to a path. */
function last(kit: Testkit, path: string): unknown {
  const { method, body } = sentTo(kit, path).at(-1) ?? {}
  return { method, body }
}

/** Enters passcodes one after another and returns the error types, or 'ok'. */
function enter(client: Client, method_id: string, ...codes: string[]): Promise<string[]> {
  return outcomes(...codes.map((code) => () => client.otps.authenticate(code, method_id, halfHour)))
}

onBothEngines('a passcode', (open, _engine, it) => {
  it.each([
    ['sms', { enable_autofill: true, autofill_session_duration_minutes: 30 }],
    ['whatsapp', {}],
  ] as const)('is sent by %s and signs in [C-CALL-30] [C-CALL-31] [C-CALL-39]', async (channel, extra) => {
    const kit = await open(guarded)
    const templates = await storeTemplates(kit, 'passcode_text')
    const options = { expiration_minutes: 3, locale: 'en', ...templates, ...extra }
    const sent = await kit.client.otps[channel].loginOrCreate(phone, options)
    expect(sent).toEqual({ method_id: methodId, request_id: expect.any(String), status_code: 200 })
    expect(last(kit, `/otps/${channel}/login_or_create`)).toEqual({
      method: 'POST',
      body: { phone_number: phone, ...options, ...protection },
    })
    const [message] = kit.inbox.messages(phone)
    expect(message).toMatchObject({ channel, to: phone, codes: [expect.stringMatching(/^\d{6}$/)] })
    const code = kit.inbox.lastCode(phone)
    await kit.client.otps.authenticate(code, sent.method_id, { session_duration_minutes: 45 })
    expect(last(kit, '/otps/authenticate')).toEqual({
      method: 'POST',
      body: { token: code, method_id: sent.method_id, session_duration_minutes: 45, ...protection },
    })
    expect(kit.client.user.getSync()?.phone_numbers).toMatchObject([{ phone_number: phone, verified: true }])
    expect(kit.client.session.getSync()?.authentication_factors).toMatchObject([
      { type: 'otp', delivery_method: channel, phone_number_factor: { phone_number: phone } },
    ])
  })

  it.inTurn('sends a passcode by email and signs in [C-CALL-32] [C-CALL-39]', async () => {
    const kit = await open(guarded)
    const options = { expiration_minutes: 3, ...(await storeTemplates(kit, 'passcode')) }
    const sent = await kit.client.otps.email.loginOrCreate(ada, options)
    expect(sent).toEqual({ method_id: methodId, request_id: expect.any(String), status_code: 200 })
    expect(last(kit, '/otps/email/login_or_create')).toEqual({
      method: 'POST',
      body: { email: ada, ...options, ...protection },
    })
    const code = kit.inbox.lastCode(ada)
    await kit.client.otps.authenticate(code, sent.method_id, halfHour)
    expect(last(kit, '/otps/authenticate')).toEqual({
      method: 'POST',
      body: { token: code, method_id: sent.method_id, ...halfHour, ...protection },
    })
    expect(kit.client.user.getSync()?.emails).toMatchObject([{ email: ada, verified: true }])
  })

  it.each([
    ['sms', phone, { phone_number: phone }],
    ['whatsapp', phone, { phone_number: phone }],
    ['email', ada, { email: ada }],
  ] as const)(
    'sends a passcode to an existing user through %s primary without a session, and rejects others [C-CALL-33] [C-CALL-35] [C-CALL-37]',
    async (channel, to, field) => {
      const kit = await open(guarded)
      const { otps, session } = kit.client
      const path = `/otps/${channel}/send/primary`
      const unknown = await rejection(otps[channel].send(to))
      expect(unknown.error_type).toBe(channel === 'email' ? 'email_not_found' : 'phone_number_not_found')
      expect(kit.inbox.messages(to)).toEqual([])
      const first = await otps[channel].loginOrCreate(to)
      await otps.authenticate(kit.inbox.lastCode(to), first.method_id, halfHour)
      await session.revoke()
      const { method_id } = await otps[channel].send(to, { expiration_minutes: 2, locale: 'en' })
      expect(last(kit, path)).toEqual({
        method: 'POST',
        body: { ...field, expiration_minutes: 2, locale: 'en', ...protection },
      })
      expect(await enter(kit.client, method_id, kit.inbox.lastCode(to))).toEqual(['ok'])
    },
  )

  it.each([
    ['sms', phone, { phone_number: phone }],
    ['whatsapp', phone, { phone_number: phone }],
    ['email', 'work@example.com', { email: 'work@example.com' }],
  ] as const)(
    'adds a factor by %s secondary with a session: one user, two factors [C-CALL-34] [C-CALL-36] [C-CALL-38]',
    async (channel, to, field) => {
      const kit = await open(guarded)
      await signInByCode(kit)
      const before = kit.client.user.getSync()
      const session = kit.client.session.getSync()
      await kit.clock.advance(1_000)
      const { method_id } = await kit.client.otps[channel].send(to, { expiration_minutes: 2 })
      expect(last(kit, `/otps/${channel}/send/secondary`)).toEqual({
        method: 'POST',
        body: { ...field, expiration_minutes: 2, ...protection },
      })
      expect(await enter(kit.client, method_id, kit.inbox.lastCode(to))).toEqual(['ok'])
      const { client } = kit
      expect(client.user.getSync()?.user_id).toBe(before?.user_id)
      expect(client.session.getSync()?.session_id).toBe(session?.session_id)
      expect(client.session.getSync()?.authentication_factors.map((factor) => factor.delivery_method)).toEqual([
        'email',
        channel,
      ])
      const { emails = [], phone_numbers = [] } = client.user.getSync() ?? {}
      const reached = [...emails.map(({ email }) => email), ...phone_numbers.map(({ phone_number }) => phone_number)]
      expect(reached).toEqual([ada, to])
      expect(
        (await kit.storage.accounts.list({ projectId: kit.project.id, organizationId: null }, { limit: 9 })).items,
      ).toHaveLength(1)
      // It is now an independent factor.
      await client.session.revoke()
      const again = await client.otps[channel].loginOrCreate(to)
      await client.otps.authenticate(kit.inbox.lastCode(to), again.method_id, halfHour)
      expect(client.user.getSync()?.user_id).toBe(before?.user_id)
    },
  )

  it('rejects a passcode for a further factor without the session that requested it (A-6)', async () => {
    const kit = await open()
    await signInByCode(kit)
    const { method_id } = await kit.client.otps.sms.send(phone)
    const code = kit.inbox.lastCode(phone)
    const other = kit.openBrowser().client
    expect(await enter(other, method_id, code)).toEqual(['user_unauthenticated'])
    await signInByCode(kit, bob, { client: other })
    expect(await enter(other, method_id, code)).toEqual(['user_unauthenticated'])
    expect(other.user.getSync()?.phone_numbers).toEqual([])
    // The rejected attempts of another user do not end the session.
    expect(await enter(kit.client, method_id, code)).toEqual(['ok'])
  })

  it.inTurn('rejects the address of another user as a further factor', async () => {
    const kit = await open()
    await signInByCode(kit, bob)
    await kit.client.session.revoke()
    await signInByCode(kit)
    expect(await outcomes(() => kit.client.otps.email.send(bob))).toEqual(['duplicate_email'])
  })

  it('rejects a passcode after five wrong ones (T-7)', async () => {
    const kit = await open()
    const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
    const code = kit.inbox.lastCode(ada)
    const wrong = otherCode(code)
    expect(await enter(kit.client, method_id, ...Array(5).fill(wrong), code)).toEqual(
      Array(6).fill('otp_code_not_found'),
    )
    expect((await rejection(kit.client.otps.authenticate(wrong, method_id, halfHour))).message).toContain(
      'Invalid passcode, please try again.',
    )
    const second = await kit.client.otps.email.loginOrCreate(ada)
    const right = kit.inbox.lastCode(ada)
    expect(await enter(kit.client, second.method_id, ...Array(4).fill(otherCode(right)), right)).toEqual([
      ...Array(4).fill('otp_code_not_found'),
      'ok',
    ])
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])(
    'does not count a passcode with an invalid format as an attempt: %j',
    async (code) => {
      const kit = await open()
      const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
      const right = kit.inbox.lastCode(ada)
      expect(await enter(kit.client, method_id, ...Array(6).fill(code), right)).toEqual([
        ...Array(6).fill('invalid_code'),
        'ok',
      ])
    },
  )

  it('redeems a passcode once, and not with the method id of another (T-2)', async () => {
    const kit = await open()
    const first = await kit.client.otps.email.loginOrCreate(ada)
    const code = kit.inbox.lastCode(ada)
    const other = await kit.client.otps.email.loginOrCreate(bob)
    if (kit.inbox.lastCode(bob) !== code) {
      expect(await enter(kit.client, other.method_id, code)).toEqual(['otp_code_not_found'])
    }
    expect(await enter(kit.client, first.method_id, code, code)).toEqual(['ok', 'otp_code_not_found'])
    expect(await enter(kit.client, 'email-test-unknown', code)).toEqual(['otp_code_not_found'])
  })

  it.inTurn('invalidates a passcode when another is sent', async () => {
    const kit = await open()
    const first = await kit.client.otps.sms.loginOrCreate(phone)
    const old = kit.inbox.lastCode(phone)
    await kit.clock.advance(1_000)
    const second = await kit.client.otps.sms.loginOrCreate(phone)
    expect(second.method_id).not.toBe(first.method_id)
    expect(await enter(kit.client, first.method_id, old)).toEqual(['otp_code_not_found'])
    expect(await enter(kit.client, second.method_id, kit.inbox.lastCode(phone))).toEqual(['ok'])
  })

  it.inTurn(
    'expires a passcode after five minutes or the requested time, to the millisecond [C-CONST-06]',
    async () => {
      const kit = await open()
      const lives = async (email: string, ms: number, options?: { expiration_minutes: number }) => {
        const { client } = kit.openBrowser()
        const { method_id } = await client.otps.email.loginOrCreate(email, options)
        const code = kit.inbox.lastCode(email)
        await kit.clock.advance(ms)
        return (await enter(client, method_id, code))[0]
      }
      expect(await lives(ada, 5 * minute - 1)).toBe('ok')
      expect(await lives(ada, 5 * minute)).toBe('otp_code_not_found')
      expect(await lives(bob, 10 * minute - 1, { expiration_minutes: 10 })).toBe('ok')
      expect(await lives(bob, minute, { expiration_minutes: 1 })).toBe('otp_code_not_found')
      for (const expiration_minutes of [0, 11, 1.5, -1]) {
        expect(await outcomes(() => kit.client.otps.email.loginOrCreate(ada, { expiration_minutes }))).toEqual([
          'SchemaError',
        ])
      }
    },
  )

  it('locks the account for an hour after ten wrong passcodes, but a link still works (R-4)', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.client.session.revoke()
    const attacker = kit.openBrowser().client
    const guess = async (times: number) => {
      const { method_id } = await attacker.otps.email.loginOrCreate(ada)
      return enter(attacker, method_id, ...Array(times).fill(otherCode(kit.inbox.lastCode(ada))))
    }
    expect(await guess(5)).toEqual(Array(5).fill('otp_code_not_found'))
    expect(await guess(5)).toEqual(Array(5).fill('otp_code_not_found'))
    const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
    const locked = await rejection(kit.client.otps.authenticate(kit.inbox.lastCode(ada), method_id, halfHour))
    expect(locked).toMatchObject({ error_type: 'user_lock_limit_reached', status_code: 429 })
    expect(locked.message).toContain('Too many failed authentication attempts. Please try again later.')
    await kit.client.magicLinks.email.loginOrCreate(ada)
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(kit.client.user.getSync()).toMatchObject({ is_locked: true, emails: [{ email: ada }] })
    await kit.client.session.revoke()
    await kit.clock.advance(60 * minute)
    await signInByCode(kit)
    expect(kit.client.user.getSync()).toMatchObject({ is_locked: false, lock_expires_at: null })
  })

  it('signs in one user for every spelling of an address (A-9)', async () => {
    const kit = await open()
    const ids = new Set<string | undefined>()
    for (const email of ['ada@example.com', 'ADA@Example.COM', ' ada@example.com '.trim(), 'Ada@EXAMPLE.com']) {
      const { client } = kit.openBrowser()
      const { method_id } = await client.otps.email.loginOrCreate(email)
      await client.otps.authenticate(kit.inbox.lastCode('ada@example.com'), method_id, halfHour)
      ids.add(client.user.getSync()?.user_id)
    }
    expect(ids.size).toBe(1)
    for (const email of [
      'ada@example.com,bob@example.com',
      'ada@example.com\r\nBcc: bob@example.com',
      'ada',
      '@x.co',
    ]) {
      expect(await outcomes(() => kit.client.otps.email.loginOrCreate(email))).toEqual(['invalid_email'])
    }
    expect(kit.inbox.messages(bob)).toEqual([])
  })

  it('rejects invalid phone numbers (A-10)', async () => {
    const kit = await open()
    for (const number of ['12025550123', '+1', '+0123456789', 'phone', '+1202555012345678']) {
      const [outcome] = await outcomes(() => kit.client.otps.sms.loginOrCreate(number))
      expect(outcome).toMatch(/^invalid_phone_number/)
    }
    expect(kit.inbox.messages()).toEqual([])
  })

  it('never returns a passcode in a response (A-7)', async () => {
    const kit = await open()
    const answers: string[] = []
    kit.network.onAnswer = async (_, answer) => {
      answers.push(`${await answer.clone().text()}${JSON.stringify([...answer.headers])}`)
      return answer
    }
    const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
    await kit.client.magicLinks.email.loginOrCreate(bob)
    const code = kit.inbox.lastCode(ada)
    await enter(kit.client, method_id, otherCode(code))
    // Ids and times contain digits too: only a separate number counts as the passcode.
    for (const answer of answers) expect(answer).not.toMatch(new RegExp(`\\b${code}\\b`))
    for (const answer of answers) expect(answer).not.toContain(kit.inbox.lastToken(bob))
  })
})
