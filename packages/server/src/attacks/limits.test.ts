import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { basicSecret } from '../admin/admin.suite.ts'
import { createAdministration } from '../admin/administration.ts'
import { defaultLimits, type LimitName } from '../core/limits.ts'
import { createRandom } from '../node/system-clock.ts'
import {
  asClient,
  callback,
  createIdpHarness,
  host,
  type IdpHarness,
  identityProvider,
  type TestClient,
} from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, begin, signInWith } from '../products/oauth/oauth.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { changesOfAccount } from '../sessions/count-change.ts'
import { signInsOfAccount } from '../sessions/count-sign-in.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, isFullMatrix, takeTurns } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  type CallOptions,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'
import { type HeldCounters, withHeldCounters } from './limits.suite.ts'

const lasting = { session_duration_minutes: 30 }
const email = 'ada@example.com'
const password = 'violet kettle ambles north'
const domain = new URL(origin).hostname
/** Enough calls to pass every limit several times over; 64 in a full run. */
const concurrency = isFullMatrix ? 64 : 16
const limit = 7
const generous = { limit: 1e9, windowMs: 600_000 }
/** Lifts all limits but one. The extra one is for the call before the burst that finds the step. */
const onlyLimited = (name?: LimitName) =>
  Object.fromEntries(
    Object.keys(defaultLimits).map((one) => [one, one === name ? { ...generous, limit: limit + 1 } : generous]),
  )

const passkeyStart = (harness: Harness) => harness.call('POST', '/webauthn/authenticate/start/primary', { domain })
const wallet = createEthereumWallet()
const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }

/** A project with a user, a client application and a secret key. */
interface Setup {
  harness: IdpHarness
  session: string
  client: TestClient
  secret: string
}
type BurstAnswer = Pick<Answer, 'status' | 'headers'>
type Burst = [LimitName, string, (setup: Setup, index: number) => Promise<BurstAnswer>]

/** Another network for each index. */
const elsewhere = (index: number): CallOptions => ({ peerAddress: `198.51.${index}.1` })
const post = ({ harness }: Setup, path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
  harness.call('POST', path, body, options)

/** The bursts of one path that sends messages. Each path reaches the counters by different code. */
function sendBursts(path: string, to: (index: number) => object, isPhone: boolean): Burst[] {
  const own = ({ session }: Setup) => (path.endsWith('/secondary') ? { session } : {})
  const everywhere = (name: LimitName, recipient: (index: number) => number): Burst => [
    ...([name, path] as const),
    (setup, index) => post(setup, path, to(recipient(index)), { ...own(setup), ...elsewhere(index) }),
  ]
  const toOne = (name: LimitName): Burst => [
    ...([name, path] as const),
    (setup) => post(setup, path, to(0), own(setup)),
  ]
  return [
    ['sends_per_ip', path, (setup, index) => post(setup, path, to(index), own(setup))],
    toOne('sends_per_address'),
    ...(isPhone ? [everywhere('sends_per_phone_prefix', (index) => index)] : []),
    ...(path.endsWith('/login_or_create')
      ? [everywhere('sends_per_project', (index) => index), toOne('sends_per_address_daily')]
      : []),
  ]
}

const modes = ['login_or_create', 'send/primary', 'send/secondary']
const register = ({ harness }: Setup, options: CallOptions = {}): Promise<Answer> =>
  harness.fetch(
    new Request(`${harness.issuer}/oauth2/register`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: [callback] }),
    }),
    options.peerAddress,
  )
const asServer = ({ harness }: Setup, secret: string): Promise<Answer> => {
  const headers = { authorization: basicSecret(harness.project.id, secret) }
  return harness.call('GET', '/v1/project', undefined, { origin: null, headers })
}

