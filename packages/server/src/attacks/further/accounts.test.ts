import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkLinkPath } from '../../accounts/network-link.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../../testing/harness.ts'

const lasting = { session_duration_minutes: 30 }
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous },
  ...{ password_attempts_per_ip: { limit: 30, windowMs: 300_000 }, sends_per_address_daily: generous },
}
const email = 'ada@example.com'
const phone_number = '+12025550123'
const password = 'violet kettle ambles north'
const domain = new URL(origin).hostname
const page = { domain, user_agent: 'x', return_passkey_credential_options: true }
const outcomeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).outcome

describe.each(engines)('further attacks on accounts on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** SQLite runs in the process and is faster, so it gets more guesses. */
  const tries = engine === 'sqlite' ? 1_000 : 250

  async function addPasskey(harness: Harness, session: string) {
    const device = createAuthenticator(origin)
    const started = Object((await harness.call('POST', '/webauthn/register/start', page, { session })).data)
    const public_key_credential = device.create(started.public_key_credential_creation_options)
    const { data } = await harness.call('POST', '/webauthn/register', { public_key_credential }, { session })
    const signIn = async () => {
      const start = Object((await harness.call('POST', '/webauthn/authenticate/start/primary', { domain })).data)
      const body = { public_key_credential: device.get(start.public_key_credential_request_options), ...lasting }
      return harness.call('POST', '/webauthn/authenticate', body)
    }
    return { session: data.session_token, id: data.user.webauthn_registrations[0]?.webauthn_registration_id, signIn }
  }

  it('an old sign-in cannot change factors if the project requires a recent one (A-12)', async () => {
    const harness = await createHarness(storage, { settings: { limits, stepUpMinutes: 10 }, config: { limits } })
    const ada = await harness.signIn(email, { minutes: 600 })
    const first = { password, session_duration_minutes: 600 }
    const { data } = await harness.call('POST', '/passwords/session/reset', first, { session: ada.token })
    const { session, id } = await addPasskey(harness, data.session_token)
    harness.clock.advance(10 * 60_000 + 1)
    const before = JSON.stringify(await storage.accounts.get(harness.project.id, ada.accountId))
    const wallet = createEthereumWallet()
    const changes: [string, string, object?][] = [
      ['POST', '/otps/email/send/secondary', { email: 'more@example.com' }],
      ['POST', '/otps/sms/send/secondary', { phone_number }],
      ['POST', '/otps/whatsapp/send/secondary', { phone_number }],
      ['POST', '/magic_links/email/send/secondary', { email: 'more@example.com' }],
      ['POST', '/totps', { expiration_minutes: 30 }],
      ['POST', '/totps/recovery_codes', {}],
      ['POST', '/webauthn/register/start', page],
      ['DELETE', `/users/webauthn_registrations/${id}`],
      ['DELETE', `/users/emails/${ada.emailId}`],
      [
        'POST',
        '/crypto_wallets/authenticate/start/secondary',
        { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type },
      ],
      ['POST', '/passwords/session/reset', { password: 'seven quiet lanterns drift', ...lasting }],
      [
        'POST',
        '/passwords/existing_password/reset',
        { email, existing_password: password, new_password: 'seven quiet lanterns drift', ...lasting },
      ],
    ]
    for (const [method, path, body] of changes)
      expect([path, await outcomeOf(harness.call(method, path, body, { session }))]).toEqual([path, 'step_up_required'])
    const after = Object(await storage.accounts.get(harness.project.id, ada.accountId))
    expect(JSON.stringify({ ...after, updatedAt: Object(JSON.parse(before)).updatedAt })).toBe(before)
    // The session continues, and after a new sign-in the user can change factors.
    const again = await harness.signIn(email, { session })
    const reset = { password: 'seven quiet lanterns drift', ...lasting }
    expect(await outcomeOf(harness.call('POST', '/passwords/session/reset', reset, { session: again.token }))).toBe(
      '200',
    )
  })

  it(`${tries} wrong passwords do not lock the owner out (R-5)`, { timeout: 600_000 }, async () => {
    const harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    const { token } = await harness.signIn(email, { minutes: 10_000 })
    const passkey = await addPasskey(harness, token)
    await harness.call('POST', '/passwords/session/reset', { password, ...lasting }, { session: passkey.session })
    const guessed = async (index: number) => {
      const wrong = { email, password: `wrong guess number ${index}`, ...lasting }
      return outcomeOf(
        harness.call('POST', '/passwords/authenticate', wrong, { peerAddress: `198.51.${index % 200}.${index % 7}` }),
      )
    }
    const outcomes: Record<string, number> = {}
    for (let index = 0; index < tries; index += 1) {
      const outcome = await guessed(index)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      // The attacker waits until the lock-out ends.
      if (outcome === 'user_lock_limit_reached') harness.clock.advance(24 * 60 * 60_000)
    }
    // After the hundredth wrong password the lock-out is permanent.
    expect(outcomes).toEqual({ unauthorized_credentials: 100, user_lock_limit_reached: tries - 100 })
    expect(await outcomeOf(harness.call('POST', '/passwords/authenticate', { email, password, ...lasting }))).toBe(
      'user_lock_limit_reached',
    )
    expect(await outcomeOf(passkey.signIn())).toBe('200')
    // A lock-out also sends a link that only makes a network known.
    const lastToken = async (): Promise<string> => {
      await harness.provider.outbox.drain()
      const message = harness.sent.findLast(({ links }) => links.some((one) => !one.includes(networkLinkPath)))
      return message ? tokenOf(message) : ''
    }
    await harness.call('POST', '/magic_links/email/login_or_create', { email })
    const link = { token: await lastToken(), ...lasting }
    expect(await outcomeOf(harness.call('POST', '/magic_links/authenticate', link))).toBe('200')
    await harness.call('POST', '/passwords/email/reset/start', { email })
    const fresh = 'seven quiet lanterns drift'
    const reset = { token: await lastToken(), password: fresh, ...lasting }
    expect(await outcomeOf(harness.call('POST', '/passwords/email/reset', reset))).toBe('200')
    expect(
      await outcomeOf(harness.call('POST', '/passwords/authenticate', { email, password: fresh, ...lasting })),
    ).toBe('200')
  })

  it('no response, header, error or redirect contains a passcode or token that was mailed (A-7)', async () => {
    const harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    const { token: session } = await harness.signIn('eve@example.com')
    const responses: string[] = []
    const send = async (method: string, path: string, body?: unknown, options = {}) => {
      const answer = await harness.call(method, path, body, options)
      responses.push(`${answer.text}${JSON.stringify([...answer.headers])}`)
      return answer
    }
    await send('POST', '/passwords', { email, password, ...lasting })
    const sends: [string, object][] = [
      ...['login_or_create', 'send/primary'].flatMap((action): [string, object][] => [
        [`/otps/email/${action}`, { email }],
        [`/magic_links/email/${action}`, { email }],
        [`/otps/sms/${action}`, { phone_number }],
        [`/otps/whatsapp/${action}`, { phone_number }],
      ]),
      ['/passwords/email/reset/start', { email }],
    ]
    for (const [path, body] of sends) {
      await send('POST', path, body)
      await send('POST', path, { ...body, expiration_minutes: 'x' })
      await send('POST', path, body, { session })
    }
    for (const path of ['/otps/email/send/secondary', '/magic_links/email/send/secondary'])
      await send('POST', path, { email: 'other@example.com' }, { session })
    await send('POST', '/users/search', { email })
    await send('GET', '/users/me', undefined, { session })
    const { method_id } = (await send('POST', '/otps/email/login_or_create', { email })).data
    await send('POST', '/otps/authenticate', { token: '000000', method_id, ...lasting })
    await send('POST', '/magic_links/authenticate', { token: 'x', ...lasting })
    await harness.provider.outbox.drain()
    const mailed = harness.sent.flatMap(({ codes, links }) => [
      ...codes,
      ...links.map((link) => new URL(link).searchParams.get('token') ?? ''),
    ])
    expect(mailed.length).toBeGreaterThan(10)
    // Ids and times contain digits too, so a passcode must not be part of a longer word.
    const found = mailed.filter((secret) =>
      responses.some((text) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(text)),
    )
    expect(found).toEqual([])
    // An expired link redirects to the landing page, without the token.
    const [link = ''] = harness.sent.flatMap(({ links }) => links)
    harness.clock.advance(40 * 60_000)
    const dead = await harness.fetch(new Request(link))
    const token = new URL(link).searchParams.get('token') ?? 'none'
    expect(dead.headers.get('location')).toMatch(
      /^https:\/\/app\.example\.com\/(authenticate|reset)\?latchkey_token_type=/,
    )
    expect(`${dead.text}${JSON.stringify([...dead.headers])}`).not.toContain(token)
    expect(dead.headers.get('referrer-policy')).toBe('no-referrer')
  })
})
