import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createOAuthHarness, signInWith } from '../products/oauth/oauth.suite.ts'
import { projectRealm } from '../storage/realm.ts'
import type { RegistrationKind } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'

const lasting = { session_duration_minutes: 30 }
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous }
const phone_number = '+12025550123'
const domain = new URL(origin).hostname
const outcomeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).outcome

describe.each(engines)('attacks on accounts on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const open = (): Promise<Harness> => createHarness(storage, { settings: { limits }, config: { limits } })

  /** How the owner of an address signs in for the first time. */
  const arrivals: Record<string, (harness: Harness, email: string) => Promise<string>> = {
    passcode: async (harness, email) => (await harness.signIn(email)).token,
    async link(harness, email) {
      await harness.call('POST', '/magic_links/email/login_or_create', { email })
      const token = tokenOf(await harness.lastMessage(email))
      return (await harness.call('POST', '/magic_links/authenticate', { token, ...lasting })).data.session_token
    },
    google: async (harness, email) =>
      (await signInWith(harness, 'google', { email, email_verified: 'true' })).data.session_token,
  }

  it.each(Object.keys(arrivals))(
    'a password set by an attacker for an unverified address is void once the owner signs in by %s (A-1)',
    async (arrival) => {
      const harness = await createOAuthHarness(storage, {
        config: { limits: { ...limits, challenges_per_ip: generous } },
      })
      const email = 'victim@example.com'
      const planted = { email, password: 'violet kettle ambles north', ...lasting }
      const attacker = (await harness.call('POST', '/passwords', planted)).data
      await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: attacker.session_token })
      const session = (await arrivals[arrival]?.(harness, email)) ?? ''
      const me = (token: string) => harness.call('GET', '/users/me', undefined, { session: token })
      const victim = await me(session)
      expect([victim.data.user_id, victim.data.totps]).toEqual([attacker.user_id, []])
      expect((await me(attacker.session_token)).outcome).toBe('user_unauthenticated')
      expect(await outcomeOf(harness.call('POST', '/passwords/authenticate', planted))).toBe('reset_password')
      await harness.provider.outbox.drain()
      const notices = harness.sent.filter(({ to, codes, links }) => to === email && codes.length + links.length === 0)
      expect(notices.filter(({ text }) => /password/i.test(text))).toHaveLength(1)
    },
  )

  it.inTurn('no factor is added without a session of its user (A-6)', async () => {
    const harness = await open()
    const wallet = createEthereumWallet()
    const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
    const page = { domain, user_agent: 'x', return_passkey_credential_options: true }
    const other = await harness.newProject()
    const ada = await harness.signIn('ada@example.com')
    const eve = await harness.signIn('eve@example.com')
    const jwt = (await harness.call('POST', '/sessions/authenticate', {}, { session: ada.token })).data.session_jwt
    const abroad = await harness.signIn('ada@example.com', { project: other })
    const revoked = await harness.signIn('ada@example.com')
    await harness.call('POST', '/sessions/revoke', undefined, { session: revoked.token })
    const late = await harness.signIn('ada@example.com', { minutes: 5 })
    const starts: [string, object][] = [
      ['/otps/email/send/secondary', { email: 'more@example.com' }],
      ['/otps/sms/send/secondary', { phone_number }],
      ['/otps/whatsapp/send/secondary', { phone_number }],
      ['/magic_links/email/send/secondary', { email: 'more@example.com' }],
      ['/totps', { expiration_minutes: 30 }],
      ['/webauthn/register/start', page],
      ['/crypto_wallets/authenticate/start/secondary', named],
      ['/passwords/session/reset', { password: 'violet kettle ambles north' }],
    ]
    // Starts with the right session. The end has no session, another session of the user, or that of another user.
    const own = { session: ada.token }
    const sms = await harness.call('POST', '/otps/sms/send/secondary', { phone_number }, own)
    const [code] = (await harness.lastMessage(phone_number)).codes
    await harness.call('POST', '/magic_links/email/send/secondary', { email: 'more@example.com' }, own)
    const token = tokenOf(await harness.lastMessage('more@example.com'))
    const totp = Object((await harness.call('POST', '/totps', { expiration_minutes: 30 }, own)).data)
    const passkey = Object((await harness.call('POST', '/webauthn/register/start', page, own)).data)
    const public_key_credential = createAuthenticator(origin).create(passkey.public_key_credential_creation_options)
    const started = await harness.call('POST', '/crypto_wallets/authenticate/start/secondary', named, own)
    const ends: [string, object, string][] = [
      ['/otps/authenticate', { token: code, method_id: sms.data.method_id, ...lasting }, 'user_unauthenticated'],
      ['/magic_links/authenticate', { token, ...lasting }, 'user_unauthenticated'],
      ['/totps/recover', { recovery_code: totp.recovery_codes[0], ...lasting }, 'registration_not_found'],
      ['/webauthn/register', { public_key_credential }, 'invalid_webauthn_credential'],
      [
        '/crypto_wallets/authenticate',
        { ...named, signature: wallet.sign(Object(started.data).challenge), ...lasting },
        'invalid_signature',
      ],
    ]
    const again = await harness.signIn('ada@example.com')
    for (const [path, body, refusal] of ends) {
      for (const session of [eve.token, again.token])
        expect([path, await outcomeOf(harness.call('POST', path, body, { session }))]).toEqual([path, refusal])
      const alone = await outcomeOf(harness.call('POST', path, body))
      expect([path, alone]).toEqual([path, path.includes('wallets') ? refusal : 'user_unauthenticated'])
    }
    harness.clock.advance(6 * 60_000)
    for (const session of [null, 'garbage', jwt, abroad.token, revoked.token, late.token])
      for (const [path, body] of starts)
        expect([path, await outcomeOf(harness.call('POST', path, body, { session }))]).toEqual([
          path,
          'user_unauthenticated',
        ])
    for (const { accountId } of [ada, eve]) {
      const kinds = (await storage.accounts.get(harness.project.id, accountId))?.registrations
      expect(kinds?.filter(({ verified }) => verified).map(({ kind }) => kind)).toEqual(['email'])
    }
  })

  it.inTurn('one mailbox is one user and one recipient, however it is spelled (A-9)', async () => {
    const harness = await open()
    const spellings = ['ada@example.com', 'ADA@EXAMPLE.COM', ' ada@example.com ', 'ａｄａ@ｅｘａｍｐｌｅ.com']
    const accountIds = new Set<string>()
    for (const email of spellings) {
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email })
      const [token] = (await harness.lastMessage('ada@example.com')).codes
      const body = { token, method_id: data.method_id, ...lasting }
      accountIds.add((await harness.call('POST', '/otps/authenticate', body)).data.user_id)
    }
    expect(accountIds.size).toBe(1)
    const hostile = [
      ...['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com,eve@example.com', 'ada@example.com;eve@e.co'],
      ...[
        'ada@example.com eve@example.com',
        '"ada,eve"@example.com',
        'ada@example.com@eve.example',
        'ada@example.com.',
      ],
      ...[
        '<eve@example.com>',
        'Eve <eve@example.com>',
        'ada(eve)@example.com',
        'ada%eve@example.com@e.co',
        'аda@example.com',
      ],
      ...['ada@example.com\0.eve.example', 'ada@[127.0.0.1]', 'ada@localhost', 'ada@example.com\nTo:eve@example.com'],
    ]
    const before = harness.sent.length
    for (const email of hostile)
      for (const [path, body] of [
        ['/otps/email/login_or_create', { email }],
        ['/magic_links/email/login_or_create', { email }],
        ['/passwords', { email, password: 'violet kettle ambles north', ...lasting }],
        ['/passwords/email/reset/start', { email }],
        ['/users/search', { email }],
      ] as const)
        expect([email, path, (await harness.call('POST', path, body)).status]).toEqual([email, path, 400])
    await harness.provider.outbox.drain()
    expect(harness.sent).toHaveLength(before)
    expect(new Set(harness.sent.map(({ to }) => to))).toEqual(new Set(['ada@example.com']))
    // Only the mail server knows what tags and dots mean: each spelling is another user and gets its own mail.
    for (const email of ['ada+tag@example.com', 'a.da@example.com']) {
      const { accountId } = await harness.signIn(email)
      expect(accountIds.has(accountId)).toBe(false)
    }
  })

  it.inTurn('a factor of another user is not found, and the last factor cannot be removed (A-11)', async () => {
    const harness = await open()
    const [ada, eve] = [await harness.signIn('ada@example.com'), await harness.signIn('eve@example.com')]
    const kinds: [RegistrationKind, string][] = [
      ['email', '/users/emails/'],
      ['phone_number', '/users/phone_numbers/'],
      ['totp', '/users/totps/'],
      ['crypto_wallet', '/users/crypto_wallets/'],
      ['oauth', '/users/oauth/'],
      ['webauthn', '/users/webauthn_registrations/'],
      ['biometric', '/users/biometric_registrations/'],
    ]
    const remove = (path: string, session: string) => harness.call('DELETE', path, undefined, { session })
    expect(await outcomeOf(remove(`/users/emails/${ada.emailId}`, ada.token))).toBe('last_factor')
    for (const [kind, path] of kinds) {
      const id = `${kind}-test-${harness.project.id}`
      await storage.accounts.addRegistration({
        ...{ ...projectRealm(harness.project.id), id, accountId: ada.accountId, kind, uniqueKey: `${kind} of ada` },
        ...{ verified: true, details: {}, createdAt: 1, verifiedAt: 1 },
      })
      const foreign = await remove(`${path}${id}`, eve.token)
      const unknown = await remove(`${path}${kind}-test-unknown`, eve.token)
      const [seen, expected] = [foreign, unknown].map(({ status, json }) => ({ status, ...json, request_id: '' }))
      expect([kind, seen]).toEqual([kind, expected])
      expect([kind, foreign.status, foreign.outcome]).toEqual([kind, 404, 'registration_not_found'])
      // The owner can remove it, but not with the path of another kind.
      const elsewhere = kinds.find(([one]) => one !== kind)?.[1] ?? ''
      expect(await outcomeOf(remove(`${elsewhere}${id}`, ada.token))).toBe('registration_not_found')
      expect([kind, await outcomeOf(remove(`${path}${id}`, ada.token))]).toEqual([kind, '200'])
    }
    const rename = await harness.call('PUT', '/webauthn/update/x', { name: 'x' }, { session: eve.token })
    expect([rename.status, rename.outcome]).toEqual([404, 'webauthn_registration_not_found'])
    const left = (await storage.accounts.get(harness.project.id, ada.accountId))?.registrations.map(({ kind }) => kind)
    expect(left).toEqual(['email'])
  })
})