/** The calls that each limit counts. They differ in everything that the limit is not keyed by. */
const bursts: Burst[] = [
  ['requests_per_ip', '/users/me', ({ harness }) => harness.call('GET', '/users/me')],
  [
    ...(['refreshes_per_session', '/sessions/authenticate'] as const),
    (setup, index) => post(setup, '/sessions/authenticate', {}, { session: setup.session, ...elsewhere(index) }),
  ],
  ['event_batches_per_ip', '/events', (setup) => post(setup, '/events', [telemetryOf(setup)])],
  ...modes.flatMap((mode) =>
    ['otps', 'magic_links'].flatMap((product) =>
      sendBursts(`/${product}/email/${mode}`, (index) => ({ email: `a${index}@example.com` }), false),
    ),
  ),
  ...modes.flatMap((mode) =>
    ['sms', 'whatsapp'].flatMap((channel) =>
      sendBursts(`/otps/${channel}/${mode}`, (index) => ({ phone_number: `+1202555${1000 + index}` }), true),
    ),
  ),
  ...sendBursts('/passwords/email/reset/start', (index) => ({ email: index === 0 ? email : `a${index}@b.co` }), false),
  [
    ...(['password_attempts_per_ip', '/passwords/authenticate'] as const),
    (s, i) => post(s, '/passwords/authenticate', { email: `a${i}@example.com`, password, ...lasting }),
  ],
  [
    ...(['wrong_secrets_per_ip', '/passwords/authenticate'] as const),
    (s, i) => post(s, '/passwords/authenticate', { email: `a${i}@example.com`, password, ...lasting }),
  ],
  [
    ...(['password_attempts_per_ip', '/passwords/existing_password/reset'] as const),
    (s, i) =>
      post(s, '/passwords/existing_password/reset', {
        ...{ email: `a${i}@example.com`, existing_password: password, new_password: `${password} ${i}`, ...lasting },
      }),
  ],
  [
    ...(['sign_ins_per_ip', '/oauth/authenticate'] as const),
    async ({ harness }, index) => {
      // The call before the burst uses up the limit of the user, so that the burst is counted for the network.
      for (let count = 0; index === concurrency && count < signInsOfAccount.limit; count += 1)
        await signInWith(harness, 'google')
      return signInWith(harness, 'google')
    },
  ],
  [
    ...(['changes_per_ip', '/totps'] as const),
    async (setup, index) => {
      const create = () => post(setup, '/totps', { expiration_minutes: 30 }, { session: setup.session })
      // The call before the burst uses up the number of the user, as above.
      for (let count = 0; index === concurrency && count < changesOfAccount.limit; count += 1) await create()
      return create()
    },
  ],
  [
    ...(['accounts_per_ip', '/passwords'] as const),
    (s, i) => post(s, '/passwords', { email: `a${i}@example.com`, password, ...lasting }),
  ],
  [
    ...(['password_creates_per_ip', '/passwords'] as const),
    (s, i) => post(s, '/passwords', { email: `a${i}@example.com`, password, ...lasting }),
  ],
  ['strength_checks_per_ip', '/passwords/strength_check', (s) => post(s, '/passwords/strength_check', { password })],
  ['challenges_per_ip', '/webauthn/authenticate/start/primary', ({ harness }) => passkeyStart(harness)],
  [
    ...(['challenges_per_ip', '/webauthn/register/start'] as const),
    (s) => post(s, '/webauthn/register/start', { domain, user_agent: 'x' }, { session: s.session }),
  ],
  [
    ...(['challenges_per_ip', '/crypto_wallets/authenticate/start/primary'] as const),
    (s) => {
      const { address, type } = createEthereumWallet()
      const body = { crypto_wallet_address: address, crypto_wallet_type: type }
      return post(s, '/crypto_wallets/authenticate/start/primary', body)
    },
  ],
  ['challenges_per_ip', '/oauth/google/start', async ({ harness }) => (await begin(harness, 'google')).answer],
  [
    ...(['challenges_per_wallet', '/crypto_wallets/authenticate/start/primary'] as const),
    (s) => post(s, '/crypto_wallets/authenticate/start/primary', named),
  ],
  [
    ...(['authorizations_per_ip', '/oauth2/authorize'] as const),
    ({ harness, client }) => {
      const query = new URLSearchParams({ client_id: client.id, redirect_uri: callback, response_type: 'code' })
      return harness.fetch(new Request(`${harness.issuer}/oauth2/authorize?${query}`))
    },
  ],
  ['searches_per_ip', '/users/search', (s, i) => post(s, '/users/search', { email: `a${i}@example.com` })],
  [
    ...(['searches_per_project', '/users/search'] as const),
    (s, i) => post(s, '/users/search', { email: `a${i}@example.com` }, elsewhere(i)),
  ],
  ['searches_per_identifier', '/users/search', (s) => post(s, '/users/search', { email })],
  ['secret_attempts_per_ip', '/v1/project', (setup) => asServer(setup, `secret-test-${'x'.repeat(43)}`)],
  [
    ...(['secret_attempts_per_ip', '/oauth2/token'] as const),
    ({ harness, client }) => harness.token({ ...client, secret: 'wrong' }, { grant_type: 'client_credentials' }),
  ],
  ['requests_per_secret_key', '/v1/project', (setup) => asServer(setup, setup.secret)],
  [
    ...(['requests_per_oauth_client', '/oauth2/introspect'] as const),
    ({ harness, client }) => harness.post('/oauth2/introspect', { token: 'x' }, { authorization: asClient(client) }),
  ],
  ['registrations_per_ip', '/oauth2/register', (setup) => register(setup)],
  ['registrations_per_project', '/oauth2/register', (setup, index) => register(setup, elsewhere(index))],
]

