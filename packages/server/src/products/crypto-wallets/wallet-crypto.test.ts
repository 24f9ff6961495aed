import { createEthereumWallet, createSolanaWallet } from '@latchkey/testkit/wallets'
import { base58 } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { canonicalWallet, isSignedBy } from './wallet-crypto.ts'

const bytes = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'))

describe('Ethereum', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('accepts every spelling of %s as one address (EIP-55)', async (address) => {
    const digits = address.slice(2)
    for (const spelling of [address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
      expect(await canonicalWallet('ethereum', spelling)).toEqual({ type: 'ethereum', address })
  })

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00',
    ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '',
  ])('rejects %j as an address', async (address) => {
    expect(await canonicalWallet('ethereum', address)).toBeNull()
  })

  const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
  const wallet = { type: 'ethereum', address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23' } as const
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

  it('verifies a published signature (EIP-191), which the fake wallet reproduces', async () => {
    expect(await isSignedBy(wallet, 'Some data', signature)).toBe(true)
    const fake = createEthereumWallet(bytes(privateKey))
    expect([fake.address, fake.sign('Some data')]).toEqual([wallet.address, signature])
  })

  it('agrees with another implementation for any text', async () => {
    const account = privateKeyToAccount(`0x${privateKey}`)
    expect(account.address).toBe(wallet.address)
    for (const text of ['', 'a', 'line\nline', '名前 🔑', 'x'.repeat(300)]) {
      const other = await account.signMessage({ message: text })
      expect([text, await isSignedBy(wallet, text, other)]).toEqual([text, true])
      expect(createEthereumWallet(bytes(privateKey)).sign(text)).toBe(other)
    }
  })

  it('accepts the recovery bit of hardware wallets', async () => {
    expect(await isSignedBy(wallet, 'Some data', `${signature.slice(0, -2)}01`)).toBe(true)
    expect(await isSignedBy(wallet, 'Some data', `${signature.slice(0, -2)}00`)).toBe(false)
  })

  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const highS = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')

  it.each([
    ['another text', 'Some date', signature],
    ['the other half of the curve', 'Some data', `${signature.slice(0, 66)}${highS}1b`],
    ['a compact signature (EIP-2098)', 'Some data', signature.slice(0, -2)],
    ['a padded signature', 'Some data', `${signature.slice(0, -2)}001c`],
    ['no prefix', 'Some data', signature.slice(2)],
    ['a recovery bit of 29', 'Some data', `${signature.slice(0, -2)}1d`],
    ['zeros', 'Some data', `0x${'0'.repeat(128)}1b`],
    ['an empty signature', 'Some data', ''],
    ['a contract’s proof', 'Some data', `0x${'6492'.repeat(64)}`],
  ])('rejects %s (W-3)', async (_, text, presented) => {
    expect(await isSignedBy(wallet, text, presented)).toBe(false)
  })

  it('rejects the signature of another wallet', async () => {
    expect(await isSignedBy(wallet, 'Some data', createEthereumWallet().sign('Some data'))).toBe(false)
  })
})

describe('Solana', () => {
  /** RFC 8032 §7.1, test 2. */
  const key = createSolanaWallet(bytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'))
  const publicKey = bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  const published = bytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )

  it('verifies the published signature of RFC 8032', async () => {
    const wallet = await canonicalWallet('solana', base58.encode(publicKey))
    expect(wallet).toEqual({ type: 'solana', address: key.address })
    if (!wallet) throw new TypeError('no address')
    expect(key.sign('r')).toBe(base58.encode(published))
    expect(await isSignedBy(wallet, 'r', base58.encode(published))).toBe(true)
    expect(await isSignedBy(wallet, 'r', Buffer.from(published).toString('hex'))).toBe(true)
  })

  it.each([
    ['too short', base58.encode(publicKey.subarray(1))],
    ['too long', base58.encode(Uint8Array.from([...publicKey, 0]))],
    ['off the curve', base58.encode(Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 2 : 0)))],
    ['not base58', `${key.address.slice(0, -1)}0`],
    ['an Ethereum address', '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'],
    ['endless', '1'.repeat(256)],
    ['empty', ''],
  ])('rejects an address that is %s (W-3)', async (_, address) => {
    expect(await canonicalWallet('solana', address)).toBeNull()
  })

  it.each([
    ['another text', 's', base58.encode(published)],
    ['another wallet', 'r', createSolanaWallet().sign('r')],
    ['too short', 'r', base58.encode(published.subarray(1))],
    ['padded', 'r', `1${base58.encode(published)}`],
    ['not base58', 'r', 'l0O'],
    ['nothing', 'r', ''],
  ])('rejects a signature that is of %s (W-3)', async (_, text, presented) => {
    expect(await isSignedBy({ type: 'solana', address: key.address }, text, presented)).toBe(false)
  })

  it('rejects the second encoding of a signature (W-3)', async () => {
    const l = 2n ** 252n + 27742317777372353535851937790883648493n
    const little = (part: Uint8Array) => BigInt(`0x${Buffer.from(part).reverse().toString('hex')}`)
    const s = little(published.subarray(32)) + l
    const malleated = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
    const forged = base58.encode(Uint8Array.from([...published.subarray(0, 32), ...malleated]))
    expect(await isSignedBy({ type: 'solana', address: key.address }, 'r', forged)).toBe(false)
  })
})
