import type { WalletOption } from '@latchkey/contract'
import type { DetectedWallet } from './detected-wallet.ts'
import { ethereumWallet, isEthereumProvider } from './ethereum-wallet.ts'
import { injectedWallets } from './injected-wallets.ts'
import { isStandardWallet, solanaWallet, standardWallet } from './solana-wallet.ts'
import type { Wallet, WalletPort } from './wallet-port.ts'
import { asWalletError, walletError } from './wallet-port.ts'
import { iconOf, sanitizedName } from './wallet-texts.ts'

/** The wallets of the specification, by their name in lower case without spaces. */
const optionsByName: Readonly<Record<string, WalletOption>> = {
  metamask: 'Metamask',
  phantom: 'Phantom',
  coinbasewallet: 'Coinbase',
  binancewallet: 'Binance',
  binanceweb3wallet: 'Binance',
  vessel: 'Vessel',
}

const optionsByDomain: readonly (readonly [prefix: string, WalletOption])[] = [
  ['io.metamask', 'Metamask'],
  ['app.phantom', 'Phantom'],
  ['com.coinbase.wallet', 'Coinbase'],
  ['com.binance', 'Binance'],
  ['xyz.vessel', 'Vessel'],
]

/** Names of wallets that do not announce one. */
const namesOf: Readonly<Partial<Record<WalletOption, string>>> = {
  Metamask: 'MetaMask',
  Phantom: 'Phantom',
  Coinbase: 'Coinbase Wallet',
  Binance: 'Binance Wallet',
  Vessel: 'Vessel',
}

interface Found extends DetectedWallet {
  readonly wallet: Wallet
  /** The object of the wallet. Two announcements of one wallet share it. */
  readonly source: object
  /** Distinguishes wallets with the same name. */
  readonly origin: string
}

/** The interface between page and wallet in the Wallet Standard. */
interface StandardApi {
  register(...wallets: unknown[]): () => void
}

/** More than any user has: a page that announces wallets without end must not block the widget. */
const mostWallets = 50

/**
 * Wallets announce themselves by EIP-6963 and by the Wallet Standard, each with its own object. Other wallets are looked
 * for on the window. A shared global that may belong to an announced wallet is not read as another one.
 */
export function createWallets(scope: EventTarget): WalletPort {
  const announced: Found[] = []
  const ids = new WeakMap<object, string>()
  const known = new Map<string, Found>()
  const uuids = new Set<unknown>()
  let count = 0

  function idOf(source: object): string {
    const id = ids.get(source) ?? `wallet-${++count}`
    ids.set(source, id)
    return id
  }

  function find(id: string): Wallet {
    const found = known.get(id)
    if (!found) throw walletError('failed')
    return found.wallet
  }

  /** True if the list has changed. */
  function announce(found: Found): boolean {
    if (announced.length >= mostWallets || announced.some(({ source }) => source === found.source)) return false
    announced.push(found)
    return true
  }

  function announceEthereum(detail: unknown): boolean {
    const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown }
    if (!isEthereumProvider(provider)) return false
    const { uuid, name, icon, rdns } = Object(info) as Record<string, unknown>
    // A wallet cannot replace another one by repeating its id. Some wallets have no id.
    const number = uuid ?? provider
    if (uuids.has(number)) return false
    const origin = sanitizedName(rdns)
    const isNews = announce({
      ...{ id: idOf(provider), type: 'ethereum', name: sanitizedName(name), icon: iconOf(icon) },
      option: optionsByDomain.find(([prefix]) => `${origin}.`.startsWith(`${prefix}.`))?.[1] ?? 'GenericEthereumWallet',
      ...{ wallet: ethereumWallet(provider), source: provider, origin },
    })
    if (isNews) uuids.add(number)
    return isNews
  }

  function announceSolana(wallet: unknown): boolean {
    if (!isStandardWallet(wallet)) return false
    const name = sanitizedName(wallet.name)
    return announce({
      ...{ id: idOf(wallet), type: 'solana', name, icon: iconOf(wallet.icon) },
      option: optionsByName[name.toLowerCase().replaceAll(' ', '')] ?? 'GenericSolanaWallet',
      ...{ wallet: standardWallet(wallet), source: wallet, origin: '' },
    })
  }

  /** In the Wallet Standard, a wallet may unregister. */
  function withdraw(source: unknown): boolean {
    const at = announced.findIndex((one) => one.source === source)
    if (at >= 0) announced.splice(at, 1)
    return at >= 0
  }

  function all(): DetectedWallet[] {
    const found = [...announced]
    for (const { type, option, provider } of injectedWallets(scope)) {
      const peers = announced.filter((one) => one.type === type)
      const isKnown = peers.some((one) => one.source === provider || one.option === option)
      // The shared global may belong to any announced wallet.
      const isInCommonPlace = option.startsWith('Generic') || (option === 'Metamask' && type === 'ethereum')
      if (isKnown || (isInCommonPlace && peers.length > 0)) continue
      const wallet = type === 'ethereum' ? ethereumWallet(provider) : solanaWallet(provider)
      const name = namesOf[option] ?? ''
      found.push({ id: idOf(provider), type, option, name, icon: '', wallet, source: provider, origin: '' })
    }
    for (const one of found) known.set(one.id, one)
    const names = new Map<string, number>()
    // In the order of detection, so that a button does not move before a click.
    const inOrder = [...known.values()].filter((one) => found.includes(one))
    return inOrder.map(({ wallet, source, origin, ...shown }) => {
      const name = nameAmong(found, { ...shown, origin })
      const sameBefore = names.get(name) ?? 0
      names.set(name, sameBefore + 1)
      return { ...shown, name: name && sameBefore > 0 ? `${name} ${sameBefore + 1}` : name }
    })
  }

  return {
    watch(listener) {
      let isReady = false
      const notify = (isNews: boolean): void => {
        if (isNews && isReady) listener(all())
      }
      const onEthereum = (event: Event): void => notify(announceEthereum((event as CustomEvent).detail))
      const api: StandardApi = {
        register(...wallets) {
          notify(wallets.map(announceSolana).includes(true))
          return () => notify(wallets.map(withdraw).includes(true))
        },
      }
      const onStandard = (event: Event): void => {
        const callback: unknown = (event as CustomEvent).detail
        if (typeof callback === 'function') callback(api)
      }
      const onInjected = (): void => notify(true)
      const listeners = [
        ['eip6963:announceProvider', onEthereum],
        ['wallet-standard:register-wallet', onStandard],
        ['ethereum#initialized', onInjected],
      ] as const
      const watch = new AbortController()
      for (const [name, run] of listeners) scope.addEventListener(name, run, watch)
      // Wallets that were loaded before announce themselves again, at once. They are reported together.
      scope.dispatchEvent(new Event('eip6963:requestProvider'))
      scope.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: Object.freeze(api) }))
      isReady = true
      listener(all())
      return () => watch.abort()
    },
    connect: (id) => asked(() => find(id).connect()),
    sign: (id, address, text) => asked(() => find(id).sign(address, text)),
  }
}

/** Code of extensions may throw, synchronously or not. */
async function asked(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (thrown) {
    throw asWalletError(thrown)
  }
}

/** Adds a suffix to a name that two wallets share. */
function nameAmong(found: readonly Found[], { id, name, type, origin }: Omit<Found, 'wallet' | 'source'>): string {
  const namesakes = found.filter((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (name === '' || namesakes.length === 0) return name
  const chain = type === 'ethereum' ? 'Ethereum' : 'Solana'
  const isAlone = !namesakes.some((one) => one.type === type)
  return `${name} (${isAlone || origin === '' ? chain : origin})`
}
