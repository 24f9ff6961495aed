import type { JsonObject } from '@latchkey/contract'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import type { AuditEvent } from '../audit/audit.ts'
import { defaultLimits } from '../core/limits.ts'
import { createMemoryLimiter } from '../core/memory-limiter.ts'
import type { Call } from '../core/route.ts'
import { createIdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { createOAuthHarness, signInWith } from '../products/oauth/oauth.suite.ts'
import { countSignIn, signInsOfAccount, signInsOfNetwork } from '../sessions/count-sign-in.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { isFullMatrix, takeTurns } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

type Wallet = ReturnType<typeof createEthereumWallet>

const hour = 60 * 60_000
const lasting = { session_duration_minutes: 30 }
const password = 'violet kettle ambles north'
const limit = 3
const generous = { limit: 1e6, windowMs: 60_000 }
const config = {
  limits: {
    sign_ins_per_ip: { limit, windowMs: hour },
    ...{ requests_per_ip: generous, challenges_per_ip: generous, password_attempts_per_ip: generous },
  },
}

/** The limiter at the default limits, without storage: a test cannot make the sign-ins of a whole day. */
function createCount() {
  let now = 0
  const dayLimits = createMemoryLimiter({ now: () => now })
  const source = { project: { id: 'p', settings: {} }, client: { prefix: '198.51.100.66' } } as Call<unknown>
  const context = { config: {}, dayLimits, metrics: { limitHit: () => undefined } } as unknown as Parameters<
    typeof countSignIn
  >[0]
  return {
    setTime(time: number) {
      now = time
    },
    isTaken(id: string, event: AuditEvent = 'webauthn_authenticate'): boolean {
      try {
        countSignIn(context, source, { event, account: { id } })
        return true
      } catch {
        return false
      }
    },
  }
}

it('limits the sessions that one account can begin in a day (R-13)', () => {
  const { setTime, isTaken } = createCount()
  let begun = 0
  for (let call = 0; call < 86_400; call += 1) {
    setTime(call * 1_000)
    if (isTaken('insider')) begun += 1
  }
  expect(begun).toBeLessThanOrEqual(24 * defaultLimits.sign_ins_per_ip.limit + signInsOfAccount.limit)
  expect(begun).toBeGreaterThan(23 * defaultLimits.sign_ins_per_ip.limit)
  // Ten thousand other users of the same network can still sign in on that day.
  const refused = Array.from({ length: 10_000 }, (_, index) => isTaken(`user ${index}`)).filter((one) => !one)
  expect(refused).toEqual([])
})

it.each(isFullMatrix ? [600, 5_000, 86_400] : [5_000])(
  'limits the sessions that %i accounts of one network can begin in a day (R-13)',
  (accounts) => {
    const { setTime, isTaken } = createCount()
    let begun = 0
    // `challenges_per_ip` allows one network this many attempts.
    for (let call = 0; call < 86_400; call += 1) {
      setTime(call * 1_000)
      if (isTaken(`account ${call % accounts}`)) begun += 1
    }
    noteVariants(1)
    expect(begun).toBeLessThanOrEqual(signInsOfNetwork.limit + 24 * defaultLimits.sign_ins_per_ip.limit)
    expect(begun).toBeGreaterThan(signInsOfNetwork.limit)
    // Sign-ins with a right password are not rejected.
    const right = Array.from({ length: 100 }, () => isTaken('owner', 'password_authenticate'))
    expect(right).toEqual(Array(100).fill(true))
  },
)

describe.each(engines)('sign-ins of one network on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const auditOf = async (harness: Harness): Promise<string[]> => {
    const rows = (await storage.audit.listUnsealed(100_000)).filter(({ projectId }) => projectId === harness.project.id)
    return rows.map(({ event, result, errorType, targetId }) =>
      event === 'limit_hit' ? `${event} ${targetId}` : `${event} ${errorType ?? result}`,
    )
  }
  const refusedFor = ({ status, headers }: Answer): [number, boolean] => {
    // `Retry-After` is spread by ten seconds at random, so that callers do not retry at the same time.
    const seconds = Number(headers.get('retry-after'))
    return [status, seconds >= 3_590 && seconds <= 3_610]
  }
  async function useUp(signIn: () => Promise<Answer>): Promise<Answer> {
    for (let count = 0; count < signInsOfAccount.limit + limit; count += 1) expect((await signIn()).outcome).toBe('200')
    return signIn()
  }

  it.inTurn(
    'do not lock other users out or reveal a right password after one user has used up the limit (R-13)',
    async () => {
      const harness = await createOAuthHarness(storage, { config })
      const email = 'neighbor@example.com'
      const elsewhere = { peerAddress: '192.0.2.1' }
      expect((await harness.call('POST', '/passwords', { email, password, ...lasting }, elsewhere)).outcome).toBe('200')
      const refused = await useUp(() => signInWith(harness, 'google', { account: 'ada' }))
      expect(refusedFor(refused)).toEqual([429, true])
      const rows = await auditOf(harness)
      expect(rows.filter((row) => row === 'limit_hit sign_ins_per_ip')).toHaveLength(1)
      expect(rows).not.toContain('oauth_authenticate too_many_requests')

      expect((await signInWith(harness, 'google', { account: 'grace' })).outcome).toBe('200')
      const login = (typed: string) =>
        harness.call('POST', '/passwords/authenticate', { email, password: typed, ...lasting })
      // Also above the limit of a user.
      for (let count = 0; count <= signInsOfAccount.limit; count += 1)
        expect((await login(password)).outcome).toBe('200')
      expect((await login('nothing like it at all')).outcome).toBe('unauthorized_credentials')
      expect((await login(password)).outcome).toBe('200')
      await harness.call('POST', '/passwords/email/reset/start', { email })
      const reset = {
        token: tokenOf(await harness.lastMessage(email)),
        password: 'seven quiet lanterns drift',
        ...lasting,
      }
      expect((await harness.call('POST', '/passwords/email/reset', reset)).outcome).toBe('200')
      expect((await harness.call('POST', '/passwords', { email: 'new@b.co', password, ...lasting })).outcome).toBe(
        '200',
      )

      expect((await signInWith(harness, 'google', { account: 'ada' })).status).toBe(429)
      harness.clock.advance(hour)
      expect((await signInWith(harness, 'google', { account: 'ada' })).outcome).toBe('200')
    },
  )

  it.inTurn('by a token of a trusted issuer get Retry-After above the limit, which is audited (R-13)', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' } as JsonObject
    const [issuer, audience] = ['https://issuer.example', 'latchkey']
    const profile = { id: 'partner', issuer, audience, keys: { jwks: { keys: [jwk] } }, trustsEmail: true }
    const settings = { attestationProfiles: [{ ...profile, createsUsers: true }] }
    const harness = await createHarness(storage, { config, settings })
    let count = 0
    const attest = async () => {
      count += 1
      const iat = Math.floor(harness.clock.now() / 1_000)
      const claims = { iss: issuer, aud: audience, sub: 'ada', jti: `j${count}`, iat, exp: iat + 300 }
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey)
      return harness.call('POST', '/sessions/attest', { profile_id: 'partner', token, ...lasting })
    }
    expect(refusedFor(await useUp(attest))).toEqual([429, true])
    const rows = await auditOf(harness)
    expect(rows.filter((row) => row === 'limit_hit sign_ins_per_ip')).toHaveLength(1)
    expect(rows).not.toContain('session_attest too_many_requests')
  })

  /** The limit is audited once, outside of the transaction that was rolled back, and not as a rejection of the method. */
  async function expectLimit(harness: Harness, refused: Answer, event: string): Promise<void> {
    expect(refusedFor(refused)).toEqual([429, true])
    const rows = await auditOf(harness)
    expect(rows.filter((row) => row === 'limit_hit sign_ins_per_ip')).toHaveLength(1)
    expect(rows).not.toContain(`${event} too_many_requests`)
  }

  it.inTurn('by passkey get Retry-After above the limit, which is audited (R-13)', async () => {
    const harness = await createHarness(storage, { config })
    const device = createAuthenticator(origin)
    const { token: session } = await harness.signIn('ada@example.com')
    const page = { domain: new URL(origin).hostname, user_agent: 'x', return_passkey_credential_options: true }
    const start = async (path: string, options = {}) => Object((await harness.call('POST', path, page, options)).data)
    const started = await start('/webauthn/register/start', { session })
    const made = device.create(started.public_key_credential_creation_options)
    const registered = await harness.call('POST', '/webauthn/register', { public_key_credential: made }, { session })
    expect(registered.outcome).toBe('200')
    const refused = await useUp(async () => {
      const { public_key_credential_request_options: options } = await start('/webauthn/authenticate/start/primary')
      const body = { public_key_credential: device.get(options), ...lasting }
      return harness.call('POST', '/webauthn/authenticate', body)
    })
    await expectLimit(harness, refused, 'webauthn_authenticate')
  })

  it.inTurn('by access token get Retry-After above the limit, which is audited (R-13)', async () => {
    const harness = await createIdpHarness(storage, { config })
    const client = await harness.newClient({ client_type: 'first_party', scopes: ['openid', 'full_access'] })
    const { token: session } = await harness.signIn('ada@example.com')
    const { access_token } = (await harness.signInto(client, session, { scope: 'openid full_access' })).json
    const refused = await useUp(() =>
      harness.call('POST', '/sessions/exchange_access_token', { access_token, ...lasting }),
    )
    await expectLimit(harness, refused, 'access_token_exchange')
  })

  it.inTurn('by a new wallet above the limit of accounts consume the signature and are audited (R-13)', async () => {
    const limits = { accounts_per_ip: { limit: 1, windowMs: hour } }
    const harness = await createHarness(storage, { config: { limits } })
    const named = ({ address, type }: Wallet) => ({ crypto_wallet_address: address, crypto_wallet_type: type })
    const sign = async (wallet: Wallet) => {
      const started = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named(wallet))
      return { ...named(wallet), signature: wallet.sign(Object(started.data).challenge), ...lasting }
    }
    const present = (body: object, options = {}) => harness.call('POST', '/crypto_wallets/authenticate', body, options)
    expect((await present(await sign(createEthereumWallet()))).outcome).toBe('200')
    const signed = await sign(createEthereumWallet())
    expect(refusedFor(await present(signed))).toEqual([429, true])
    expect((await auditOf(harness)).filter((row) => row === 'limit_hit accounts_per_ip')).toHaveLength(1)
    expect((await present(signed, { peerAddress: '192.0.2.1' })).outcome).toBe('invalid_signature')
    expect((await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items).toHaveLength(1)
  })

  it.inTurn('that create no account do not count against the limit of accounts (R-13)', async () => {
    const limits = { accounts_per_ip: { limit: 2, windowMs: hour } }
    const harness = await createHarness(storage, { config: { limits } })
    const create = (email: string, typed = password) =>
      harness.call('POST', '/passwords', { email, password: typed, ...lasting })
    for (let count = 0; count < 4; count += 1)
      expect((await create(`a${count}@b.co`, 'kettlekettle')).outcome).toBe('weak_password')
    expect((await create('a@b.co')).outcome).toBe('200')
    for (let count = 0; count < 4; count += 1) expect((await create('a@b.co')).outcome).toBe('duplicate_email')
    expect((await create('b@b.co')).outcome).toBe('200')
    expect(refusedFor(await create('c@b.co'))).toEqual([429, true])
    expect((await auditOf(harness)).filter((row) => row === 'limit_hit accounts_per_ip')).toHaveLength(1)
    const strict = await createHarness(storage, { config: { limits }, settings: { enumeration: 'strict' } })
    const outcomes: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      const body = { email: `${name}@b.co`, password, ...lasting }
      outcomes.push((await strict.call('POST', '/passwords', body)).outcome)
    }
    expect(outcomes).toEqual(Array(4).fill('reset_password'))
  })
})
