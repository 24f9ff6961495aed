import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createRandom } from '../node/system-clock.ts'
import { callback, createIdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, land, redeem } from '../products/oauth/oauth.suite.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'
import { createImpersonationToken } from '../tokens/impersonation-token.ts'

const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous, challenges_per_ip: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous, challenges_per_wallet: generous },
}
const email = 'ada@example.com'
/** 1,000 in `npm run test:attacks`. */
const guesses = isLongRun ? 1_000 : 100
const lasting = { session_duration_minutes: 30 }
const wallet = createEthereumWallet()
const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }

async function reset(harness: Harness): Promise<string> {
  await harness.call('POST', '/passwords/email/reset/start', { email })
  await harness.provider.outbox.drain()
  const mail = harness.sent.findLast(({ links }) => links.length === 2)
  return new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
}

/** Obtains each kind of secret and returns a function that redeems it, any number of times. */
const secrets: Record<string, (harness: Harness) => Promise<() => Promise<Answer>>> = {
  async 'a magic link'(harness) {
    await harness.call('POST', '/magic_links/email/login_or_create', { email })
    const token = tokenOf(await harness.lastMessage(email))
    return () => harness.call('POST', '/magic_links/authenticate', { token, ...lasting })
  },
  async 'a passcode'(harness) {
    const { data } = await harness.call('POST', '/otps/email/login_or_create', { email })
    const [token] = (await harness.lastMessage(email)).codes
    return () => harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...lasting })
  },
  async 'a reset link'(harness) {
    const token = await reset(harness)
    const password = 'violet kettle ambles north'
    return () => harness.call('POST', '/passwords/email/reset', { token, password, ...lasting })
  },
  async 'an OAuth token'(harness) {
    const { token } = await land(harness, 'google', { email, email_verified: 'true' })
    return () => redeem(harness, token)
  },
  async 'a passkey assertion'(harness) {
    // A synced passkey has no signature counter, so only the challenge can reject a second assertion.
    const device = createAuthenticator(origin, { isSynced: true })
    const { token: session } = await harness.signIn(email)
    const page = { domain: new URL(origin).hostname, user_agent: 'x', return_passkey_credential_options: true }
    const started = Object((await harness.call('POST', '/webauthn/register/start', page, { session })).data)
    const made = { public_key_credential: device.create(started.public_key_credential_creation_options) }
    await harness.call('POST', '/webauthn/register', made, { session })
    const { data } = await harness.call('POST', '/webauthn/authenticate/start/primary', page)
    const public_key_credential = device.get(Object(data).public_key_credential_request_options)
    return () => harness.call('POST', '/webauthn/authenticate', { public_key_credential, ...lasting })
  },
  async 'an impersonation token'(harness) {
    const { accountId } = await harness.signIn(email)
    const source = { ...harness, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
    const request = { accountId, actor: 'ops' }
    const { token } = await createImpersonationToken({ ...harness, random: createRandom() }, source, request)
    return () => harness.call('POST', '/impersonation/authenticate', { impersonation_token: token })
  },
  async 'a wallet signature'(harness) {
    const { data } = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named)
    const signature = wallet.sign(Object(data).challenge)
    return () => harness.call('POST', '/crypto_wallets/authenticate', { ...named, signature, ...lasting })
  },
}

