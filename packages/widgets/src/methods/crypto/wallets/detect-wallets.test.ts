import { describe, expect, it } from 'vitest'
import { createWallets } from './detect-wallets.ts'
import type { DetectedWallet } from './detected-wallet.ts'

const icon = 'data:image/png;base64,AAAA'

/** A window with the globals of extensions. */
function createWindow(injected: object = {}): EventTarget {
  return Object.assign(new EventTarget(), injected)
}

/** An Ethereum wallet that answers every request with its name. */
function provider(address: string, flags: object = {}) {
  return { request: async () => [address], ...flags }
}

interface Info {
  uuid?: string
  name?: unknown
  icon?: unknown
  rdns?: unknown
}

/** EIP-6963: announces at once, and again on request. */
function announce(scope: EventTarget, wallet: unknown, info: Info = {}): void {
  const detail = {
    info: { uuid: crypto.randomUUID(), name: 'Pocket', icon, rdns: 'com.pocket', ...info },
    provider: wallet,
  }
  const say = () => scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  scope.addEventListener('eip6963:requestProvider', say)
  say()
}

function standard(name: string, address: string, change: object = {}) {
  return {
    name,
    icon,
    chains: ['solana:mainnet'],
    accounts: [{ address }],
    features: {
      'standard:connect': { connect: async () => ({ accounts: [{ address }] }) },
      'solana:signMessage': { signMessage: async () => [{ signature: Uint8Array.of(0, 1, 255) }] },
    },
    ...change,
  }
}

interface Api {
  register(...wallets: unknown[]): () => void
}

/** The Wallet Standard: works in either order of page and wallet. */
function register(scope: EventTarget, wallet: unknown): { withdraw(): void } {
  let withdraw = (): void => undefined
  const callback = (api: Api): void => {
    withdraw = api.register(wallet)
  }
  scope.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent<Api>).detail))
  scope.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return { withdraw: () => withdraw() }
}

function watch(scope: EventTarget) {
  const told: (readonly DetectedWallet[])[] = []
  const port = createWallets(scope)
  const stop = port.watch((wallets) => told.push(wallets))
  return { port, told, stop, now: () => told.at(-1) ?? [], names: () => (told.at(-1) ?? []).map(({ name }) => name) }
}

