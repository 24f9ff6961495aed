import type { SiweParams } from '@latchkey/contract'
import { cryptoWalletTypes } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { createTestSetup, makeAuth, makeBootstrap, publicToken, rejection, signIn } from '../../test-setup.suite.ts'

const ethereum = { crypto_wallet_address: '0xabc', crypto_wallet_type: 'ethereum' } as const
const solana = { crypto_wallet_address: 'abc', crypto_wallet_type: 'solana' } as const
const primary = '/crypto_wallets/authenticate/start/primary'
const secondary = '/crypto_wallets/authenticate/start/secondary'
const finish = '/crypto_wallets/authenticate'

function createHarness(isSiweRequired = false) {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, {
    data: makeBootstrap({ siwe_required_for_crypto_wallets: isSiweRequired }),
  })
  setup.script.on(primary, { data: { challenge: 'sign this' } })
  setup.script.on(secondary, { data: { challenge: 'sign that' } })
  setup.script.on(finish, { data: makeAuth('s1') })
  const { client } = setup.open()
  const bodies = (path: string): unknown[] => setup.script.to(path).map(({ body }) => body)
  return { setup, client, bodies }
}

describe('cryptoWallets.authenticateStart', () => {
  it('goes to primary without a session [C-CALL-41]', async () => {
    const { client, bodies } = createHarness()
    expect((await client.cryptoWallets.authenticateStart(ethereum)).challenge).toBe('sign this')
    expect(bodies(primary)).toEqual([ethereum])
  })

  it('goes to secondary with a session [C-CALL-42]', async () => {
    const { client, setup, bodies } = createHarness()
    await signIn(setup, client)
    expect((await client.cryptoWallets.authenticateStart(solana)).challenge).toBe('sign that')
    expect([bodies(primary), bodies(secondary)]).toEqual([[], [solana]])
  })

  it('sends the wallet type [C-CFG-38]', async () => {
    const { client, bodies } = createHarness()
    for (const crypto_wallet_type of cryptoWalletTypes) {
      await client.cryptoWallets.authenticateStart({ crypto_wallet_address: 'a', crypto_wallet_type })
    }
    expect(bodies(primary).map((body) => (body as typeof ethereum).crypto_wallet_type)).toEqual(['ethereum', 'solana'])
  })

  it('sends siwe_params for Ethereum wallets if the project requires them', async () => {
    const siwe_params = {
      ...{ uri: 'https://app.example.com/x', chain_id: '1', issued_at: 'a', statement: 'b', not_before: 'c' },
      ...{ message_request_id: 'd', resources: ['https://e.example'] },
    }
    const on = createHarness(true)
    await on.client.cryptoWallets.authenticateStart(ethereum)
    await on.client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params })
    await on.client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params: { statement: 'b' } })
    await on.client.cryptoWallets.authenticateStart({ ...solana, siwe_params })
    expect(on.bodies(primary)).toEqual([
      { ...ethereum, siwe_params: { uri: 'https://app.example.com' } },
      { ...ethereum, siwe_params },
      { ...ethereum, siwe_params: { uri: 'https://app.example.com', statement: 'b' } },
      solana,
    ])
    const off = createHarness(false)
    await off.client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params })
    expect(off.bodies(primary)).toEqual([ethereum])
  })

  it('checks every field of siwe_params [C-VAL-24] [C-VAL-25]', async () => {
    const { client, bodies } = createHarness(true)
    const texts = ['uri', 'chain_id', 'issued_at', 'statement', 'not_before', 'message_request_id']
    for (const field of texts) {
      const siwe_params = { [field]: 1 } as SiweParams
      expect((await rejection(client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params }))).message).toBe(
        `Invalid call to cryptoWallets.authenticateStart\n${field} must be a string`,
      )
    }
    for (const resources of ['a', [1], { 0: 'a' }, 7]) {
      const siwe_params = { resources } as unknown as SiweParams
      expect((await rejection(client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params }))).message).toBe(
        'Invalid call to cryptoWallets.authenticateStart\nresources must be an array of strings',
      )
    }
    expect(
      (await rejection(client.cryptoWallets.authenticateStart({ ...ethereum, siwe_params: 'x' as never }))).message,
    ).toBe('Invalid call to cryptoWallets.authenticateStart\nsiwe_params must be an object')
    expect(bodies(primary)).toEqual([])
  })
})

describe('cryptoWallets.authenticate', () => {
  it('sends the signature [C-CALL-43]', async () => {
    const { client, bodies } = createHarness()
    const given = { ...ethereum, signature: '0x1', session_duration_minutes: 30 }
    const named = { ...given, challenge: 'sign this' }
    await client.cryptoWallets.authenticate(given)
    await client.cryptoWallets.authenticate(named)
    expect(bodies(finish)).toEqual([given, named])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('checks its arguments first [C-VAL-07] [C-VAL-21] [C-VAL-22] [C-VAL-23]', async () => {
    const { client, bodies } = createHarness()
    const { authenticate, authenticateStart } = client.cryptoWallets
    const given = { ...ethereum, signature: '0x1', session_duration_minutes: 30 }
    for (const field of ['crypto_wallet_address', 'crypto_wallet_type', 'signature']) {
      expect((await rejection(authenticate({ ...given, [field]: 7 }))).message).toBe(
        `Invalid call to cryptoWallets.authenticate\n${field} must be a string`,
      )
    }
    for (const field of ['crypto_wallet_address', 'crypto_wallet_type']) {
      expect((await rejection(authenticateStart({ ...given, [field]: undefined } as never))).message).toBe(
        `Invalid call to cryptoWallets.authenticateStart\n${field} must be a string`,
      )
    }
    expect((await rejection(authenticate({ ...given, session_duration_minutes: '30' as never }))).message).toBe(
      'Invalid call to cryptoWallets.authenticate\nsession_duration_minutes must be a number',
    )
    expect([...bodies(finish), ...bodies(primary)]).toEqual([])
  })
})
