import { adminEndpoints } from '@latchkey/contract/admin'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdminHarness } from '../admin/admin.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage, tokenOf } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

/**
 * Production limits that are keyed by a user's identifier: an attacker exhausts each from other networks, and the owner
 * can still sign in.
 */
const email = 'ada@example.com'
const phone_number = '+12025550123'
const password = 'violet kettle ambles north'
const lasting = { session_duration_minutes: 30 }
/** The default network of the harness, from which the owner has signed in before. */
const home = '203.0.113.7'
const away = '192.0.2.44'
const attacker = '198.51.100.66'
const networks = (count: number) => Array.from({ length: count }, (_, index) => `198.51.${index}.1`)
const minute = 60_000

describe.each(engines)('the owner of an identifier on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const post = async (harness: Harness, path: string, body: object, peerAddress = home): Promise<string> =>
    (await harness.call('POST', path, body, { peerAddress })).outcome

  /** Calls from all networks in turn until each is rejected. */
  async function exhaust(harness: Harness, path: string, body: object, from: readonly string[]): Promise<string> {
    for (let round = 0; round < 30; round += 1) {
      const outcomes = new Set<string>()
      for (const peerAddress of from) outcomes.add(await post(harness, path, body, peerAddress))
      if (!outcomes.has('200')) return [...outcomes].join()
    }
    throw new Error(`${path} was never rejected`)
  }

  async function withPassword(harness: Harness): Promise<void> {
    const { token } = await harness.signIn(email)
    const set = await harness.call('POST', '/passwords/session/reset', { password, ...lasting }, { session: token })
    expect(set.outcome).toBe('200')
    harness.clock.advance(16 * minute)
  }

  it.inTurn('reaches the password form after an attacker has used up the searches for the address', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    const search = (from: string) => post(harness, '/users/search', { email }, from)
    for (let count = 0; count < 5; count += 1) expect(await search(attacker)).toBe('200')
    expect(await search(attacker)).toBe('too_many_requests')
    expect([await search(home), await search(away)]).toEqual(['200', '200'])
    expect(await post(harness, '/passwords/authenticate', { email, password, ...lasting })).toBe('200')
  })

  it.each(
    casesOn(engine, [
      ['/otps/email/login_or_create', { email }],
      ['/otps/email/send/primary', { email }],
      ['/magic_links/email/login_or_create', { email }],
      ['/magic_links/email/send/primary', { email }],
      ['/passwords/email/reset/start', { email }],
    ]),
  )('gets a message by %s after one attacker or many have used up their messages', async (path, body) => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    expect(await exhaust(harness, path, body, [attacker])).toBe('too_many_requests')
    // On an unknown network.
    expect(await post(harness, path, body, away)).toBe('200')
    expect(await exhaust(harness, path, body, networks(8))).toBe('too_many_requests')
    expect(await post(harness, path, body, home)).toBe('200')
    // Further networks get no more messages: the sum of all unknown networks is used up.
    const sent = async () => {
      await harness.provider.outbox.drain()
      return harness.sent.filter(({ to }) => to === email).length
    }
    const before = await sent()
    for (const from of networks(40)) await post(harness, path, body, from)
    expect((await sent()) - before).toBe(0)
  })

  it.inTurn(
    'gets a message after a signed-in attacker has requested to add the address to another account',
    async () => {
      const harness = await createHarness(storage)
      await withPassword(harness)
      const mallory = 'mallory@example.com'
      const path = '/otps/email/login_or_create'
      for (const peerAddress of networks(4)) {
        const started = await harness.call('POST', path, { email: mallory }, { peerAddress })
        const [token] = (await harness.lastMessage(mallory)).codes
        const proof = { token, method_id: started.data.method_id, ...lasting }
        const { data } = await harness.call('POST', '/otps/authenticate', proof, { peerAddress })
        const session = String(data.session_token)
        const outcomes = []
        for (let count = 0; count < 6; count += 1)
          outcomes.push(
            (await harness.call('POST', '/otps/email/send/secondary', { email }, { peerAddress, session })).outcome,
          )
        expect(outcomes.at(-1)).toBe('too_many_requests')
      }
      expect(await post(harness, path, { email }, home)).toBe('200')
    },
  )

  it.inTurn('gets a message after attackers have used up the messages of the day', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    const path = '/otps/email/login_or_create'
    for (let window = 0; window < 6; window += 1) {
      for (const from of networks(8)) for (const _ of [1, 2]) await post(harness, path, { email }, from)
      harness.clock.advance(15 * minute)
    }
    expect(await post(harness, path, { email }, '198.51.99.1')).toBe('too_many_requests')
    expect(await post(harness, path, { email }, home)).toBe('200')
  })

  it.inTurn('gets a text message after attackers have used up theirs', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn(email)
    const body = { phone_number, expiration_minutes: 5 }
    const started = await harness.call('POST', '/otps/sms/send/secondary', body, { session: ada.token })
    const [token] = (await harness.lastMessage(phone_number)).codes
    const proof = { token, method_id: started.data.method_id, ...lasting }
    expect((await harness.call('POST', '/otps/authenticate', proof, { session: ada.token })).outcome).toBe('200')
    harness.clock.advance(16 * minute)
    expect(await exhaust(harness, '/otps/sms/login_or_create', body, networks(8))).toBe('too_many_requests')
    expect(await post(harness, '/otps/sms/login_or_create', body)).toBe('200')
  })

  const wrong = { email, password: 'nothing like it at all', ...lasting }

  it.inTurn(
    'signs in by password from a known network while guesses of an attacker have locked the account',
    async () => {
      const harness = await createHarness(storage)
      await withPassword(harness)
      for (let count = 0; count < 10; count += 1) await post(harness, '/passwords/authenticate', wrong, attacker)
      const right = { email, password, ...lasting }
      expect(await post(harness, '/passwords/authenticate', right, attacker)).toBe('user_lock_limit_reached')
      expect(await post(harness, '/passwords/authenticate', right)).toBe('200')
      const change = { email, existing_password: password, new_password: 'six green lanterns hum', ...lasting }
      expect(await post(harness, '/passwords/existing_password/reset', change)).toBe('200')
      // The owner's sign-in gives the attacker no further guesses.
      expect(await post(harness, '/passwords/authenticate', wrong, attacker)).toBe('user_lock_limit_reached')
      // On an unknown network the owner uses a reset. The notice of the lock-out is sent first, so that the reset is the
      // newest mail.
      await harness.provider.outbox.drain()
      await harness.call('POST', '/passwords/email/reset/start', { email }, { peerAddress: away })
      await harness.provider.outbox.drain()
      const mail = harness.sent.findLast(({ to, links }) => to === email && links.length > 0)
      const token = mail && tokenOf(mail)
      const reset = { token, password: 'nine quiet harbors sing', ...lasting }
      expect(await post(harness, '/passwords/email/reset', reset, away)).toBe('200')
    },
  )

  it('gets a message after an attacker who had registered the address before them has used up theirs (R-11)', async () => {
    const harness = await createHarness(storage)
    expect(await post(harness, '/passwords', { email, password, ...lasting }, attacker)).toBe('200')
    // Each sign-in makes its network known.
    for (const from of networks(8))
      expect(await post(harness, '/passwords/authenticate', { email, password, ...lasting }, from)).toBe('200')
    harness.clock.advance(minute)
    await harness.signIn(email)
    harness.clock.advance(16 * minute)
    const send = ['/otps/email/send/primary', { email }] as const
    noteVariants(networks(8).length)
    expect(await exhaust(harness, ...send, networks(8))).toBe('too_many_requests')
    expect(await post(harness, ...send, home)).toBe('200')
  })

  it('gives no guesses at a new password to networks of sign-ins with the old one (R-9)', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    const signIn = (typed: string, from: string) =>
      post(harness, '/passwords/authenticate', { email, password: typed, ...lasting }, from)
    for (const from of networks(8)) expect(await signIn(password, from)).toBe('200')
    harness.clock.advance(minute)
    const { token } = await harness.signIn(email)
    const changed = { password: 'seven quiet lanterns drift', ...lasting }
    expect((await harness.call('POST', '/passwords/session/reset', changed, { session: token })).outcome).toBe('200')
    harness.clock.advance(minute)
    const outcomes: string[] = []
    for (const from of networks(8))
      for (let count = 0; count < 5; count += 1) outcomes.push(await signIn(`wrong ${count}`, from))
    noteVariants(outcomes.length)
    expect(outcomes.filter((outcome) => outcome === 'unauthorized_credentials')).toHaveLength(10)
    // The network of the change is known for the new password.
    expect(await signIn(changed.password, home)).toBe('200')
  })

  it('is not locked out longer by attempts during a lock-out that attackers caused (R-11)', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    const right = { email, password, ...lasting }
    for (const from of networks(10))
      expect(await post(harness, '/passwords/authenticate', { ...right, password: 'wrong' }, from)).toBe(
        'unauthorized_credentials',
      )
    harness.clock.advance(59 * minute)
    const attempts = 12
    noteVariants(attempts)
    for (let count = 0; count < attempts; count += 1)
      expect(await post(harness, '/passwords/authenticate', right, away)).toBe('user_lock_limit_reached')
    harness.clock.advance(2 * minute)
    expect(await post(harness, '/passwords/authenticate', right, away)).toBe('200')
  })

  it.inTurn('signs in by passcode and authenticator from a known network while the account is locked', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    for (let count = 0; count < 10; count += 1) await post(harness, '/passwords/authenticate', wrong, attacker)
    const { token } = await harness.signIn(email)
    const totp = Object((await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: token })).data)
    const guess = { totp_code: '000000', ...lasting }
    const answer = await harness.call('POST', '/totps/authenticate', guess, { session: token })
    expect([typeof totp.secret, answer.outcome]).toEqual(['string', 'otp_code_not_found'])
  })

  it.inTurn('is locked for an hour by ten wrong secrets from a known network', async () => {
    const harness = await createHarness(storage)
    await withPassword(harness)
    for (let count = 0; count < 10; count += 1) await post(harness, '/passwords/authenticate', wrong)
    const right = { email, password, ...lasting }
    expect(await post(harness, '/passwords/authenticate', right)).toBe('user_lock_limit_reached')
    harness.clock.advance(60 * minute)
    expect(await post(harness, '/passwords/authenticate', right)).toBe('200')
  })

  it('signs in with the password after a link by text message, if the project sends no passcodes to numbers (R-11)', async () => {
    /** The bcrypt hash of the password `a`. */
    const password_hash = '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'
    const right = { email, password: 'a', ...lasting }
    // Another network, with passcodes to numbers and without.
    noteVariants(2)
    for (const otpSms of [false, true]) {
      const enabledMethods = { magicLinks: false, otpEmail: false, otpSms, otpWhatsapp: false }
      const harness = await createAdminHarness(storage, { settings: { enabledMethods } })
      const users = [{ email, password_hash, additional_phone_numbers: [{ phone_number, verified: true }] }]
      await harness.admin(adminEndpoints.adminUsersImport, { request: { users } })
      for (let count = 0; count < 10; count += 1) await post(harness, '/passwords/authenticate', wrong, attacker)
      expect(await post(harness, '/passwords/authenticate', right, away)).toBe('user_lock_limit_reached')
      const [link = ''] = (await harness.lastMessage(phone_number)).links
      const allow = async (peerAddress: string) =>
        (await harness.fetch(new Request(link, { method: 'POST' }), peerAddress)).status
      // Only the first network that opens the link becomes known, so a stolen message gives guesses from one network.
      expect([await allow(away), await allow('192.0.2.45')]).toEqual([200, 200])
      const locked = 'user_lock_limit_reached'
      expect([
        await post(harness, '/passwords/authenticate', right, '192.0.2.45'),
        await post(harness, '/passwords/authenticate', right, away),
      ]).toEqual([locked, otpSms ? locked : '200'])
    }
  })
})
