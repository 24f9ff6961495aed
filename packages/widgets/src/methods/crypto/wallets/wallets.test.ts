import { describe, expect, it } from 'vitest'
import { createWallets } from './detect-wallets.ts'
import type { EthereumProvider } from './ethereum-wallet.ts'
import { ethereumWallet } from './ethereum-wallet.ts'
import type { SolanaProvider, StandardWallet } from './solana-wallet.ts'
import { solanaWallet, standardWallet } from './solana-wallet.ts'
import { asWalletError } from './wallet-port.ts'

const type = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (asWalletError(error) as Error & { error_type: string }).error_type,
  )
const never = new Promise<never>(() => undefined)
const coded = (code: unknown, message = ''): Error => Object.assign(new Error(message), { code })

describe('an Ethereum wallet', () => {
  const asked: unknown[] = []
  const provider = (answers: Record<string, unknown>): EthereumProvider => ({
    async request(call) {
      asked.push(call)
      const answer = answers[call.method]
      if (answer instanceof Error) throw answer
      return answer
    },
  })

  it('gets requests for an account and for a signature of the text’s bytes', async () => {
    asked.length = 0
    const wallet = ethereumWallet(provider({ eth_requestAccounts: ['0xA', '0xB'], personal_sign: '0xsigned' }))
    expect([await wallet.connect(), await wallet.sign('0xA', 'é!')]).toEqual(['0xA', '0xsigned'])
    expect(asked).toEqual([{ method: 'eth_requestAccounts' }, { method: 'personal_sign', params: ['0xc3a921', '0xA'] }])
  })

  it.each([
    [coded(4001), 'wallet_rejected'],
    [coded('ACTION_REJECTED'), 'wallet_rejected'],
    [new Error('User denied message signature.'), 'wallet_rejected'],
    [coded(-32002), 'wallet_already_open'],
    [coded(4100), 'wallet_no_account'],
    [new Error('boom'), 'wallet_failed'],
    [Object.assign(coded(4001), { name: 'WalletError' }), 'wallet_rejected'],
  ])('that throws %j is said to be %s', async (error, expected) => {
    const wallet = ethereumWallet(provider({ eth_requestAccounts: error, personal_sign: error }))
    expect([await type(wallet.connect()), await type(wallet.sign('0xA', ''))]).toEqual([expected, expected])
  })

  it.each([[[]], [null], ['0xA'], [[7]], [['']]])('that answers %j shares no account', async (accounts) => {
    expect(await type(ethereumWallet(provider({ eth_requestAccounts: accounts })).connect())).toBe('wallet_no_account')
  })

  it('fails if the signature is not a string', async () => {
    expect(await type(ethereumWallet(provider({ personal_sign: 7 })).sign('0xA', ''))).toBe('wallet_failed')
  })

  it('fails at once if the account is changed or disconnected', async () => {
    const listeners = new Set<(accounts: unknown) => void>()
    const provider: EthereumProvider = {
      request: () => never,
      on: (_, listener) => listeners.add(listener),
      removeListener: (_, listener) => listeners.delete(listener),
    }
    const change = async (accounts: unknown) => {
      const signing = type(ethereumWallet(provider).sign('0xaa', ''))
      await Promise.resolve()
      for (const listener of listeners) listener(['0xAA', '0xB'])
      for (const listener of listeners) listener(accounts)
      return signing
    }
    expect([await change(['0xB']), await change([])]).toEqual(['wallet_account_changed', 'wallet_no_account'])
    expect(listeners.size).toBe(0)
  })
})

describe('an account that changes before the signature request', () => {
  it.each([
    [['0xB'], 'wallet_account_changed'],
    [[], 'wallet_no_account'],
    [['0xa'], '0xsigned'],
  ])('to %j in an Ethereum wallet: %s', async (accounts, expected) => {
    const listeners = new Set<(accounts: unknown) => void>()
    const asked: string[] = []
    const wallet = ethereumWallet({
      async request({ method }) {
        asked.push(method)
        if (method === 'personal_sign') return '0xsigned'
        // Events before the response do not count.
        for (const listener of listeners) listener([])
        return ['0xA']
      },
      on: (_, listener) => listeners.add(listener),
      removeListener: (_, listener) => listeners.delete(listener),
    })
    const address = await wallet.connect()
    for (const listener of listeners) listener(accounts)
    const isThere = expected === '0xsigned'
    expect(await type(wallet.sign(address, ''))).toBe(expected)
    expect(asked).toEqual(isThere ? ['eth_requestAccounts', 'personal_sign'] : ['eth_requestAccounts'])
  })

  it('in a Solana wallet from before the standard', async () => {
    const key = (text: string) => ({ toString: () => text })
    let asked = 0
    const provider = {
      publicKey: key('so1'),
      connect: async () => undefined,
      async signMessage() {
        asked += 1
        return { signature: Uint8Array.of(1), publicKey: key('so1') }
      },
    }
    const wallet = solanaWallet(provider)
    const address = await wallet.connect()
    provider.publicKey = key('so2')
    expect([await type(wallet.sign(address, '')), asked]).toEqual(['wallet_account_changed', 0])
  })
})

