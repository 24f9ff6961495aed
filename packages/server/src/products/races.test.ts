import { generateKeyPairSync } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet, createSolanaWallet, type FakeWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../storage/realm.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { withNaiveConsume } from '../storage/testing/naive-consume.ts'
import { raceRounds } from '../storage/testing/run-length.ts'
import { type Barrier, createBarrier, withBarrier } from '../testing/barrier.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'
import { type Gate, raceAt, raceConfig, raceLimits, tally } from './race.suite.ts'
import { totpCode } from './totps/totp-code.ts'

const concurrency = 16
/** Key of an issuer that the project trusts; no token is signed with it. */
const issuerKey = {
  ...(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JsonObject),
  ...{ kid: 'k1', alg: 'ES256' },
}
const channels = [
  ['email', 'email', 'ada@example.com'],
  ['sms', 'phone_number', '+12025550123'],
  ['whatsapp', 'phone_number', '+12025550124'],
] as const

describe.each(engines)('races on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  const race = (count: number, call: (index: number) => Promise<Answer>) => raceAt(gate, count, call)

  async function linkFor(harness: Harness, email: string): Promise<string> {
    await harness.call('POST', '/magic_links/email/login_or_create', { email })
    return tokenOf(await harness.lastMessage(email))
  }

  const redeem = (harness: Harness, token: string, session?: string) =>
    harness.call(
      'POST',
      '/magic_links/authenticate',
      { token, session_duration_minutes: 30 },
      session ? { session } : {},
    )

  it(`gives one session for a link redeemed ${concurrency}-way, ${raceRounds} times (T-1)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    for (let round = 0; round < raceRounds; round += 1) {
      const token = await linkFor(harness, 'ada@example.com')
      const answers = await race(concurrency, () => redeem(harness, token))
      expect(tally(answers)).toEqual({ '200': 1, unable_to_auth_magic_link: concurrency - 1 })
      expect((await redeem(harness, token)).outcome).toBe('unable_to_auth_magic_link')
    }
  })

  it(`gives one session for a passcode entered ${concurrency}-way, ${raceRounds} times (T-2)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    for (let round = 0; round < raceRounds; round += 1) {
      const [channel, field, to] = channels[round % channels.length] ?? channels[0]
      const { data } = await harness.call('POST', `/otps/${channel}/login_or_create`, { [field]: to })
      const [token] = (await harness.lastMessage(to)).codes
      const body = { token, method_id: data.method_id, session_duration_minutes: 30 }
      const answers = await race(concurrency, () => harness.call('POST', '/otps/authenticate', body))
      expect(tally(answers)).toEqual({ '200': 1, otp_code_not_found: concurrency - 1 })
    }
  })

  it('compares exactly five of 64 guesses made at once (T-7)', async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
    const [code] = (await harness.lastMessage('ada@example.com')).codes
    const guesses = Array.from({ length: 65 }, (_, index) => String(index).padStart(6, '0')).filter(
      (one) => one !== code,
    )
    const answers = await race(64, (index) =>
      harness.call('POST', '/otps/authenticate', {
        ...{ token: guesses[index], method_id: data.method_id, session_duration_minutes: 30 },
      }),
    )
    expect(tally(answers)).toEqual({ otp_code_not_found: 64 })
    const row = await real.oneTime.find(harness.project.id, data.method_id)
    const lock = await real.lockouts.get(harness.project.id, 'email:ada@example.com')
    expect([row?.attempts, lock?.consecutive]).toEqual([5, 5])
  })

  it('creates one user for links to one new address that are redeemed at once', async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    for (let round = 0; round < raceRounds / 10; round += 1) {
      const email = `new${round}@example.com`
      const tokens: string[] = []
      for (let count = 0; count < 8; count += 1) tokens.push(await linkFor(harness, email))
      const answers = await race(8, (index) => redeem(harness, tokens[index] ?? ''))
      expect(tally(answers)).toEqual({ '200': 8 })
      expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
    }
    const { items } = await real.accounts.list(projectRealm(harness.project.id), { limit: 100 })
    expect(items).toHaveLength(Math.ceil(raceRounds / 10))
  })

  it('creates one pending user for sends at once', async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const body = { email: 'ada@example.com', create_user_as_pending: true }
    const answers = await race(8, () => harness.call('POST', '/magic_links/email/login_or_create', body))
    expect(tally(answers)).toEqual({ '200': 8 })
    expect((await real.accounts.list(projectRealm(harness.project.id), { limit: 100 })).items).toHaveLength(1)
  })

  it('admits exactly the limit in a burst', async () => {
    const harness = await createHarness(gate.storage)
    const answers = await race(64, () =>
      harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' }),
    )
    expect(tally(answers)).toEqual({ '200': 5, too_many_requests: 59 })
    const searches = await race(64, (index) =>
      harness.call('POST', '/users/search', { email: `a${index}@example.com` }, { peerAddress: '198.51.100.1' }),
    )
    expect(tally(searches)).toEqual({ '200': 10, too_many_requests: 54 })
  })

  it(`rejects a session after its revocation was answered, ${raceRounds} times (S-5)`, {
    timeout: 600_000,
  }, async () => {
    // A refresh is a single statement without a transaction, so it is held before that statement.
    let meeting: Pick<Barrier, 'arrive'> | null = null
    const touch: Storage['sessions']['touch'] = async (...given) => {
      await meeting?.arrive()
      return real.sessions.touch(...given)
    }
    const held = withBarrier({ ...real, sessions: { ...real.sessions, touch } })
    const attestationProfiles: ProjectSettings['attestationProfiles'] = [
      {
        ...{ id: 'p', issuer: 'https://issuer.example', audience: 'a', keys: { jwks: { keys: [issuerKey] } } },
        ...{ trustsEmail: false, createsUsers: false },
      },
    ]
    const harness = await createHarness(held.storage, {
      settings: { limits: raceLimits, attestationProfiles },
      config: raceConfig,
    })
    const refresh = (session: string, body = {}) => harness.call('POST', '/sessions/authenticate', body, { session })
    for (let round = 0; round < raceRounds; round += 1) {
      const { token, sessionId } = await harness.signIn('ada@example.com')
      const link = await linkFor(harness, 'ada@example.com')
      // A sign-in that adds a factor at the same time may win or start a new session, but never revive this one.
      const calls = [
        () => harness.call('POST', '/sessions/revoke', undefined, { session: token }),
        () => redeem(harness, link, token),
        ...Array.from({ length: 4 }, () => () => refresh(token, { session_duration_minutes: 60 })),
      ]
      const barrier = createBarrier(calls.length)
      let arrived = 0
      meeting = {
        async arrive() {
          arrived += 1
          if (arrived <= calls.length) await barrier.arrive()
        },
      }
      held.set(meeting)
      // Each call is first once. All calls have found the session before any continues.
      const order = calls.map((_, index) => (index + round) % calls.length)
      const answering: Promise<Answer>[] = []
      for (const index of order) answering[index] = (calls[index] as () => Promise<Answer>)()
      const [revoked, redeemed, ...refreshed] = await Promise.all(answering)
      held.set(null)
      meeting = null
      expect([barrier.met, revoked?.outcome, redeemed?.outcome]).toEqual([calls.length, '200', '200'])
      for (const { outcome, data } of refreshed)
        expect([outcome, data?.session.session_id]).toEqual([
          ...(outcome === '200' ? ['200', sessionId] : ['session_not_found', undefined]),
        ])
      expect((await real.sessions.get(harness.project.id, sessionId))?.revokedAt).not.toBeNull()
      expect((await refresh(token)).outcome).toBe('session_not_found')
      for (const { outcome, data } of [redeemed, ...refreshed] as Answer[]) {
        if (outcome !== '200') continue
        const { session_token, session_jwt, session } = data
        const isOwn = session.session_id !== sessionId
        const attested = await harness.call('POST', '/sessions/attest', { profile_id: 'p', token: 'x', session_jwt })
        // A valid session passes the session check and fails at the attestation token `x`.
        expect([(await refresh(session_token)).outcome, attested.outcome]).toEqual(
          isOwn ? ['200', 'unauthorized_credentials'] : ['session_not_found', 'invalid_session_token'],
        )
      }
    }
  })

  /** A user whose token changes with every proof. */
  interface TestUser {
    token: string
  }

  const post = (harness: Harness, path: string, body: object, user?: TestUser) =>
    harness.call('POST', path, body, user ? { session: user.token } : {})

  async function enroll(harness: Harness): Promise<TestUser & { secret: string; codes: string[] }> {
    const { token } = await harness.signIn('ada@example.com', { minutes: 10_000 })
    const created = Object(await post(harness, '/totps', { expiration_minutes: 30 }, { token })).data
    const step = Math.floor(harness.clock.now() / 30_000)
    const body = { totp_code: await totpCode(created.secret, step), session_duration_minutes: 10_000 }
    const done = await post(harness, '/totps/authenticate', body, { token })
    return { token: done.data.session_token, secret: created.secret, codes: created.recovery_codes }
  }

  async function enterTotp(
    harness: Harness,
    { token, secret }: TestUser & { secret: string },
  ): Promise<() => Promise<Answer>> {
    const totp_code = await totpCode(secret, Math.floor(harness.clock.now() / 30_000))
    const body = { totp_code, session_duration_minutes: 10_000 }
    return () => post(harness, '/totps/authenticate', body, { token })
  }

  /** One call succeeds; the others are rejected as used or by the lock-out. */
  function expectOne(answers: readonly Answer[], refusal: string): void {
    const { '200': admitted, [refusal]: refused = 0, user_lock_limit_reached: locked = 0, ...rest } = tally(answers)
    expect([admitted, refused + locked, rest]).toEqual([1, answers.length - 1, {}])
  }

  it(`accepts an authenticator's code once, entered ${concurrency}-way, ${raceRounds} times (T-5)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const ada = await enroll(harness)
    for (let round = 0; round < raceRounds; round += 1) {
      harness.clock.advance(90_000)
      const answers = await race(concurrency, await enterTotp(harness, ada))
      expectOne(answers, 'otp_code_not_found')
      ada.token = answers.find(({ outcome }) => outcome === '200')?.data.session_token ?? ''
    }
  })

  it(`accepts each recovery code once, entered ${concurrency}-way (T-6)`, { timeout: 600_000 }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const ada = await enroll(harness)
    for (const [index, recovery_code] of ada.codes.entries()) {
      const body = { recovery_code, session_duration_minutes: 10_000 }
      const answers = await race(concurrency, () => post(harness, '/totps/recover', body, ada))
      expectOne(answers, 'recovery_code_not_found')
      ada.token = answers.find(({ outcome }) => outcome === '200')?.data.session_token ?? ''
      const left = await post(harness, '/totps/recovery_codes', {}, ada)
      expect(Object(left.data).totps[0].recovery_codes).toEqual(ada.codes.slice(index + 1))
    }
  })

  async function signedChallenge(harness: Harness, wallet: FakeWallet): Promise<object> {
    const body = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
    const { data } = await post(harness, '/crypto_wallets/authenticate/start/primary', body)
    return { ...body, signature: wallet.sign(Object(data).challenge), session_duration_minutes: 30 }
  }

  it(`gives one session for a wallet's signature sent ${concurrency}-way, ${raceRounds} times (T-2)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const known = [createEthereumWallet(), createSolanaWallet()]
    for (let round = 0; round < raceRounds; round += 1) {
      // A new wallet creates exactly one user.
      const makers = [createEthereumWallet, createSolanaWallet]
      const wallet = round % 4 < 2 ? known[round % 2] : makers[round % 2]?.()
      if (!wallet) throw new TypeError('no wallet')
      const body = await signedChallenge(harness, wallet)
      const answers = await race(concurrency, () => post(harness, '/crypto_wallets/authenticate', body))
      expect(tally(answers)).toEqual({ '200': 1, invalid_signature: concurrency - 1 })
    }
  })

  it('creates one user for challenges signed by one new wallet at once', async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const wallet = createEthereumWallet()
    const bodies: object[] = []
    for (let count = 0; count < 8; count += 1) bodies.push(await signedChallenge(harness, wallet))
    const answers = await race(8, (index) => post(harness, '/crypto_wallets/authenticate', bodies[index] ?? {}))
    expect(tally(answers)).toEqual({ '200': 8 })
    expect((await real.accounts.list(projectRealm(harness.project.id), { limit: 100 })).items).toHaveLength(1)
  })

  it(`gives one session for a passkey's response sent ${concurrency}-way, ${raceRounds} times (T-2)`, {
    timeout: 600_000,
  }, async () => {
    const harness = await createHarness(gate.storage, { settings: { limits: raceLimits }, config: raceConfig })
    const ada: TestUser = await harness.signIn('ada@example.com', { minutes: 10_000 })
    const options = { domain: 'app.example.com', user_agent: 'x', return_passkey_credential_options: true }
    // A synced passkey, so that only the challenge rejects a second response.
    const device = createAuthenticator(origin, { isSynced: true })
    const refused = { invalid_webauthn_credential: concurrency - 1 }
    const creation = Object((await post(harness, '/webauthn/register/start', options, ada)).data)
    const created = { public_key_credential: device.create(creation.public_key_credential_creation_options) }
    const registered = await race(concurrency, () => post(harness, '/webauthn/register', created, ada))
    expect(tally(registered)).toEqual({ '200': 1, ...refused })
    for (let round = 0; round < raceRounds; round += 1) {
      const { data } = await post(harness, '/webauthn/authenticate/start/primary', options)
      const public_key_credential = device.get(Object(data).public_key_credential_request_options)
      const body = { public_key_credential, session_duration_minutes: 30 }
      const answers = await race(concurrency, () => post(harness, '/webauthn/authenticate', body))
      expect(tally(answers)).toEqual({ '200': 1, ...refused })
    }
  })

  describe('against a provider that reads before it writes', () => {
    it('gives more than one session for the same race if the storage reads before it writes', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await createHarness(naive.storage, { settings: { limits: raceLimits }, config: raceConfig })
      await harness.signIn('ada@example.com')
      const token = await linkFor(harness, 'ada@example.com')
      const answers = await raceAt(naive, concurrency, () => redeem(harness, token))
      expect(tally(answers)['200']).toBeGreaterThan(1)
    })

    it("accepts an authenticator's code and a recovery code more than once if the storage reads before it writes", async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await createHarness(naive.storage, { settings: { limits: raceLimits }, config: raceConfig })
      const ada = await enroll(harness)
      harness.clock.advance(90_000)
      const codes = await raceAt(naive, concurrency, await enterTotp(harness, ada))
      expect(tally(codes)['200']).toBeGreaterThan(1)
      const other = await createHarness(naive.storage, { settings: { limits: raceLimits }, config: raceConfig })
      const bob = await enroll(other)
      const body = { recovery_code: bob.codes[0], session_duration_minutes: 30 }
      const recovered = await raceAt(naive, concurrency, () => post(other, '/totps/recover', body, bob))
      expect(tally(recovered)['200']).toBeGreaterThan(1)
    })

    it("gives more than one session for a wallet's signature if the storage reads before it writes", async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await createHarness(naive.storage, { settings: { limits: raceLimits }, config: raceConfig })
      const wallet = createEthereumWallet()
      await post(harness, '/crypto_wallets/authenticate', await signedChallenge(harness, wallet))
      const body = await signedChallenge(harness, wallet)
      const answers = await raceAt(naive, concurrency, () => post(harness, '/crypto_wallets/authenticate', body))
      expect(tally(answers)['200']).toBeGreaterThan(1)
    })

    it('compares more than five guesses if the storage reads before it writes', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await createHarness(naive.storage, { settings: { limits: raceLimits }, config: raceConfig })
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      const body = { token: '000000', method_id: data.method_id, session_duration_minutes: 30 }
      await raceAt(naive, 64, () => harness.call('POST', '/otps/authenticate', body))
      const lock = await real.lockouts.get(harness.project.id, 'email:ada@example.com')
      expect(lock?.consecutive).toBeGreaterThan(5)
    })
  })
})