describe.each(engines)('attacks on one-time secrets on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let real: Storage
  beforeAll(async () => {
    real = await openTestStorage(engine)
  })
  afterAll(() => real.close())

  /** Storage of a process that is killed after so many committed transactions, so that no response is sent. */
  function createCrashingStorage(): {
    storage: Storage
    dieAfter(transactions: number): Promise<void>
    revive(): void
  } {
    let left = Number.POSITIVE_INFINITY
    let onDeath = (): void => undefined
    return {
      storage: {
        ...real,
        async transaction(work) {
          const done = await real.transaction(work)
          left -= 1
          if (left > 0) return done
          onDeath()
          return new Promise(() => undefined)
        },
      },
      dieAfter(transactions) {
        left = transactions
        return new Promise((resolve) => {
          onDeath = resolve
        })
      },
      revive() {
        left = Number.POSITIVE_INFINITY
      },
    }
  }

  /** The live sessions of a project, by their ids. */
  async function sessionsOf({ project, clock }: Harness): Promise<Set<string>> {
    const users = await real.accounts.list(projectRealm(project.id), { limit: 10 })
    const live = { now: clock.now(), limit: 100 }
    const lists = await Promise.all(users.items.map(({ id }) => real.sessions.list(project.id, id, live)))
    return new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))
  }

  it.each(casesOn(engine, Object.keys(secrets)))(
    '%s gives at most one session if the process is killed before it responds (T-4)',
    async (name) => {
      const prepare = secrets[name]
      if (!prepare) throw new TypeError(name)
      let answered = false
      // Kills the process after the first transaction of the call, then after the second, until the response is sent.
      for (let transactions = 1; !answered; transactions += 1) {
        const process = createCrashingStorage()
        const harness = await createHarness(process.storage, { settings: { limits }, config: { limits } })
        await addFakes(harness, harness.project)
        await harness.call('POST', '/passwords', { email, password: 'seven quiet lanterns', ...lasting })
        await harness.signIn(email)
        // Sends the notice about the void password first, so that the next message holds the secret.
        await harness.provider.outbox.drain()
        const present = await prepare(harness)
        // Sends the notices that are waiting: each uses a transaction, which would be counted.
        await harness.provider.outbox.drain()
        const before = await sessionsOf(harness)
        const died = process.dieAfter(transactions).then(() => 'died')
        answered = (await Promise.race([present().then(({ outcome }) => outcome), died])) === '200'
        process.revive()
        const begun = async () => [...(await sessionsOf(harness))].filter((id) => !before.has(id)).length
        const lost = await begun()
        const again = await present()
        expect([lost, await begun(), again.status < 500]).toEqual([again.outcome === '200' ? 0 : 1, 1, true])
        // After a lost response the flow can be started again.
        expect((await (await prepare(harness))()).outcome).toBe('200')
        expect(transactions).toBeLessThan(10)
      }
    },
  )

  it.inTurn(
    'an authorization code gives tokens at most once if the process is killed before it responds (T-4)',
    async () => {
      let answered = false
      for (let transactions = 1; !answered; transactions += 1) {
        const process = createCrashingStorage()
        const harness = await createIdpHarness(process.storage)
        const client = await harness.newClient()
        const { token } = await harness.signIn(email)
        const newCode = async () =>
          (await harness.consent({ client_id: client.id, scope: 'openid offline_access' }, token)).query.code ?? ''
        const redeemed = (code: string) =>
          harness.token(client, { grant_type: 'authorization_code', code, redirect_uri: callback })
        const given = await newCode()
        const died = process.dieAfter(transactions).then(() => null)
        const first = await Promise.race([redeemed(given), died])
        answered = first !== null
        process.revive()
        // The first transaction consumes the code. A second use is rejected and revokes the tokens of the first.
        const again = await redeemed(given)
        expect(again.json.error).toBe('invalid_grant')
        const tokens = first?.json ?? {}
        if (answered) {
          expect(first?.status).toBe(200)
          const bearer = { authorization: `Bearer ${tokens.access_token}` }
          const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
          expect([
            (await harness.get('/oauth2/userinfo', bearer)).status,
            (await harness.token(client, renewed)).json.error,
          ]).toEqual([401, 'invalid_grant'])
        }
        // After a lost response the flow can be started again.
        expect((await redeemed(await newCode())).status).toBe(200)
        expect(transactions).toBeLessThan(10)
      }
    },
  )

  it.inTurn(
    `of ${guesses} guesses at one passcode five are compared, and the account counts them across passcodes (T-7)`,
    async () => {
      const harness = await createHarness(real, { settings: { limits }, config: { limits } })
      await harness.signIn(email)
      const newCode = async () => {
        const { data } = await harness.call('POST', '/otps/email/login_or_create', { email })
        await harness.provider.outbox.drain()
        // A lock-out sends a notice after the passcode.
        const [code = ''] = harness.sent.findLast((one) => one.to === email && one.codes.length > 0)?.codes ?? []
        const guess = (token: string) =>
          harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...lasting })
        return { code, methodId: data.method_id, guess }
      }
      const first = await newCode()
      const outcomes = new Set<string>()
      for (let count = 0; count < guesses; count += 1) {
        const token = String((Number(first.code) + 1 + count) % 1_000_000).padStart(6, '0')
        outcomes.add((await first.guess(token)).outcome)
      }
      expect([...outcomes]).toEqual(['otp_code_not_found'])
      const row = await real.oneTime.find(harness.project.id, first.methodId)
      expect([row?.attempts, (await first.guess(first.code)).outcome]).toEqual([5, 'otp_code_not_found'])
      // A new passcode does not reset the count: the tenth wrong one in a row locks the account.
      const second = await newCode()
      const wrong = String((Number(second.code) + 1) % 1_000_000).padStart(6, '0')
      for (let count = 0; count < 5; count += 1) await second.guess(wrong)
      const third = await newCode()
      expect((await third.guess(third.code)).outcome).toBe('user_lock_limit_reached')
    },
  )
})