describe('a Solana wallet from before the standard', () => {
  const key = (text: string) => ({ toString: () => text })
  const provider = (change: Partial<SolanaProvider>): SolanaProvider => ({
    connect: async () => ({ publicKey: key('so1') }),
    signMessage: async () => ({ signature: Uint8Array.of(0, 1) }),
    ...change,
  })

  it('returns its key, and signs in base58 [W-CRY-19]', async () => {
    const asked: unknown[] = []
    const wallet = solanaWallet(
      provider({
        async signMessage(...given) {
          asked.push(given)
          return { signature: Uint8Array.of(0, 1, 255), publicKey: key('so1') }
        },
      }),
    )
    expect([await wallet.connect(), await wallet.sign('so1', 'hi')]).toEqual(['so1', '19p'])
    expect(asked).toEqual([[new TextEncoder().encode('hi'), 'utf8']])
  })

  it('may have its key as a property, and may return plain bytes', async () => {
    const publicKey = { toString: () => 'no', toBase58: () => 'so2' }
    const wallet = solanaWallet(
      provider({ connect: async () => undefined, publicKey, signMessage: async () => Uint8Array.of(1) }),
    )
    expect([await wallet.connect(), await wallet.sign('so2', '')]).toEqual(['so2', '2'])
  })

  it('fails without an account, with another account, or without a signature', async () => {
    const tries = [
      solanaWallet(provider({ connect: async () => ({}) })).connect(),
      solanaWallet(provider({ publicKey: key('other') })).sign('so1', ''),
      solanaWallet(provider({ signMessage: async () => ({ signature: 'x' }) as never })).sign('so1', ''),
    ]
    expect(await Promise.all(tries.map(type))).toEqual(['wallet_no_account', 'wallet_account_changed', 'wallet_failed'])
  })
})

describe('a wallet by the Wallet Standard', () => {
  type Listener = (change: { accounts?: readonly { address: string }[] }) => void
  const wallet = (
    change: Partial<StandardWallet['features']> = {},
    accounts = [{ address: 'so1' }],
  ): StandardWallet => ({
    name: 'Sol',
    icon: '',
    chains: ['solana:mainnet'],
    accounts,
    features: {
      'standard:connect': { connect: async () => ({ accounts }) },
      'solana:signMessage': { signMessage: async () => [{ signature: Uint8Array.of(0, 0) }] },
      ...change,
    },
  })

  it('gets requests for an account and for a signature', async () => {
    const asked: unknown[] = []
    const one = standardWallet(
      wallet({
        'solana:signMessage': {
          async signMessage(input) {
            asked.push(input)
            return [{ signature: Uint8Array.of(0, 0) }]
          },
        },
      }),
    )
    expect([await one.connect(), await one.sign('so1', 'hi')]).toEqual(['so1', '11'])
    expect(asked).toEqual([{ account: { address: 'so1' }, message: new TextEncoder().encode('hi') }])
  })

  it('fails without an account, with a changed account, or without a signature', async () => {
    const tries = [
      standardWallet(wallet({}, [])).connect(),
      standardWallet(wallet({}, [])).sign('so1', ''),
      standardWallet(wallet()).sign('so9', ''),
      standardWallet(wallet({ 'solana:signMessage': { signMessage: async () => [] } })).sign('so1', ''),
    ]
    expect(await Promise.all(tries.map(type))).toEqual([
      'wallet_no_account',
      'wallet_no_account',
      'wallet_account_changed',
      'wallet_failed',
    ])
  })

  it('fails at once if the account is changed or disconnected', async () => {
    const listeners = new Set<Listener>()
    const features: Partial<StandardWallet['features']> = {
      'solana:signMessage': { signMessage: () => never },
      'standard:events': {
        on(_, listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    }
    const change = async (accounts: { address: string }[]) => {
      const signing = type(standardWallet(wallet(features)).sign('so1', ''))
      await Promise.resolve()
      for (const listener of listeners) listener({})
      for (const listener of listeners) listener({ accounts: [{ address: 'so1' }] })
      for (const listener of listeners) listener({ accounts })
      return signing
    }
    expect([await change([{ address: 'so2' }]), await change([])]).toEqual([
      'wallet_account_changed',
      'wallet_no_account',
    ])
    expect(listeners.size).toBe(0)
  })
})

describe('an unknown wallet', () => {
  it('gets no request', async () => {
    const port = createWallets(new EventTarget())
    expect([await type(port.connect('x')), await type(port.sign('x', '', ''))]).toEqual([
      'wallet_failed',
      'wallet_failed',
    ])
  })
})
