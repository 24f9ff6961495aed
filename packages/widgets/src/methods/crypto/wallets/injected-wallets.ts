import type { WalletOption } from '@latchkey/contract'
import type { EthereumProvider } from './ethereum-wallet.ts'
import { isEthereumProvider } from './ethereum-wallet.ts'
import type { SolanaProvider } from './solana-wallet.ts'
import { isSolanaProvider } from './solana-wallet.ts'

/** A wallet that is identified by its global or by its flags. */
export type InjectedWallet =
  | { readonly type: 'ethereum'; readonly option: WalletOption; readonly provider: EthereumProvider }
  | { readonly type: 'solana'; readonly option: WalletOption; readonly provider: SolanaProvider }

/** Globals that belong to one wallet. */
const ownPlaces: readonly (readonly [WalletOption, 'ethereum' | 'solana', path: string])[] = [
  ['Coinbase', 'ethereum', 'coinbaseWalletExtension'],
  ['Coinbase', 'solana', 'coinbaseSolana'],
  ['Phantom', 'ethereum', 'phantom.ethereum'],
  ['Phantom', 'solana', 'phantom.solana'],
  ['Binance', 'ethereum', 'binancew3w.ethereum'],
  ['Binance', 'ethereum', 'BinanceChain'],
  ['Binance', 'solana', 'binancew3w.solana'],
  ['Vessel', 'ethereum', 'vessel.ethereum'],
  ['Vessel', 'ethereum', 'vessel'],
]

/** Flags that no other wallet is known to set. */
const ownFlags: readonly (readonly [WalletOption, flag: string])[] = [
  ['Coinbase', 'isCoinbaseWallet'],
  ['Phantom', 'isPhantom'],
  ['Binance', 'isBinance'],
  ['Vessel', 'isVessel'],
]

/** Own globals first: a wallet that is also in the shared global is listed once. */
export function injectedWallets(scope: object): InjectedWallet[] {
  const found: InjectedWallet[] = []
  const add = (type: 'ethereum' | 'solana', option: WalletOption, provider: unknown): void => {
    if (found.some((one) => one.provider === provider)) return
    const isKnown = !option.startsWith('Generic') && found.some((one) => one.type === type && one.option === option)
    if (isKnown) return
    if (type === 'ethereum' && isEthereumProvider(provider)) found.push({ type, option, provider })
    if (type === 'solana' && isSolanaProvider(provider)) found.push({ type, option, provider })
  }
  for (const [option, type, path] of ownPlaces) add(type, option, at(scope, path))
  const ethereum = at(scope, 'ethereum')
  // Some wallets share the global by a list.
  const listed = at(ethereum, 'providers')
  for (const provider of Array.isArray(listed) && listed.length > 0 ? listed : [ethereum]) {
    add('ethereum', ownFlag(provider) ?? (isMetamask(provider) ? 'Metamask' : 'GenericEthereumWallet'), provider)
  }
  const solana = at(scope, 'solana')
  add('solana', ownFlag(solana) ?? 'GenericSolanaWallet', solana)
  return found
}

function ownFlag(provider: unknown): WalletOption | undefined {
  return ownFlags.find(([, flag]) => at(provider, flag) === true)?.[0]
}

/** Many wallets set this flag for compatibility; those have a flag of their own as well. */
function isMetamask(provider: unknown): boolean {
  if (at(provider, 'isMetaMask') !== true) return false
  const flags = new Set<string>()
  for (let one = Object(provider) as object | null; one && one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) flags.add(name)
  }
  return ![...flags].some((name) => /^is[A-Z]/.test(name) && name !== 'isMetaMask' && at(provider, name) === true)
}

/** Objects of extensions may throw when they are read. */
function at(value: unknown, path: string): unknown {
  try {
    return path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], value)
  } catch {
    return undefined
  }
}
