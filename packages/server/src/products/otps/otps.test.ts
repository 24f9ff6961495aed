import { afterAll, beforeAll, it as bothEngines, describe, expect, vi } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageUnavailableError } from '../../storage/storage-error.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import { lockedIndefinitely, lockoutSubjectOfAccount } from '../../storage/verbs.ts'
import { withChangedTransactions } from '../../testing/changed-transactions.suite.ts'
import { createHarness, engines, type Harness, openTestStorage, origin } from '../../testing/harness.ts'

const phone = '+15005550006'

describe.each(engines)('passcodes on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const enter = (harness: Harness, method_id: string, token: string, options = {}) =>
    harness.call('POST', '/otps/authenticate', { token, method_id, session_duration_minutes: 30 }, options)

  async function send(harness: Harness, to: string, path = '/otps/email/login_or_create', body = {}, options = {}) {
    const field = to.includes('@') ? 'email' : 'phone_number'
    const { outcome, data } = await harness.call('POST', path, { [field]: to, ...body }, options)
    expect(outcome).toBe('200')
    await harness.provider.outbox.drain()
    // A notice may have been sent after the code.
    const code = harness.sent.findLast((one) => one.to === to && one.codes.length > 0)?.codes[0] ?? ''
    return { method: data.method_id, code, wrong: code === '111111' ? '222222' : '111111' }
  }

  it.each(
    casesOn(engine, [
      [
        'sms',
        phone,
        { phone_number_factor: { phone_id: expect.stringMatching(/^phone-number-test-/), phone_number: phone } },
      ],
      ['whatsapp', phone, { phone_number_factor: { phone_id: expect.any(String), phone_number: phone } }],
      [
        'email',
        'ada@example.com',
        { email_factor: { email_id: expect.stringMatching(/^email-test-/), email_address: 'ada@example.com' } },
      ],
    ]),
  )('signs a user up by %s', async (channel, to, factor) => {
    const harness = await createHarness(storage)
    const { method, code } = await send(harness, to, `/otps/${channel}/login_or_create`)
    const message = await harness.lastMessage(to)
    expect([message.channel, code]).toEqual([channel, expect.stringMatching(/^\d{6}$/)])
    const { data } = await enter(harness, method, code)
    const at = '2027-01-15T08:00:00.000Z'
    expect([data.method_id, data.user.status, data.session.authentication_factors]).toEqual([
      method,
      'active',
      [
        {
          ...{ type: 'otp', delivery_method: channel, last_authenticated_at: at, created_at: at, updated_at: at },
          ...factor,
        },
      ],
    ])
  })

  it.each(casesOn(engine, ['sms', 'whatsapp', 'email'] as const))(
    'rejects a send by %s if no carrier is configured for it',
    async (channel) => {
      const channels = (['sms', 'whatsapp', 'email'] as const).filter((one) => one !== channel)
      const harness = await createHarness(storage, { channels })
      const body = (one: string) => (one === 'email' ? { email: 'ada@example.com' } : { phone_number: phone })
      const ask = (one: string) => harness.call('POST', `/otps/${one}/login_or_create`, body(one))
      const { outcome, json } = await ask(channel)
      expect([outcome, json.error_message, json.error_details]).toEqual([
        'method_not_enabled',
        `This provider cannot send messages by ${channel}: no carrier is configured for it.`,
        { channel },
      ])
      for (const other of channels) expect((await ask(other)).outcome).toBe('200')
      await harness.provider.outbox.drain()
      expect(harness.sent.map((message) => message.channel).sort()).toEqual([...channels].sort())
    },
  )

  it.inTurn('binds a text message to the page that requested it', async () => {
    const harness = await createHarness(storage)
    const { code } = await send(harness, phone, '/otps/sms/login_or_create')
    expect((await harness.lastMessage(phone)).text).toMatch(new RegExp(`@${new URL(origin).hostname} #${code}$`))
    await send(harness, phone, '/otps/sms/login_or_create', {}, { origin: null })
    expect((await harness.lastMessage(phone)).text).not.toContain('@')
  })

  it.each(casesOn(engine, ['bulk', 'strict'] as const))(
    'returns that no attempt remains in a %s project, for known and unknown addresses',
    async (enumeration) => {
      const harness = await createHarness(storage, { settings: { enumeration } })
      await harness.signIn('ada@example.com')
      const isStrict = enumeration === 'strict'
      const sent = [await send(harness, 'ada@example.com', '/otps/email/send/primary')]
      // A strict project sends nothing to an unknown address and responds in the same way.
      const decoy = isStrict && (await harness.call('POST', '/otps/email/send/primary', { email: 'eve@example.com' }))
      if (decoy) sent.push({ method: decoy.data.method_id, code: '222222', wrong: '111111' })
      for (const { method, code, wrong } of sent) {
        const details: unknown[] = []
        for (const token of [wrong, wrong, wrong, wrong, wrong, code])
          details.push((await enter(harness, method, token)).json.error_details)
        const none = { attempts_remaining: 0 }
        expect(details).toEqual([undefined, undefined, undefined, undefined, none, none])
      }
      expect((await enter(harness, 'email-test-unknown', '123456')).json.error_details).toBeUndefined()
    },
  )

  it.inTurn('does not reveal that a code was replaced', async () => {
    const harness = await createHarness(storage)
    const first = await send(harness, 'ada@example.com')
    await enter(harness, first.method, first.wrong)
    await send(harness, 'ada@example.com')
    expect((await enter(harness, first.method, first.wrong)).json.error_details).toBeUndefined()
  })

  describe('after ten wrong codes in a row', () => {
    async function lockOut(harness: Harness, to: string, rounds: number): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        const { method, wrong } = await send(harness, to)
        for (let guess = 0; guess < 5; guess += 1) await enter(harness, method, wrong)
        harness.clock.advance(15 * 60_000)
      }
    }

    it.inTurn('locks an account for an hour, across codes and channels, and shows the lock-out', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com', { minutes: 600 })
      await lockOut(harness, 'ada@example.com', 1)
      const half = await harness.call('GET', '/users/me', undefined, { session: ada.token })
      expect(half.data.is_locked).toBe(false)
      await lockOut(harness, 'ada@example.com', 1)
      const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
      const [at, until] = [me.data.lock_created_at ?? '', me.data.lock_expires_at ?? '']
      expect([me.data.is_locked, Date.parse(until) - Date.parse(at)]).toEqual([true, 60 * 60_000])
      const refreshed = await harness.call('POST', '/sessions/authenticate', {}, { session: ada.token })
      expect(refreshed.data.user.is_locked).toBe(true)
      const { method, code } = await send(harness, 'ada@example.com')
      const locked = await enter(harness, method, code)
      expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(44 * 60)
      expect(Number(locked.headers.get('retry-after'))).toBeLessThan(46 * 60)
      // Nothing was counted during the lock-out: the same code works after the hour.
      const fresh = await send(harness, 'ada@example.com', undefined, { expiration_minutes: 10 })
      harness.clock.advance(45 * 60_000)
      expect((await enter(harness, fresh.method, fresh.code)).outcome).toBe('otp_code_not_found')
      const next = await send(harness, 'ada@example.com')
      expect((await enter(harness, next.method, next.code)).outcome).toBe('200')
    })

    it.inTurn('locks an address without an account too, but still accepts a link', async () => {
      const harness = await createHarness(storage)
      await lockOut(harness, 'new@example.com', 2)
      const { method, code } = await send(harness, 'new@example.com')
      expect((await enter(harness, method, code)).outcome).toBe('user_lock_limit_reached')
      await harness.call('POST', '/magic_links/email/login_or_create', { email: 'new@example.com' })
      const link = new URL((await harness.lastMessage('new@example.com')).links[0] ?? '')
      const body = { token: link.searchParams.get('token'), session_duration_minutes: 30 }
      expect((await harness.call('POST', '/magic_links/authenticate', body)).outcome).toBe('200')
    })

    it.inTurn('never locks an address without an account permanently: no operator could unlock it', async () => {
      const harness = await createHarness(storage)
      const wrong = { email: 'new@example.com', password: 'wrong', session_duration_minutes: 30 }
      for (let round = 0; round < 11; round += 1) {
        for (let guess = 0; guess < 10; guess += 1) await harness.call('POST', '/passwords/authenticate', wrong)
        harness.clock.advance(24 * 60 * 60_000)
      }
      const { method, code } = await send(harness, 'new@example.com')
      expect((await enter(harness, method, code)).outcome).toBe('200')
    })

    /** A network that the user has never signed in from: only those are stopped by the account's lock-out. */
    const unknownNetwork = { peerAddress: '198.51.100.66' }

    /** Makes the last five of a hundred wrong guesses; the others were made long ago. */
    async function guessUpToHundred(harness: Harness, to: string, path: string, subject: string): Promise<void> {
      const long = { threshold: 1_000, baseMs: 1, maxMs: 1, hardCap: 1_000 }
      for (let count = 0; count < 95; count += 1)
        await storage.lockouts.countGuess(harness.project.id, subject, long, harness.clock.now())
      const { method, wrong } = await send(harness, to, path)
      for (let guess = 0; guess < 5; guess += 1)
        expect((await enter(harness, method, wrong, unknownNetwork)).outcome).toBe('otp_code_not_found')
    }

    const [sms, mail] = ['/otps/sms/login_or_create', '/otps/email/login_or_create']
    const day = 24 * 60 * 60_000
    const onlyCodes = { magicLinks: false, otpEmail: true, otpSms: true, otpWhatsapp: true, passwords: false }

    it.each(
      casesOn(engine, [
        ['with only a phone number', phone, sms, {}],
        ['with only a phone number in a strict project', phone, sms, { enumeration: 'strict' as const }],
        ['in a project without links', 'ada@example.com', mail, { enabledMethods: onlyCodes }],
      ]),
    )('never locks an account permanently %s: it has no other factor', async (_who, to, path, settings) => {
      const harness = await createHarness(storage, { settings })
      const first = await send(harness, to, path)
      const { user_id } = (await enter(harness, first.method, first.code)).data
      // A strict project shows only the lock-out of the identifier.
      const subject = 'enumeration' in settings ? `phone_number:${phone}` : lockoutSubjectOfAccount(user_id)
      await guessUpToHundred(harness, to, path, subject)
      const lock = await storage.lockouts.get(harness.project.id, subject)
      expect([lock?.consecutive, (lock?.lockedUntil ?? 0) - harness.clock.now()]).toEqual([100, day])
      const early = await send(harness, to, path)
      expect((await enter(harness, early.method, early.code, unknownNetwork)).outcome).toBe('user_lock_limit_reached')
      harness.clock.advance(day)
      const { method, code } = await send(harness, to, path)
      expect((await enter(harness, method, code)).outcome).toBe('200')
    })

    it.inTurn('locks an account with another factor permanently, until that factor is removed', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      const session = ada.token
      const added = await send(harness, phone, '/otps/sms/send/secondary', {}, { session })
      expect((await enter(harness, added.method, added.code, { session })).outcome).toBe('200')
      const subject = lockoutSubjectOfAccount(ada.accountId)
      await guessUpToHundred(harness, phone, sms, subject)
      expect((await storage.lockouts.get(harness.project.id, subject))?.lockedUntil).toBe(lockedIndefinitely)
      harness.clock.advance(10 * day)
      const closed = await send(harness, phone, sms)
      const refused = await enter(harness, closed.method, closed.code, unknownNetwork)
      expect(refused.outcome).toBe('user_lock_limit_reached')
      // A permanent lock-out reports a day, not thousands of years.
      const retryAfter = Number(refused.headers.get('retry-after'))
      expect(retryAfter >= day / 1_000 && retryAfter <= day / 1_000 + 10).toBe(true)
      await storage.accounts.removeRegistration(harness.project.id, ada.accountId, 'email', ada.emailId)
      const { method, code } = await send(harness, phone, sms)
      expect((await enter(harness, method, code, unknownNetwork)).outcome).toBe('200')
    })

    it.inTurn('treats new addresses and accounts of a strict project alike, by email and by phone', async () => {
      const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
      const ends: Record<string, boolean> = {}
      const known = await send(harness, phone, sms)
      expect((await enter(harness, known.method, known.code)).outcome).toBe('200')
      await harness.signIn('ada@example.com')
      const guessed: [string, string, string][] = [
        [phone, sms, `phone_number:${phone}`],
        ['+15005550007', sms, 'phone_number:+15005550007'],
        ['ada@example.com', mail, 'email:ada@example.com'],
        ['new@example.com', mail, 'email:new@example.com'],
      ]
      for (const [to, path, subject] of guessed) {
        await guessUpToHundred(harness, to, path, subject)
        ends[to] = (await storage.lockouts.get(harness.project.id, subject))?.lockedUntil !== lockedIndefinitely
      }
      expect(ends).toEqual({
        ...{ [phone]: true, '+15005550007': true, 'ada@example.com': false, 'new@example.com': false },
      })
    })

    it.inTurn('locks a further number, whatever happens to the account that guesses', async () => {
      const harness = await createHarness(storage)
      for (let round = 0; round < 2; round += 1) {
        const { token: session } = await harness.signIn(`mallory${round}@example.com`)
        const { method, wrong } = await send(harness, phone, '/otps/sms/send/secondary', {}, { session })
        for (let guess = 0; guess < 5; guess += 1)
          expect((await enter(harness, method, wrong, { session })).outcome).toBe('otp_code_not_found')
      }
      const { token: session } = await harness.signIn('mallory2@example.com')
      const { method, code } = await send(harness, phone, '/otps/sms/send/secondary', {}, { session })
      expect((await enter(harness, method, code, { session })).outcome).toBe('user_lock_limit_reached')
    })

    it.inTurn('resets the count after a correct code', async () => {
      const harness = await createHarness(storage)
      await harness.signIn('ada@example.com')
      for (let round = 0; round < 3; round += 1) {
        const { method, code, wrong } = await send(harness, 'ada@example.com')
        for (let guess = 0; guess < 4; guess += 1) await enter(harness, method, wrong)
        expect((await enter(harness, method, code)).outcome).toBe('200')
        harness.clock.advance(16 * 60_000)
      }
    })
  })

  it.inTurn('runs as many queries for a code without an account as for one with an account', async () => {
    const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
    await harness.signIn('known@example.com')
    const queries: number[] = []
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const { data } = await harness.call('POST', '/otps/email/send/primary', { email })
      const find = vi.spyOn(storage.accounts, 'findByRegistration')
      await enter(harness, data.method_id, '000000')
      queries.push(find.mock.calls.length)
      find.mockRestore()
    }
    expect(queries).toEqual([1, 1])
  })

  it.inTurn('does not delay the response until a guess is refunded', async () => {
    let isUnavailable = false
    let resume = () => {}
    const isAvailable = new Promise<void>((resolve) => {
      resume = resolve
    })
    const failing = withChangedTransactions(storage, ({ lockouts }) => ({
      lockouts: {
        ...lockouts,
        refundCorrectGuesses: (...one) =>
          isUnavailable
            ? Promise.reject(new StorageUnavailableError('the database is unavailable'))
            : lockouts.refundCorrectGuesses(...one),
        refundGuesses: async (...one) => {
          await isAvailable
          return lockouts.refundGuesses(...one)
        },
      },
    }))
    const harness = await createHarness(failing)
    const { accountId } = await harness.signIn('ada@example.com')
    const { method, code } = await send(harness, 'ada@example.com')
    isUnavailable = true
    expect((await enter(harness, method, code)).status).toBe(503)
    resume()
    // After the response, once the database is available again.
    const subject = lockoutSubjectOfAccount(accountId)
    await expect.poll(async () => (await storage.lockouts.get(harness.project.id, subject))?.consecutive ?? 0).toBe(0)
  })

  it.inTurn('refunds a guess whose code was correct and could not be consumed', async () => {
    let isUnavailable = false
    const failing = withChangedTransactions(storage, ({ lockouts }) => {
      const settle: typeof lockouts.refundCorrectGuesses = (...one) =>
        isUnavailable ? Promise.reject(new Error('the database is unavailable')) : lockouts.refundCorrectGuesses(...one)
      return { lockouts: { ...lockouts, refundCorrectGuesses: settle } }
    })
    const harness = await createHarness(failing)
    const { accountId } = await harness.signIn('ada@example.com')
    const { method, code, wrong } = await send(harness, 'ada@example.com')
    isUnavailable = true
    expect((await enter(harness, method, code)).status).toBe(503)
    const count = async () =>
      (await storage.lockouts.get(harness.project.id, lockoutSubjectOfAccount(accountId)))?.consecutive ?? 0
    expect(await count()).toBe(0)
    await enter(harness, method, wrong)
    expect(await count()).toBe(1)
    isUnavailable = false
    expect((await enter(harness, method, code)).outcome).toBe('200')
  })

  it.inTurn('rejects an unknown address in a bulk project', async () => {
    const harness = await createHarness(storage)
    const outcomes = [
      await harness.call('POST', '/otps/email/send/primary', { email: 'unknown@example.com' }),
      await harness.call('POST', '/otps/sms/send/primary', { phone_number: phone }),
      await harness.call('POST', '/otps/whatsapp/send/primary', { phone_number: phone }),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['email_not_found', 'phone_number_not_found', 'phone_number_not_found'])
  })

  it.inTurn('returns a decoy for an unknown address of a strict project that behaves like any other code', async () => {
    const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
    await harness.signIn('known@example.com')
    harness.sent.length = 0
    const outcomes: Record<string, string[]> = {}
    for (const email of ['known@example.com', 'unknown@example.com']) {
      outcomes[email] = []
      for (let round = 0; round < 3; round += 1) {
        const { data } = await harness.call('POST', '/otps/email/send/primary', { email })
        expect(Object.keys(data)).toEqual(['method_id', 'request_id', 'status_code'])
        await harness.provider.outbox.drain()
        const code = harness.sent.at(-1)?.codes[0] === '000000' ? '000001' : '000000'
        for (let guess = 0; guess < 6; guess += 1)
          outcomes[email]?.push((await enter(harness, data.method_id, code)).outcome)
      }
    }
    expect(outcomes['unknown@example.com']).toEqual(outcomes['known@example.com'])
    expect(outcomes['unknown@example.com']?.at(-1)).toBe('user_lock_limit_reached')
    expect(new Set(harness.sent.map(({ to }) => to))).toEqual(new Set(['known@example.com']))
  })

  it.inTurn('counts wrong codes for a further address alike, whether it is free or of another user', async () => {
    const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
    await harness.signIn('taken@example.com')
    const locks: boolean[] = []
    for (const email of ['taken@example.com', 'free@example.com']) {
      const { token: session } = await harness.signIn(`asks-for-${email}`)
      for (let round = 0; round < 2; round += 1) {
        const { data } = await harness.call('POST', '/otps/email/send/secondary', { email }, { session })
        await harness.provider.outbox.drain()
        const code = harness.sent.at(-1)?.codes[0] === '000000' ? '000001' : '000000'
        for (let guess = 0; guess < 5; guess += 1) await enter(harness, data.method_id, code, { session })
      }
      locks.push((await harness.call('GET', '/users/me', undefined, { session })).data.is_locked)
    }
    expect(locks).toEqual([true, true])
    const owner = await storage.accounts.findByRegistration(
      projectRealm(harness.project.id),
      'email',
      'taken@example.com',
    )
    expect(await storage.lockouts.get(harness.project.id, lockoutSubjectOfAccount(owner?.id ?? ''))).toBe(null)
  })

  it.inTurn('adds a phone number to the session that requested it', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn('ada@example.com')
    const eve = await harness.signIn('eve@example.com')
    const path = '/otps/sms/send/secondary'
    expect((await harness.call('POST', path, { phone_number: phone })).outcome).toBe('user_unauthenticated')
    const { method, code } = await send(harness, phone, path, {}, { session: ada.token })
    expect((await enter(harness, method, code, { session: eve.token })).outcome).toBe('user_unauthenticated')
    const { data } = await enter(harness, method, code, { session: ada.token })
    expect([data.user_id, data.session.session_id, data.user.phone_numbers[0]?.verified]).toEqual([
      ada.accountId,
      ada.sessionId,
      true,
    ])
    const taken = await harness.call('POST', path, { phone_number: phone }, { session: eve.token })
    expect(taken.outcome).toBe('duplicate_phone_number')
  })

  it.inTurn('rejects invalid addresses and numbers, and disabled channels', async () => {
    const harness = await createHarness(storage)
    const call = (path: string, body: object, options = {}) => harness.call('POST', path, body, options)
    expect((await call('/otps/email/login_or_create', { email: 'x' })).outcome).toBe('invalid_email')
    expect((await call('/otps/sms/login_or_create', { phone_number: '5005550006' })).outcome).toBe(
      'invalid_phone_number',
    )
    expect((await call('/otps/whatsapp/login_or_create', { phone_number: '+9995550006' })).outcome).toBe(
      'invalid_phone_number_country_code',
    )
    for (const expiration_minutes of [0, 11, 1.5, '5', null])
      expect((await call('/otps/email/login_or_create', { email: 'a@b.co', expiration_minutes })).outcome).toBe(
        'schema_error',
      )
    const enabledMethods = { magicLinks: true, otpEmail: true, otpSms: false, otpWhatsapp: true }
    const project = await harness.newProject({ settings: { enabledMethods } })
    expect((await call('/otps/sms/login_or_create', { phone_number: phone }, { project })).outcome).toBe(
      'method_not_enabled',
    )
    expect((await call('/otps/whatsapp/login_or_create', { phone_number: phone }, { project })).outcome).toBe('200')
  })

  describe('limits', () => {
    it('sends five passcodes to an address from one network in 15 minutes, and twenty a day (R-7)', async () => {
      const harness = await createHarness(storage)
      const path = '/otps/email/login_or_create'
      const burst = async (peer: string) => {
        const outcomes = []
        for (let count = 0; count < 6; count += 1)
          outcomes.push((await harness.call('POST', path, { email: 'ada@example.com' }, { peerAddress: peer })).outcome)
        return outcomes
      }
      const peerAddress = '198.51.100.1'
      for (let window = 0; window < 4; window += 1) {
        expect(await burst(peerAddress)).toEqual([...Array(5).fill('200'), 'too_many_requests'])
        harness.clock.advance(15 * 60_000)
      }
      const refused = await harness.call('POST', path, { email: 'ADA@example.com' }, { peerAddress })
      expect([refused.status, refused.outcome]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
      harness.clock.advance(24 * 60 * 60_000)
      expect((await harness.call('POST', path, { email: 'ada@example.com' })).outcome).toBe('200')
    })

    it('counts all tags of a mailbox together (R-7)', async () => {
      const harness = await createHarness(storage)
      const sendTo = async (email: string) =>
        (await harness.call('POST', '/otps/email/login_or_create', { email })).outcome
      const outcomes = []
      for (const tag of ['', '+a', '+b', '+c', '+d', '+e']) outcomes.push(await sendTo(`ada${tag}@example.com`))
      expect(outcomes).toEqual([...Array(5).fill('200'), 'too_many_requests'])
      expect(await sendTo('bob+e@example.com')).toBe('200')
    })

    it('sends twenty passcodes from one network, across the addresses of an IPv6 prefix (R-3)', async () => {
      const harness = await createHarness(storage)
      const outcomes = []
      for (let count = 0; count < 21; count += 1) {
        const options = {
          peerAddress: `2001:db8:0:1::${count.toString(16)}`,
          headers: { 'x-forwarded-for': `10.0.0.${count}` },
        }
        outcomes.push(
          (await harness.call('POST', '/otps/email/login_or_create', { email: `a${count}@b.co` }, options)).outcome,
        )
      }
      expect(outcomes).toEqual([...Array(20).fill('200'), 'too_many_requests'])
    })

    it('sends thirty passcodes a minute into one range of numbers, and limits the whole project (R-6)', async () => {
      const harness = await createHarness(storage, {
        settings: { limits: { sends_per_project: { limit: 40, windowMs: 60_000 } } },
      })
      const sendTo = (to: string, count: number) =>
        harness.call('POST', '/otps/sms/login_or_create', { phone_number: to }, { peerAddress: `198.51.100.${count}` })
      const outcomes = []
      for (let count = 0; count < 31; count += 1)
        outcomes.push((await sendTo(`+1500555${String(1000 + count)}`, count)).outcome)
      expect(outcomes).toEqual([...Array(30).fill('200'), 'too_many_requests'])
      for (let count = 0; count < 9; count += 1)
        expect((await sendTo(`+1600555${1000 + count}`, 40 + count)).outcome).toBe('200')
      expect((await sendTo('+16005552000', 60)).outcome).toBe('too_many_requests')
      harness.clock.advance(60_000)
      expect((await sendTo('+15005552000', 61)).outcome).toBe('200')
    })
  })
})