describe('wallets that announce themselves', () => {
  it('are listed with their name and icon, in either order of page and wallet', () => {
    const scope = createWindow()
    announce(scope, provider('0xa'), { name: 'MetaMask', rdns: 'io.metamask' })
    register(scope, standard('Phantom', 'so1'))
    const { told, now } = watch(scope)
    announce(scope, provider('0xb'), { name: 'Rabby Wallet', rdns: 'io.rabby' })
    register(scope, standard('Solflare', 'so2'))
    expect(told.map(({ length }) => length)).toEqual([2, 3, 4])
    expect(now()).toEqual([
      { id: 'wallet-1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon },
      { id: 'wallet-2', type: 'solana', option: 'Phantom', name: 'Phantom', icon },
      { id: 'wallet-3', type: 'ethereum', option: 'GenericEthereumWallet', name: 'Rabby Wallet', icon },
      { id: 'wallet-4', type: 'solana', option: 'GenericSolanaWallet', name: 'Solflare', icon },
    ])
  })

  it('are each called by their own object, not by the shared global', async () => {
    const rabby = provider('0xrabby', { isMetaMask: true, isRabby: true })
    const scope = createWindow({ ethereum: rabby })
    announce(scope, provider('0xmetamask', { isMetaMask: true }), { name: 'MetaMask', rdns: 'io.metamask' })
    announce(scope, rabby, { name: 'Rabby Wallet', rdns: 'io.rabby' })
    const { port, now, names } = watch(scope)
    expect(names()).toEqual(['MetaMask', 'Rabby Wallet'])
    expect(await Promise.all(now().map(({ id }) => port.connect(id)))).toEqual(['0xmetamask', '0xrabby'])
  })

  it('are reported once, however often they announce themselves', () => {
    const scope = createWindow()
    const pocket = provider('0xa')
    announce(scope, pocket)
    announce(scope, pocket)
    const { told } = watch(scope)
    scope.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(told.map(({ length }) => length)).toEqual([1])
  })

  it('are not replaced by one that repeats their id', async () => {
    const scope = createWindow()
    const uuid = crypto.randomUUID()
    announce(scope, provider('0xhonest'), { uuid })
    const { port, now } = watch(scope)
    announce(scope, provider('0xevil'), { uuid })
    expect(await Promise.all(now().map(({ id }) => port.connect(id)))).toEqual(['0xhonest'])
  })

  it('are distinguished by chain or origin if two have the same name', () => {
    const scope = createWindow()
    announce(scope, provider('0xa'), { name: 'Phantom', rdns: 'app.phantom' })
    register(scope, standard('Phantom', 'so1'))
    const { names } = watch(scope)
    expect(names()).toEqual(['Phantom (Ethereum)', 'Phantom (Solana)'])
    announce(scope, provider('0xb'), { name: 'phantom', rdns: 'com.copycat' })
    register(scope, standard('Phantom', 'so2'))
    expect(names()).toEqual([
      'Phantom (app.phantom)',
      'Phantom (Solana)',
      'phantom (com.copycat)',
      'Phantom (Solana) 2',
    ])
  })

  it('have a sanitized name in one line, and an icon only if it is an image', () => {
    const scope = createWindow()
    announce(scope, provider('0xa'), {
      name: ' Meta\u202eMask\n\u200b  Wallet ',
      icon: 'https://evil.example/track.png',
    })
    announce(scope, provider('0xb'), { name: 'x'.repeat(99), icon: `data:image/png,${'a'.repeat(300_000)}` })
    announce(scope, provider('0xc'), { name: 7, icon: 'data:text/html,<script>', rdns: null })
    announce(scope, provider('0xd'), { name: 'Fine', icon: 'data:image/svg+xml;utf8,<svg/>' })
    const { now } = watch(scope)
    expect(now().map(({ name, icon: picture }) => [name, picture])).toEqual([
      ['MetaMask Wallet', ''],
      [`${'x'.repeat(39)}…`, ''],
      ['', ''],
      ['Fine', 'data:image/svg+xml;utf8,<svg/>'],
    ])
  })

  it.each([undefined, null, 'x', {}, { request: 'no' }])('are no %j', (wallet) => {
    const scope = createWindow()
    announce(scope, wallet)
    register(scope, wallet)
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
    scope.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'x' }))
    expect(watch(scope).told).toEqual([[]])
  })

  it('are listed only if they sign for Solana, by the Wallet Standard', () => {
    const scope = createWindow()
    register(scope, standard('Sui Wallet', 'x', { chains: ['sui:mainnet'] }))
    register(scope, standard('Half a wallet', 'x', { features: { 'standard:connect': { connect: () => undefined } } }))
    expect(watch(scope).told).toEqual([[]])
  })

  it('may unregister', () => {
    const scope = createWindow()
    const { names } = watch(scope)
    const { withdraw } = register(scope, standard('Solflare', 'so1'))
    expect(names()).toEqual(['Solflare'])
    withdraw()
    expect(names()).toEqual([])
  })

  it('are ignored after the last listener has stopped', () => {
    const scope = createWindow()
    const { told, stop } = watch(scope)
    stop()
    announce(scope, provider('0xa'))
    register(scope, standard('Solflare', 'so1'))
    expect(told).toEqual([[]])
  })

  it('are no more than fifty', () => {
    const scope = createWindow()
    const { now } = watch(scope)
    for (let i = 0; i < 60; i++) {
      const detail = { info: { uuid: `${i}`, name: `Wallet ${i}`, icon, rdns: '' }, provider: provider(`0x${i}`) }
      scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    expect(now()).toHaveLength(50)
  })
})

