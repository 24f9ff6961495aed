import { createEthereumWallet, createSolanaWallet, type FakeWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { isLongRun } from '../../storage/testing/run-length.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'

/** Production limits: each /64 of an IPv6 network gets 20 challenges for a wallet. */
const perNetwork = 20
const networks = isLongRun ? 200 : 60
/** Below the limit of a whole /48, which would reject the attackers. */
const networksOfSite = 60
const attackers = Array.from(
  { length: networks },
  (_, index) => `2001:db8:${1 + Math.floor(index / networksOfSite)}:${(index % networksOfSite).toString(16)}::1`,
)
/** Requests at the same time: more would wait too long for the database. */
const batchSize = 100
const home = '203.0.113.7'
const away = '192.0.2.44'
/** In a /48 of the attackers. */
const neighbor = '2001:db8:1:ffff::1'

const named = ({ address, type }: FakeWallet) => ({ crypto_wallet_address: address, crypto_wallet_type: type })

interface Started {
  wallet: FakeWallet
  challenge: string
  from: string
  isOfSession: boolean
}

describe.each(engines)('the owner of a wallet on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start(harness: Harness, wallet: FakeWallet, from: string, session?: string): Promise<Started> {
    const path = `/crypto_wallets/authenticate/start/${session ? 'secondary' : 'primary'}`
    const options = { peerAddress: from, ...(session && { session }) }
    const { outcome, data } = await harness.call('POST', path, named(wallet), options)
    expect(outcome).toBe('200')
    return { wallet, challenge: String(Object(data).challenge), from, isOfSession: session !== undefined }
  }

  async function present(
    harness: Harness,
    { wallet, challenge, isOfSession }: Started,
    { from, token, isNamed = true }: { from: string; token: string; isNamed?: boolean },
  ) {
    const signature = wallet.sign(challenge)
    const body = { ...named(wallet), signature, ...(isNamed && { challenge }), session_duration_minutes: 30 }
    const options = { peerAddress: from, ...(isOfSession && { session: token }) }
    const { outcome, data } = await harness.call('POST', '/crypto_wallets/authenticate', body, options)
    // The session of a secondary challenge gets a new token.
    return { outcome, token: isOfSession && outcome === '200' ? String(Object(data).session_token) : token }
  }

  it(`signs in although ${networks} networks each request as many challenges for the wallet as they can (R-11)`, async () => {
    const harness = await createHarness(storage)
    const { token: first } = await harness.signIn('ada@example.com')
    const wallets = [createEthereumWallet(), createSolanaWallet()]
    let token = first
    for (const wallet of wallets)
      token = (await present(harness, await start(harness, wallet, home, token), { from: home, token })).token
    const started: Started[] = []
    const ask = async (): Promise<void> => {
      for (const wallet of wallets)
        for (const from of [home, neighbor])
          for (const session of [undefined, token]) started.push(await start(harness, wallet, from, session))
      harness.clock.advance(1)
    }
    // The owner requests challenges before, during and after those of the attackers, and answers them afterwards.
    await ask()
    for (const half of [attackers.slice(networks / 2), attackers.slice(0, networks / 2)]) {
      const requests = half.flatMap((from) =>
        wallets.flatMap((wallet) => Array.from({ length: perNetwork }, () => ({ wallet, from }))),
      )
      for (let at = 0; at < requests.length; at += batchSize)
        await Promise.all(requests.slice(at, at + batchSize).map(({ wallet, from }) => start(harness, wallet, from)))
      harness.clock.advance(1)
      await ask()
    }
    for (const wallet of wallets) {
      const path = '/crypto_wallets/authenticate/start/primary'
      const more = await harness.call('POST', path, named(wallet), { peerAddress: attackers[0] ?? '' })
      expect(more.outcome).toBe('too_many_requests')
    }
    const outcomes = []
    for (const [index, one] of started.entries()) {
      // With the signed text the network may also change. An older client does not send the text.
      const isNamed = index % 3 > 0
      const from = index % 3 === 2 ? away : one.from
      const answer = await present(harness, one, { from, token, isNamed })
      token = answer.token
      outcomes.push([index, answer.outcome])
    }
    noteVariants(started.length)
    expect(outcomes).toEqual(started.map((_, index) => [index, '200']))
  })
})
