import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, raceAt, tally } from '../products/race.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import type { LimitName } from '../security/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { withBarrier } from '../testing/barrier.ts'
import { type Answer, createWorld, engines, openTestStorage, origin, tokenOf, type World } from '../testing/harness.ts'

const lasting = { session_duration_minutes: 30 }
const email = 'ada@example.com'
const password = 'violet kettle ambles north'
const domain = new URL(origin).hostname
const ways = 64
const limit = 7
const generous = { limit: 1e9, windowMs: 600_000 }
const names: LimitName[] = [
  ...(['requests_per_ip', 'sends_per_ip', 'sends_per_project', 'sends_per_phone_prefix'] as const),
  ...(['sends_per_address', 'sends_per_address_daily', 'password_attempts_per_ip', 'password_creates_per_ip'] as const),
  ...(['challenges_per_ip', 'challenges_per_wallet', 'searches_per_ip', 'searches_per_project'] as const),
  ...(['searches_per_identifier', 'strength_checks_per_ip', 'event_batches_per_ip'] as const),
]
/** All limits out of the way but one. */
const onlyLimited = (name?: LimitName) =>
  Object.fromEntries(names.map((one) => [one, one === name ? { ...generous, limit } : generous]))

const passkeyStart = (world: World) => world.call('POST', '/webauthn/authenticate/start/primary', { domain })
const wallet = createEthereumWallet()
const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }

/** Of every limit, a call that it counts: of so many at once, each by somebody else where that is not what is counted. */
const bursts: [LimitName, string, (world: World, index: number) => Promise<Answer>][] = [
  ['requests_per_ip', 'users/me', (world) => world.call('GET', '/users/me')],
  ...(['/otps/email/login_or_create', '/magic_links/email/login_or_create'] as const).flatMap(
    (path): (typeof bursts)[number][] => [
      ['sends_per_ip', path, (world, index) => world.call('POST', path, { email: `a${index}@example.com` })],
      ['sends_per_project', path, (world, index) => elsewhere(world, index, path, { email: `a${index}@example.com` })],
      ['sends_per_address', path, (world, index) => elsewhere(world, index, path, { email })],
      ['sends_per_address_daily', path, (world, index) => elsewhere(world, index, path, { email })],
    ],
  ),
  ...(['/otps/sms/login_or_create', '/otps/whatsapp/login_or_create'] as const).map((path): (typeof bursts)[number] => [
    'sends_per_phone_prefix',
    path,
    (world, index) => elsewhere(world, index, path, { phone_number: `+1202555${1000 + index}` }),
  ]),
  [
    'sends_per_address',
    'passwords/email/reset/start',
    (w, i) => elsewhere(w, i, '/passwords/email/reset/start', { email }),
  ],
  [
    'password_attempts_per_ip',
    'passwords/authenticate',
    (world, index) =>
      world.call('POST', '/passwords/authenticate', { email: `a${index}@example.com`, password, ...lasting }),
  ],
  [
    'password_creates_per_ip',
    'passwords',
    (world, index) => world.call('POST', '/passwords', { email: `a${index}@example.com`, password, ...lasting }),
  ],
  [
    'strength_checks_per_ip',
    'passwords/strength_check',
    (w) => w.call('POST', '/passwords/strength_check', { password }),
  ],
  ['challenges_per_ip', 'webauthn/authenticate/start/primary', passkeyStart],
  [
    'challenges_per_wallet',
    'crypto_wallets/authenticate/start/primary',
    (world) => world.call('POST', '/crypto_wallets/authenticate/start/primary', named),
  ],
  ['searches_per_ip', 'users/search', (w, i) => w.call('POST', '/users/search', { email: `a${i}@example.com` })],
  ['searches_per_project', 'users/search', (w, i) => elsewhere(w, i, '/users/search', { email: `a${i}@example.com` })],
  ['searches_per_identifier', 'users/search', (w, i) => elsewhere(w, i, '/users/search', { email })],
]