describe('wallets that are only injected into the window', () => {
  const solana = (flags: object = {}) => ({ connect: () => undefined, signMessage: () => undefined, ...flags })

  it.each<[string, object, string[]]>([
    ['MetaMask by its flag', { ethereum: provider('0x', { isMetaMask: true }) }, ['Metamask']],
    ['Coinbase, which says so', { ethereum: provider('0x', { isCoinbaseWallet: true }) }, ['Coinbase']],
    ['a place of its own', { coinbaseWalletExtension: provider('0x') }, ['Coinbase']],
    ['Binance, by its place', { BinanceChain: provider('0x') }, ['Binance']],
    ['Vessel, by its place', { vessel: provider('0x') }, ['Vessel']],
    [
      'one that borrows the flag of another',
      { ethereum: provider('0x', { isMetaMask: true, isBraveWallet: true }) },
      ['GenericEthereumWallet'],
    ],
    ['one that says nothing', { ethereum: provider('0x') }, ['GenericEthereumWallet']],
    [
      'two that share the common place',
      {
        ethereum: {
          ...provider('0x', { isMetaMask: true }),
          providers: [provider('0x', { isCoinbaseWallet: true }), provider('0x', { isMetaMask: true })],
        },
      },
      ['Coinbase', 'Metamask'],
    ],
    [
      'Phantom, on both chains, once each',
      { phantom: { ethereum: provider('0x'), solana: solana() }, solana: solana({ isPhantom: true }) },
      ['Phantom', 'Phantom'],
    ],
    ['any other on Solana', { solana: solana() }, ['GenericSolanaWallet']],
    ['no wallet', { ethereum: {}, solana: null, phantom: 'x' }, []],
    [
      'no wallet for an object that throws when read',
      {
        get ethereum() {
          throw new Error('no')
        },
      },
      [],
    ],
  ])('are %s', (_, injected, options) => {
    const scope = new EventTarget()
    Object.defineProperties(scope, Object.getOwnPropertyDescriptors(injected))
    expect(
      watch(scope)
        .now()
        .map(({ option }) => option),
    ).toEqual(options)
  })

  it('have a name only if it is known', () => {
    const scope = createWindow({ ethereum: provider('0x', { isMetaMask: true }), solana: solana() })
    expect(watch(scope).now()).toEqual([
      { id: 'wallet-1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon: '' },
      { id: 'wallet-2', type: 'solana', option: 'GenericSolanaWallet', name: '', icon: '' },
    ])
  })

  it('are not read from the shared global once another wallet has announced itself: it may be that one', () => {
    const scope = createWindow({ ethereum: provider('0x', { isMetaMask: true }), solana: solana({ isPhantom: true }) })
    const { names } = watch(scope)
    expect(names()).toEqual(['MetaMask', 'Phantom'])
    announce(scope, provider('0x'), { name: 'Rabby Wallet', rdns: 'io.rabby' })
    expect(names()).toEqual(['Phantom', 'Rabby Wallet'])
  })

  it('keep their order when another one announces itself', () => {
    const scope = createWindow({ coinbaseWalletExtension: provider('0xc'), phantom: { solana: solana() } })
    const { names } = watch(scope)
    expect(names()).toEqual(['Coinbase Wallet', 'Phantom'])
    announce(scope, provider('0x'), { name: 'Rabby Wallet', rdns: 'io.rabby' })
    expect(names()).toEqual(['Coinbase Wallet', 'Phantom', 'Rabby Wallet'])
  })

  it('are listed separately although neither has an id', () => {
    const scope = createWindow()
    announce(scope, provider('0xa'), { uuid: undefined, name: 'One' } as unknown as Info)
    announce(scope, provider('0xb'), { uuid: undefined, name: 'Two' } as unknown as Info)
    expect(watch(scope).names()).toEqual(['One', 'Two'])
  })

  it('are found if they are injected late', () => {
    const scope = createWindow()
    const { names } = watch(scope)
    Object.assign(scope, { ethereum: provider('0x', { isMetaMask: true }) })
    scope.dispatchEvent(new Event('ethereum#initialized'))
    expect(names()).toEqual(['MetaMask'])
  })
})
