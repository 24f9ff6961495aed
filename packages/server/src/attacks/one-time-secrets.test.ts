import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../node/system-clock.ts'
import { callback, createIdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, land, redeem } from '../products/oauth/oauth.suite.ts'
import type { Storage } from '../storage/storage.ts'
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
/** A thousand in the long run. */
const guesses = Number(process.env.RACE_ROUNDS ?? 50) > 50 ? 1_000 : 100
const lasting = { session_duration_minutes: 30 }
const wallet = createEthereumWallet()
const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }

async function reset(harness: Harness): Promise<string> {
  await harness.call('POST', '/passwords/email/reset/start', { email })
  await harness.provider.outbox.drain()
  const mail = harness.sent.findLast(({ links }) => links.length === 2)
  return new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
}

/** How each secret is had, and then presented as often as one likes. */
const secrets: Record<string, (harness: Harness) => Promise<() => Promise<Answer>>> = {
  async 'a link'(harness) {
    await harness.call('POST', '/magic_links/email/login_or_create', { email })
    const token = tokenOf(await harness.lastMessage(email))
    return () => harness.call('POST', '/magic_links/authenticate', { token, ...lasting })
  },
  async 'a passcode'(harness) {
    const { data } = await harness.call('POST', '/otps/email/login_or_create', { email })
    const [token] = (await harness.lastMessage(email)).codes
    return () => harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...lasting })
  },
  async 'a reset'(harness) {
    const token = await reset(harness)
    const password = 'violet kettle ambles north'
    return () => harness.call('POST', '/passwords/email/reset', { token, password, ...lasting })
  },
  async 'an OAuth token'(harness) {
    const { token } = await land(harness, 'google', { email, email_verified: 'true' })
    return () => redeem(harness, token)
  },
  async 'a passkey’s answer'(harness) {
    // Synced, so that nothing but the challenge keeps a second answer out.
    const device = createAuthenticator(origin, { isSynced: true })
    const { token: session } = await harness.signIn(email)
    const page = { domain: new URL(origin).hostname, user_agent: 'x', return_passkey_credential_options: true }
    const asked = Object((await harness.call('POST', '/webauthn/register/start', page, { session })).data)
    const made = { public_key_credential: device.create(asked.public_key_credential_creation_options) }
    await harness.call('POST', '/webauthn/register', made, { session })
    const { data } = await harness.call('POST', '/webauthn/authenticate/start/primary', page)
    const public_key_credential = device.get(Object(data).public_key_credential_request_options)
    return () => harness.call('POST', '/webauthn/authenticate', { public_key_credential, ...lasting })
  },
  async 'an impersonation token'(harness) {
    const { userId } = await harness.signIn(email)
    const source = { ...harness, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
    const wish = { userId, actor: 'ops' }
    const { token } = await createImpersonationToken({ ...harness, random: createRandom() }, source, wish)
    return () => harness.call('POST', '/impersonation/authenticate', { impersonation_token: token })
  },
  async 'a wallet’s signature'(harness) {
    const { data } = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named)
    const signature = wallet.sign(Object(data).challenge)
    return () => harness.call('POST', '/crypto_wallets/authenticate', { ...named, signature, ...lasting })
  },
}

describe.each(engines)('attacks on one-time secrets on %s', (engine) => {
  let real: Storage
  beforeAll(async () => {
    real = await openTestStorage(engine)
  })
  afterAll(() => real.close())

  /** A process that dies when so many more of its transactions are on disk: what it would have said, nobody hears. */
  function mortal(): { storage: Storage; dieAfter(transactions: number): Promise<void>; revive(): void } {
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
    const users = await real.users.list(project.id, { limit: 10 })
    const live = { now: clock.now(), limit: 100 }
    const lists = await Promise.all(users.items.map(({ id }) => real.sessions.list(project.id, id, live)))
    return new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))
  }

  it.each(Object.keys(secrets))(
    '%s gives one session at most when its answer is lost with the process (T-4)',
    async (name) => {
      const prepare = secrets[name]
      if (!prepare) throw new TypeError(name)
      let heard = false
      // Dies after each of the call's transactions in turn, until there are none left and the answer gets out.
      for (let transactions = 1; !heard; transactions += 1) {
        const process = mortal()
        const harness = await createHarness(process.storage, { settings: { limits }, config: { limits } })
        await addFakes(harness, harness.project)
        await harness.call('POST', '/passwords', { email, password: 'seven quiet lanterns', ...lasting })
        await harness.signIn(email)
        // The notice that the password is dead leaves first: what is mailed next is the secret.
        await harness.provider.outbox.drain()
        const present = await prepare(harness)
        // What is prepared may mail a notice, and what is queued leaves in transactions of its own.
        await harness.provider.outbox.drain()
        const before = await sessionsOf(harness)
        const died = process.dieAfter(transactions).then(() => 'died')
        heard = (await Promise.race([present().then(({ outcome }) => outcome), died])) === '200'
        process.revive()
        const begun = async () => [...(await sessionsOf(harness))].filter((id) => !before.has(id)).length
        const lost = await begun()
        const again = await present()
        expect([lost, await begun(), again.status < 500]).toEqual([again.outcome === '200' ? 0 : 1, 1, true])
        // Whoever heard nothing begins again.
        expect((await (await prepare(harness))()).outcome).toBe('200')
        expect(transactions).toBeLessThan(10)
      }
    },
  )

  it('a code of the identity provider gives tokens once at most when its answer is lost with the process (T-4)', async () => {
    let heard = false
    for (let transactions = 1; !heard; transactions += 1) {
      const process = mortal()
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
      heard = first !== null
      process.revive()
      // It is spent with the first of them: nobody gets anything for it again, and what it gave is taken back.
      const again = await redeemed(given)
      expect(again.json.error).toBe('invalid_grant')
      const tokens = first?.json ?? {}
      if (heard) {
        expect(first?.status).toBe(200)
        const bearer = { authorization: `Bearer ${tokens.access_token}` }
        const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
        expect([
          (await harness.get('/oauth2/userinfo', bearer)).status,
          (await harness.token(client, renewed)).json.error,
        ]).toEqual([401, 'invalid_grant'])
      }
      // Whoever heard nothing begins again.
      expect((await redeemed(await newCode())).status).toBe(200)
      expect(transactions).toBeLessThan(10)
    }
  })

  it(`${guesses} guesses at one passcode are five, and the account counts them across codes (T-7)`, async () => {
    const harness = await createHarness(real, { settings: { limits }, config: { limits } })
    await harness.signIn(email)
    const newCode = async () => {
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email })
      await harness.provider.outbox.drain()
      // A lock mails a notice after the code.
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
    // A new code is no new five: the tenth wrong one in a row locks the account, whatever code it was for.
    const second = await newCode()
    const wrong = String((Number(second.code) + 1) % 1_000_000).padStart(6, '0')
    for (let count = 0; count < 5; count += 1) await second.guess(wrong)
    const third = await newCode()
    expect((await third.guess(third.code)).outcome).toBe('user_lock_limit_reached')
  })
})