const telemetryOf = ({ harness }: Setup): object => ({
  telemetry: {
    ...{ event_id: 'event-1', app_session_id: 'a', persistent_id: 'p', client_sent_at: '2027-01-15T08:00:00Z' },
    ...{ timezone: 'UTC', app: { identifier: domain }, sdk: { identifier: 'latchkey-js', version: '5.29.1' } },
  },
  event: { public_token: harness.project.publicToken, event_name: 'x', details: {} },
})

/** Counted in the memory of the process, in one synchronous step, so there is no step to hold a call at. */
const inMemory: LimitName[] = [
  ...(['requests_per_ip', 'refreshes_per_session', 'event_batches_per_ip', 'strength_checks_per_ip'] as const),
  ...(['secret_attempts_per_ip', 'requests_per_secret_key', 'requests_per_oauth_client', 'sign_ins_per_ip'] as const),
  'changes_per_ip',
]

describe.each(engines)('attacks on limits on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let real: Storage
  let counters: HeldCounters
  beforeAll(async () => {
    real = await openTestStorage(engine)
    counters = withHeldCounters(real)
  })
  afterAll(() => real.close())

  const open = (name?: LimitName): Promise<IdpHarness> =>
    createIdpHarness(counters.storage, {
      settings: {
        limits: onlyLimited(name),
        identityProvider: { ...identityProvider, dynamicRegistration: true },
      },
      config: { limits: onlyLimited(name) },
    })

  async function createSetup(name: LimitName): Promise<Setup> {
    const harness = await open(name)
    await addFakes(harness, harness.project)
    // By password and from another network, so that the sign-up does not count against the limit under test.
    const made = await harness.call('POST', '/passwords', { email, password, ...lasting }, { peerAddress: '192.0.2.1' })
    expect(made.outcome).toBe('200')
    const context = { ...harness, random: createRandom(), baseUrl: host }
    const administration = createAdministration(context, { operator: 'cli:tests' })
    const { secret } = await administration.createSecretKey(harness.project, 'Tests')
    return { harness, secret, client: await harness.newClient(), session: made.data.session_token }
  }

  it.inTurn('every limit has a burst (R-1)', () => {
    // The renewals of one grant cannot be concurrent: `disk.test.ts` tries their limit.
    const names = Object.keys(defaultLimits).filter((name) => name !== 'renewals_per_ip')
    expect([...new Set(bursts.map(([name]) => name))].sort()).toEqual(names.sort())
  })

  it.each(casesOn(engine, bursts))(
    `limit %s of %s lets exactly as many of ${concurrency} calls through as it allows (R-1)`,
    async (name, _, call) => {
      const setup = await createSetup(name)
      const step = await counters.stepOf(name, () => call(setup, concurrency))
      expect(step === null).toBe(inMemory.includes(name))
      const answers =
        step === null
          ? await Promise.all(Array.from({ length: concurrency }, (_, index) => call(setup, index)))
          : await counters.raceAt(step, concurrency, (index) => call(setup, index))
      const refused = answers.filter(({ status }) => status === 429)
      expect([refused.length, answers.filter(({ status }) => status >= 500)]).toEqual([concurrency - limit, []])
      expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) > 0))).toEqual([])
    },
  )

  it.each([0, 1, 2])(
    'behind %i proxies, forged forwarding headers do not change the network that is counted (R-2)',
    async (trustProxy) => {
      const limits = { requests_per_ip: { limit: 5, windowMs: 60_000 }, sends_per_ip: { limit: 3, windowMs: 60_000 } }
      const harness = await createHarness(real, { settings: { limits }, config: { limits, trustProxy } })
      // Each trusted proxy appends the address of its peer; the entries before that are the attacker's.
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
        harness.call(
          'POST',
          '/otps/email/login_or_create',
          { email: `a${index}@b.co` },
          { peerAddress, headers: headers(index) },
        )
      const outcomes = []
      for (let index = 0; index < 6; index += 1) outcomes.push(await outcomeOf(send(index)))
      expect(outcomes).toEqual([...Array(3).fill('200'), ...Array(3).fill('too_many_requests')])
      const look = (index: number) =>
        harness.call('GET', '/users/me', undefined, { peerAddress, headers: headers(index) })
      expect(await outcomeOf(look(9))).toBe('too_many_requests')
      // Another caller behind the same proxies is not limited.
      if (trustProxy === 0) return
      const other = { peerAddress, headers: { 'x-forwarded-for': hops(1, '203.0.113.99') } }
      expect(await outcomeOf(harness.call('POST', '/otps/email/login_or_create', { email: 'eve@b.co' }, other))).toBe(
        '200',
      )
    },
  )

  it.inTurn(
    'a locked account rejects every secret that can be guessed, and accepts links, passkeys, wallets and resets (R-4)',
    async () => {
      const harness = await open()
      await harness.call('POST', '/passwords', { email, password, ...lasting })
      // The verification of the address voids the password that was set before; then the owner adds every factor.
      let session = (await harness.signIn(email)).token
      const own = () => ({ session })
      const next = async (answer: Promise<Answer>) => {
        const { outcome, data } = await answer
        expect(outcome).toBe('200')
        session = data.session_token ?? session
        return Object(data)
      }
      await next(harness.call('POST', '/passwords/session/reset', { password, ...lasting }, own()))
      const totp = await next(harness.call('POST', '/totps', { expiration_minutes: 30 }, own()))
      const step = () => Math.floor(harness.clock.now() / 30_000)
      const enrolled = { totp_code: await totpCode(totp.secret, step()), session_duration_minutes: 600 }
      await next(harness.call('POST', '/totps/authenticate', enrolled, own()))
      const page = { domain, user_agent: 'x', return_passkey_credential_options: true }
      const device = createAuthenticator(origin)
      const started = await next(harness.call('POST', '/webauthn/register/start', page, own()))
      const made = { public_key_credential: device.create(started.public_key_credential_creation_options) }
      await next(harness.call('POST', '/webauthn/register', made, own()))
      const mine = await next(harness.call('POST', '/crypto_wallets/authenticate/start/secondary', named, own()))
      const proof = { ...named, signature: wallet.sign(mine.challenge), ...lasting }
      await next(harness.call('POST', '/crypto_wallets/authenticate', proof, own()))

      const wrong = { email, password: 'nothing like it at all', ...lasting }
      for (let count = 0; count < 10; count += 1) await harness.call('POST', '/passwords/authenticate', wrong)
      harness.clock.advance(60_000)
      const locked = 'user_lock_limit_reached'
      const sent = await harness.call('POST', '/otps/email/login_or_create', { email })
      const [code] = (await harness.lastMessage(email)).codes
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
        const { outcome, status } = await harness.call('POST', path, body, options)
        expect([path, status, outcome]).toEqual([path, 429, locked])
      }
      // The owner's session continues, and the owner can still sign in.
      expect(await outcomeOf(harness.call('POST', '/sessions/authenticate', {}, own()))).toBe('200')
      await harness.call('POST', '/magic_links/email/login_or_create', { email })
      const link = { token: tokenOf(await harness.lastMessage(email)), ...lasting }
      expect(await outcomeOf(harness.call('POST', '/magic_links/authenticate', link))).toBe('200')
      const start = Object((await passkeyStart(harness)).data)
      const public_key_credential = device.get(start.public_key_credential_request_options)
      expect(
        await outcomeOf(harness.call('POST', '/webauthn/authenticate', { public_key_credential, ...lasting })),
      ).toBe('200')
      const challenge = Object(
        (await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named)).data,
      ).challenge
      const signed = { ...named, signature: wallet.sign(challenge), ...lasting }
      expect(await outcomeOf(harness.call('POST', '/crypto_wallets/authenticate', signed))).toBe('200')
      await harness.call('POST', '/passwords/email/reset/start', { email })
      const reset = {
        token: tokenOf(await harness.lastMessage(email)),
        password: 'seven quiet lanterns drift',
        ...lasting,
      }
      expect(await outcomeOf(harness.call('POST', '/passwords/email/reset', reset))).toBe('200')
      // The reset has ended the lock-out of the password.
      const fresh = { email, password: 'seven quiet lanterns drift', ...lasting }
      expect(await outcomeOf(harness.call('POST', '/passwords/authenticate', fresh))).toBe('200')
    },
  )
})

async function outcomeOf(answer: Promise<Answer>): Promise<string> {
  return (await answer).outcome
}
