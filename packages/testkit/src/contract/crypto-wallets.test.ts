import { createEthereumWallet, createSolanaWallet, type FakeWallet } from '@latchkey/testkit/wallets'
import { expect } from 'vitest'
import { halfHour, onBothEngines, rejection, sentTo, signInByCode } from './contract.suite.ts'

const walletFields = ({ address, type }: FakeWallet) => ({ crypto_wallet_address: address, crypto_wallet_type: type })

onBothEngines('wallets', (open, _engine, it) => {
  it.each([createEthereumWallet, createSolanaWallet])(
    'signs in with %o [C-CALL-41] [C-CALL-43] [C-SES-01]',
    async (create) => {
      const { client } = await open()
      const wallet = create()
      const { challenge } = await client.cryptoWallets.authenticateStart(walletFields(wallet))
      const signature = wallet.sign(challenge)
      const { session } = await client.cryptoWallets.authenticate({ ...walletFields(wallet), signature, ...halfHour })
      expect(client.session.getSync()?.session_id).toBe(session.session_id)
      expect(client.user.getSync()?.crypto_wallets).toMatchObject([{ crypto_wallet_type: wallet.type, verified: true }])
    },
  )

  it.inTurn('signs a SIWE message if the project requires it', async () => {
    const kit = await open({ settings: { siweRequired: true } })
    const wallet = createEthereumWallet()
    const { challenge } = await kit.client.cryptoWallets.authenticateStart({
      ...walletFields(wallet),
      siwe_params: { statement: 'Welcome to the tea house.', chain_id: '1' },
    })
    expect(challenge).toContain('app.example.com wants you to sign in with your Ethereum account:')
    expect(challenge).toContain('Welcome to the tea house.')
    expect(challenge).toContain('URI: https://app.example.com')
    const signature = wallet.sign(challenge)
    await kit.client.cryptoWallets.authenticate({ ...walletFields(wallet), signature, ...halfHour })
    expect(kit.client.session.getSync()).not.toBeNull()
  })

  it.inTurn('adds a wallet to the signed-in user [C-CALL-42]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const before = kit.client.user.getSync()?.user_id
    const wallet = createSolanaWallet()
    const { challenge } = await kit.client.cryptoWallets.authenticateStart(walletFields(wallet))
    const signature = wallet.sign(challenge)
    await kit.client.cryptoWallets.authenticate({ ...walletFields(wallet), signature, ...halfHour })
    expect(kit.client.user.getSync()).toMatchObject({ user_id: before, crypto_wallets: [{ verified: true }] })
    expect(sentTo(kit, '/crypto_wallets/authenticate/start/secondary')).toHaveLength(1)
  })

  it.inTurn('accepts two wallet types only [C-CFG-38]', async () => {
    const { client } = await open()
    const call = client.cryptoWallets.authenticateStart({
      crypto_wallet_address: '0x1',
      crypto_wallet_type: 'Metamask' as never,
    })
    expect(await rejection(call)).toMatchObject({ name: 'SchemaError', issues: [{ dataPath: '.crypto_wallet_type' }] })
  })
})