/** The same call from another network each time. */
function elsewhere(world: World, index: number, path: string, body: object): Promise<Answer> {
  return world.call('POST', path, body, { peerAddress: `198.51.${index}.1` })
}

/** Counted in memory, or by a single statement before any transaction: nothing can be held at one. */
const outsideOfTransactions: readonly string[] = [
  ...['requests_per_ip', 'strength_checks_per_ip', 'event_batches_per_ip', 'password_creates_per_ip'],
]

describe.each(engines)('attacks on limits on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  const open = (name?: LimitName): Promise<World> =>
    createWorld(gate.storage, { settings: { limits: onlyLimited(name) }, config: { limits: onlyLimited(name) } })

  it.each(bursts)(`of %s, %s lets exactly as many of ${ways} through as it says (R-1)`, async (name, _, call) => {
    const world = await open(name)
    if (name !== 'password_creates_per_ip') {
      const made = await world.call('POST', '/passwords', { email, password, ...lasting }, { peerAddress: '192.0.2.1' })
      expect(made.outcome).toBe('200')
    }
    const answers = outsideOfTransactions.includes(name)
      ? await Promise.all(Array.from({ length: ways }, (_, index) => call(world, index)))
      : await raceAt(gate, ways, (index) => call(world, index))
    const { too_many_requests, ...passed } = tally(answers)
    expect([too_many_requests, passed.internal_error]).toEqual([ways - limit, undefined])
    const refused = answers.find(({ outcome }) => outcome === 'too_many_requests')
    expect([refused?.status, Number(refused?.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it.each([0, 1, 2])('behind %i proxies, nobody hides behind an address they made up (R-2)', async (trustProxy) => {
    const limits = { requests_per_ip: { limit: 5, windowMs: 60_000 }, sends_per_ip: { limit: 3, windowMs: 60_000 } }
    const world = await createWorld(real, { settings: { limits }, config: { limits, trustProxy } })
    // Each trusted proxy appends whom it saw; what came before is what the attacker wrote.
    const hops = (index: number, attacker = '203.0.113.66') => {
      const forged = [`10.0.0.${index}`, `2001:db8::${index}`, 'unknown', `198.51.100.${index}`]
      const appended = trustProxy === 0 ? [] : trustProxy === 1 ? [attacker] : [attacker, '10.9.9.9']
      return [...forged, ...appended].join(', ')
    }
    const peerAddress = trustProxy === 0 ? '203.0.113.66' : '10.8.8.8'
    const headers = (index: number) => ({
      ...{ 'x-forwarded-for': hops(index), 'x-real-ip': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` },
      ...{
        'x-client-ip': `198.51.100.${index}`,
        'true-client-ip': `198.51.100.${index}`,
        'cf-connecting-ip': `1.1.1.${index}`,
      },
    })
    const send = (index: number) =>
      world.call(
        'POST',
        '/otps/email/login_or_create',
        { email: `a${index}@b.co` },
        { peerAddress, headers: headers(index) },
      )
    const outcomes = []
    for (let index = 0; index < 6; index += 1) outcomes.push(await outcomeOf(send(index)))
    expect(outcomes).toEqual([...Array(3).fill('200'), ...Array(3).fill('too_many_requests')])
    const look = (index: number) => world.call('GET', '/users/me', undefined, { peerAddress, headers: headers(index) })
    expect(await outcomeOf(look(9))).toBe('too_many_requests')
    // Somebody else behind the same proxies is nobody's victim.
    if (trustProxy === 0) return
    const other = { peerAddress, headers: { 'x-forwarded-for': hops(1, '203.0.113.99') } }
    expect(await outcomeOf(world.call('POST', '/otps/email/login_or_create', { email: 'eve@b.co' }, other))).toBe('200')
  })

  it('a locked account is closed for every secret, and open to links, passkeys, wallets and resets (R-4)', async () => {
    const world = await open()
    await world.call('POST', '/passwords', { email, password, ...lasting })
    // Who proves the address closes what was set before; then all of it is set up by its owner.
    let session = (await world.signIn(email)).token
    const own = () => ({ session })
    const next = async (answer: Promise<Answer>) => {
      const { outcome, data } = await answer
      expect(outcome).toBe('200')
      session = data.session_token ?? session
      return Object(data)
    }
    await next(world.call('POST', '/passwords/session/reset', { password, ...lasting }, own()))
    const totp = await next(world.call('POST', '/totps', { expiration_minutes: 30 }, own()))
    const step = () => Math.floor(world.clock.now() / 30_000)
    const enrolled = { totp_code: await totpCode(totp.secret, step()), session_duration_minutes: 600 }
    await next(world.call('POST', '/totps/authenticate', enrolled, own()))
    const page = { domain, user_agent: 'x', return_passkey_credential_options: true }
    const device = createAuthenticator(origin)
    const asked = await next(world.call('POST', '/webauthn/register/start', page, own()))
    const made = { public_key_credential: device.create(asked.public_key_credential_creation_options) }
    await next(world.call('POST', '/webauthn/register', made, own()))
    const mine = await next(world.call('POST', '/crypto_wallets/authenticate/start/secondary', named, own()))
    const proof = { ...named, signature: wallet.sign(mine.challenge), ...lasting }
    await next(world.call('POST', '/crypto_wallets/authenticate', proof, own()))

    const wrong = { email, password: 'nothing like it at all', ...lasting }
    for (let count = 0; count < 10; count += 1) await world.call('POST', '/passwords/authenticate', wrong)
    world.clock.advance(60_000)
    const locked = 'user_lock_limit_reached'
    const sent = await world.call('POST', '/otps/email/login_or_create', { email })
    const [code] = (await world.lastMessage(email)).codes
    const closed: [string, object, object][] = [
      ['/passwords/authenticate', { email, password, ...lasting }, {}],
      [
        '/passwords/existing_password/reset',
        { email, existing_password: password, new_password: 'x y z 12 !!', ...lasting },
        {},
      ],
      ['/otps/authenticate', { token: code, method_id: sent.data.method_id, ...lasting }, {}],
      ['/totps/authenticate', { totp_code: await totpCode(totp.secret, step()), ...lasting }, own()],
      ['/totps/recover', { recovery_code: totp.recovery_codes[0], ...lasting }, own()],
    ]
    for (const [path, body, options] of closed) {
      const { outcome, status } = await world.call('POST', path, body, options)
      expect([path, status, outcome]).toEqual([path, 429, locked])
    }
    // Its owner is still in, and still gets in.
    expect(await outcomeOf(world.call('POST', '/sessions/authenticate', {}, own()))).toBe('200')
    await world.call('POST', '/magic_links/email/login_or_create', { email })
    const link = { token: tokenOf(await world.lastMessage(email)), ...lasting }
    expect(await outcomeOf(world.call('POST', '/magic_links/authenticate', link))).toBe('200')
    const start = Object((await passkeyStart(world)).data)
    const public_key_credential = device.get(start.public_key_credential_request_options)
    expect(await outcomeOf(world.call('POST', '/webauthn/authenticate', { public_key_credential, ...lasting }))).toBe(
      '200',
    )
    const challenge = Object(
      (await world.call('POST', '/crypto_wallets/authenticate/start/primary', named)).data,
    ).challenge
    const signed = { ...named, signature: wallet.sign(challenge), ...lasting }
    expect(await outcomeOf(world.call('POST', '/crypto_wallets/authenticate', signed))).toBe('200')
    await world.call('POST', '/passwords/email/reset/start', { email })
    const reset = { token: tokenOf(await world.lastMessage(email)), password: 'seven quiet lanterns drift', ...lasting }
    expect(await outcomeOf(world.call('POST', '/passwords/email/reset', reset))).toBe('200')
    // The reset has unlocked what it was about.
    const fresh = { email, password: 'seven quiet lanterns drift', ...lasting }
    expect(await outcomeOf(world.call('POST', '/passwords/authenticate', fresh))).toBe('200')
  })
})

async function outcomeOf(answer: Promise<Answer>): Promise<string> {
  return (await answer).outcome
}
