import { createEthereumWallet, createSolanaWallet, type FakeWallet } from '@latchkey/testkit/wallets'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import {
  type CallOptions,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
} from '../../testing/harness.ts'

const makers = { ethereum: () => createEthereumWallet(), solana: () => createSolanaWallet() }

describe.each(engines)('wallets on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const named = ({ address, type }: FakeWallet) => ({ crypto_wallet_address: address, crypto_wallet_type: type })

  async function challengeFor(harness: Harness, wallet: FakeWallet, options: CallOptions = {}, body: object = {}) {
    const path = `/crypto_wallets/authenticate/start/${options.session ? 'secondary' : 'primary'}`
    const { outcome, data } = await harness.call('POST', path, { ...named(wallet), ...body }, options)
    expect(outcome).toBe('200')
    return (data as unknown as { challenge: string }).challenge
  }

  const present = (
    harness: Harness,
    wallet: FakeWallet,
    signature: string,
    options: CallOptions = {},
    challenge?: string,
  ) =>
    harness.call(
      'POST',
      '/crypto_wallets/authenticate',
      { ...named(wallet), signature, challenge, session_duration_minutes: 30 },
      options,
    )

  const signIn = async (harness: Harness, wallet: FakeWallet, options: CallOptions = {}) =>
    present(harness, wallet, wallet.sign(await challengeFor(harness, wallet, options)), options)

  describe.each(['ethereum', 'solana'] as const)('of %s', (type) => {
    it.inTurn('signs a new user up, and the same user in again', async () => {
      const harness = await createHarness(storage)
      const wallet = makers[type]()
      const first = await signIn(harness, wallet)
      const [registration] = first.data.user.crypto_wallets
      expect([first.outcome, registration]).toEqual([
        '200',
        {
          crypto_wallet_id: expect.stringMatching(/^crypto-wallet-test-/),
          ...named(wallet),
          verified: true,
        },
      ])
      const at = '2027-01-15T08:00:00.000Z'
      expect(first.data.session.authentication_factors).toEqual([
        {
          ...{ type: 'crypto', delivery_method: 'crypto_wallet' },
          ...{ last_authenticated_at: at, created_at: at, updated_at: at },
          crypto_wallet_factor: { crypto_wallet_id: registration?.crypto_wallet_id, ...named(wallet) },
        },
      ])
      const again = await signIn(harness, wallet)
      expect(again.data.user_id).toBe(first.data.user_id)
      expect(again.data.session.session_id).not.toBe(first.data.session.session_id)
    })

    it('accepts a signature once, until it expires, from the page that requested it (W-1)', async () => {
      const harness = await createHarness(storage, {
        settings: { authorizedOrigins: [origin, 'https://other.example.com'] },
      })
      const wallet = makers[type]()
      const signature = wallet.sign(await challengeFor(harness, wallet))
      const otherPage = { origin: 'https://other.example.com' }
      expect((await present(harness, wallet, signature, otherPage)).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, signature, { origin: null })).outcome).toBe('invalid_signature')
      const other = await harness.newProject()
      expect((await present(harness, wallet, signature, { project: other })).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, signature)).outcome).toBe('200')
      expect((await present(harness, wallet, signature)).outcome).toBe('invalid_signature')
      const late = wallet.sign(await challengeFor(harness, wallet))
      harness.clock.advance(5 * 60_000)
      expect((await present(harness, wallet, late)).outcome).toBe('invalid_signature')
    })

    it('rejects a signature of another wallet or of another message (W-1)', async () => {
      const harness = await createHarness(storage)
      const [wallet, attacker] = [makers[type](), makers[type]()]
      const challenge = await challengeFor(harness, wallet)
      const otherChallenge = await challengeFor(harness, attacker)
      expect((await present(harness, wallet, attacker.sign(challenge))).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, wallet.sign(otherChallenge))).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, wallet.sign(`${challenge} `))).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, wallet.sign(challenge))).outcome).toBe('200')
    })

    it('rejects a challenge in the request that is not the open challenge that was signed (W-1)', async () => {
      const harness = await createHarness(storage, {
        settings: { authorizedOrigins: [origin, 'https://other.example.com'] },
      })
      const [wallet, attacker] = [makers[type](), makers[type]()]
      const [own, second] = [await challengeFor(harness, wallet), await challengeFor(harness, wallet)]
      const foreign = await challengeFor(harness, attacker)
      const eve = await harness.signIn('eve@example.com')
      const ofEve = await challengeFor(harness, wallet, { session: eve.token })
      const other = await harness.newProject()
      const attempts: [string, string, CallOptions?][] = [
        // [signed, named]
        ...([own, second, foreign, `${own} `, own.toLowerCase(), '', ofEve] as const).flatMap((text) =>
          [own, second, foreign, `${own} `, own.toLowerCase(), '', ofEve]
            .filter((named) => named !== text || ![own, second].includes(text))
            .map((named): [string, string] => [text, named]),
        ),
        [own, own, { origin: 'https://other.example.com' }],
        [own, own, { origin: null }],
        [own, own, { project: other }],
      ]
      for (const [index, [signed, named, options]] of attempts.entries()) {
        const peerAddress = `192.0.2.${index}`
        const answer = await present(harness, wallet, wallet.sign(signed), { peerAddress, ...options }, named)
        expect([index, signed, named, answer.outcome]).toEqual([index, signed, named, 'invalid_signature'])
      }
      expect((await present(harness, wallet, attacker.sign(own), {}, own)).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, wallet.sign(own), {}, own)).outcome).toBe('200')
      expect((await present(harness, wallet, wallet.sign(own), {}, own)).outcome).toBe('invalid_signature')
      harness.clock.advance(5 * 60_000)
      expect((await present(harness, wallet, wallet.sign(second), {}, second)).outcome).toBe('invalid_signature')
    })

    it.inTurn('signs the owner in although an attacker requests challenges for the wallet', async () => {
      const harness = await createHarness(storage)
      const wallet = makers[type]()
      const challenge = await challengeFor(harness, wallet)
      const attacker = { peerAddress: '198.51.100.9' }
      for (const peerAddress of [attacker.peerAddress, '198.51.100.10', '198.51.100.11'])
        for (let count = 0; count < 20; count += 1) await challengeFor(harness, wallet, { peerAddress })
      const path = '/crypto_wallets/authenticate/start/primary'
      expect((await harness.call('POST', path, named(wallet), attacker)).outcome).toBe('too_many_requests')
      expect((await present(harness, wallet, wallet.sign(challenge))).outcome).toBe('200')
      // The same again while the attacker continues.
      expect((await present(harness, wallet, wallet.sign(await challengeFor(harness, wallet)))).outcome).toBe('200')
    })

    it.inTurn('signs in from a network other than the one that requested the challenge', async () => {
      const harness = await createHarness(storage)
      const wallet = makers[type]()
      const signature = wallet.sign(await challengeFor(harness, wallet))
      expect((await present(harness, wallet, signature, { peerAddress: '198.51.100.9' })).outcome).toBe('200')
    })

    it.inTurn('limits attempts per network', async () => {
      const harness = await createHarness(storage)
      const wallet = makers[type]()
      const wrong = makers[type]().sign(await challengeFor(harness, wallet))
      for (let count = 0; count < 20; count += 1)
        expect((await present(harness, wallet, wrong)).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, wrong)).outcome).toBe('too_many_requests')
      const signature = wallet.sign(await challengeFor(harness, wallet))
      expect((await present(harness, wallet, signature, { peerAddress: '198.51.100.9' })).outcome).toBe('200')
    })

    it.inTurn('adds a wallet to the session that requested it, and to no other', async () => {
      const harness = await createHarness(storage)
      const wallet = makers[type]()
      const ada = await harness.signIn('ada@example.com')
      const eve = await harness.signIn('eve@example.com')
      const path = '/crypto_wallets/authenticate/start/secondary'
      expect((await harness.call('POST', path, named(wallet))).outcome).toBe('user_unauthenticated')
      const signature = wallet.sign(await challengeFor(harness, wallet, { session: ada.token }))
      expect((await present(harness, wallet, signature)).outcome).toBe('invalid_signature')
      expect((await present(harness, wallet, signature, { session: eve.token })).outcome).toBe('invalid_signature')
      const { data } = await present(harness, wallet, signature, { session: ada.token })
      expect([data.user_id, data.session.session_id, data.user.crypto_wallets.length]).toEqual([
        ada.accountId,
        ada.sessionId,
        1,
      ])
      expect(data.session.authentication_factors.map((one) => one.type)).toEqual(['otp', 'crypto'])
      expect((await signIn(harness, wallet)).data.user_id).toBe(ada.accountId)
      expect((await signIn(harness, wallet, { session: eve.token })).outcome).toBe('duplicate_crypto_wallet')
    })
  })

  it('treats all spellings of a wallet address as one wallet (W-3)', async () => {
    const harness = await createHarness(storage)
    const wallet = createEthereumWallet()
    const digits = wallet.address.slice(2)
    const ids = []
    for (const address of [wallet.address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
      ids.push((await signIn(harness, { ...wallet, address })).data.user_id)
    expect(new Set(ids).size).toBe(1)
    for (const type of ['ethereum', 'solana']) {
      const body = { crypto_wallet_address: 'nonsense', crypto_wallet_type: type }
      const start = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', body)
      const done = await harness.call('POST', '/crypto_wallets/authenticate', {
        ...{ ...body, signature: '0x', session_duration_minutes: 30 },
      })
      expect([start.outcome, done.outcome]).toEqual(Array(2).fill('invalid_crypto_wallet_address'))
    }
  })

  it.inTurn('shows a message that names the host page', async () => {
    const harness = await createHarness(storage)
    const wallet = createEthereumWallet()
    const challenge = await challengeFor(harness, wallet)
    expect(challenge).toMatch(/^Sign in to app\.example\.com with this wallet\.\n/)
    expect(challenge).toContain(`\nWallet: ${wallet.address}\n`)
    expect(challenge).toContain('\nExpires at: 2027-01-15T08:05:00.000Z')
    expect(challenge).toMatch(/\nNonce: [0-9a-f]{64}\n/)
    expect(await challengeFor(harness, wallet)).not.toBe(challenge)
  })

  describe('where a project asks for Sign-In with Ethereum', () => {
    it.inTurn('sends the EIP-4361 message that the provider composed', async () => {
      const harness = await createHarness(storage, { settings: { siweRequired: true } })
      const wallet = createEthereumWallet()
      const siwe_params = { uri: `${origin}/login`, chain_id: '10', statement: 'Welcome.', resources: ['ipfs://x/'] }
      const challenge = await challengeFor(harness, wallet, {}, { siwe_params })
      expect(parseSiweMessage(challenge)).toMatchObject({
        ...{ domain: 'app.example.com', address: wallet.address, version: '1', chainId: 10 },
        ...{ uri: `${origin}/login`, statement: 'Welcome.', resources: ['ipfs://x/'] },
        issuedAt: new Date(harness.clock.now()),
        expirationTime: new Date(harness.clock.now() + 5 * 60_000),
      })
      expect((await present(harness, wallet, wallet.sign(challenge))).outcome).toBe('200')
      expect(parseSiweMessage(await challengeFor(harness, wallet))).toMatchObject({ uri: origin, chainId: 1 })
      const solana = createSolanaWallet()
      expect(await challengeFor(harness, solana, {}, { siwe_params })).toMatch(/^Sign in to /)
    })

    it('rejects a signature before the time in the message (W-1)', async () => {
      const harness = await createHarness(storage, { settings: { siweRequired: true } })
      const wallet = createEthereumWallet()
      const not_before = new Date(harness.clock.now() + 60_000).toISOString()
      const signature = wallet.sign(await challengeFor(harness, wallet, {}, { siwe_params: { not_before } }))
      expect((await present(harness, wallet, signature)).outcome).toBe('invalid_signature')
      harness.clock.advance(60_000)
      expect((await present(harness, wallet, signature)).outcome).toBe('200')
    })

    it('rejects parameters that would add lines to the message (W-2)', async () => {
      const harness = await createHarness(storage, { settings: { siweRequired: true } })
      const body = { ...named(createEthereumWallet()), siwe_params: { uri: 'https://evil.example' } }
      const answer = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', body)
      expect([answer.outcome, answer.json.body?.[0]?.dataPath]).toEqual(['schema_error', '.siwe_params.uri'])
    })
  })

  it.inTurn('removes a wallet, but not the last factor', async () => {
    const harness = await createHarness(storage)
    const wallet = createEthereumWallet()
    const { data } = await signIn(harness, wallet)
    const id = data.user.crypto_wallets[0]?.crypto_wallet_id
    const remove = (session: string) => harness.call('DELETE', `/users/crypto_wallets/${id}`, undefined, { session })
    expect((await remove(data.session_token)).outcome).toBe('last_factor')
    const second = await signIn(harness, createSolanaWallet(), { session: data.session_token })
    expect((await remove((await harness.signIn('eve@example.com')).token)).outcome).toBe('registration_not_found')
    const removed = await remove(second.data.session_token)
    expect([removed.outcome, removed.data.__user.crypto_wallets.length]).toEqual(['200', 1])
    expect((await signIn(harness, wallet)).data.user_id).not.toBe(data.user_id)
  })

  it.inTurn('removes the wallet of an account whose address another user verifies', async () => {
    const harness = await createHarness(storage)
    const wallet = createEthereumWallet()
    const planted = await signIn(harness, wallet)
    // An account that an attacker created with the victim's address.
    await storage.accounts.addRegistration({
      ...projectRealm(harness.project.id),
      ...{ id: 'email-test-claimed', accountId: planted.data.user_id, kind: 'email' },
      ...{ uniqueKey: 'ada@example.com', verified: false, details: {}, createdAt: 1, verifiedAt: null },
    })
    await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: planted.data.session_token })
    const ada = await harness.signIn('ada@example.com')
    expect(ada.accountId).toBe(planted.data.user_id)
    const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
    expect([me.data.crypto_wallets, me.data.totps, me.data.emails[0]?.verified]).toEqual([[], [], true])
    const session = planted.data.session_token
    expect((await harness.call('GET', '/users/me', undefined, { session })).outcome).toBe('user_unauthenticated')
    expect((await signIn(harness, wallet)).data.user_id).not.toBe(ada.accountId)
  })

  it.inTurn(
    'requires a recent sign-in to add a wallet if the project requires step-up, and rejects disabled wallets',
    async () => {
      const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
      const wallet = createEthereumWallet()
      const ada = await harness.signIn('ada@example.com', { minutes: 600 })
      harness.clock.advance(11 * 60_000)
      const path = '/crypto_wallets/authenticate/start/secondary'
      expect((await harness.call('POST', path, named(wallet), { session: ada.token })).outcome).toBe('step_up_required')
      const off = await harness.newProject({
        settings: {
          enabledMethods: { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true, cryptoWallets: false },
        },
      })
      const start = '/crypto_wallets/authenticate/start/primary'
      expect((await harness.call('POST', start, named(wallet), { project: off })).outcome).toBe('method_not_enabled')
    },
  )
})
