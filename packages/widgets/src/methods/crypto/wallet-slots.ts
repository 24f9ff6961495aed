import type { Product } from '@latchkey/contract'
import { mainScreenButtonCap } from '@latchkey/contract'

/** What of the configuration it depends on. */
export interface Buttons {
  readonly buttons: readonly Product[]
  readonly oauth: { readonly providers: readonly object[] }
}

/** How many wallets stand on Main beside the OAuth providers there; the others are a screen away. */
export function walletsOnMain({ buttons, oauth }: Buttons): number {
  const providers = buttons.includes('oauth') ? oauth.providers.length : 0
  return Math.max(0, mainScreenButtonCap - providers - 1)
}

/** What stands on the window by the names that wallets share. */
interface Injected {
  readonly ethereum?: { readonly providers?: unknown }
  readonly solana?: unknown
}

/**
 * How many places Main keeps for wallets from its first drawing on, so that nothing moves when it is known who they
 * are: those that say at once that they are there, by either standard; where none does, those that stand on the window.
 * It only counts; who they are is found out later.
 */
export function countWalletSlots(scope: Pick<EventTarget, keyof EventTarget> & Injected, plan: Buttons): number {
  const found = new Set<unknown>()
  const name = 'eip6963:announceProvider'
  const note = ({ detail }: Event & { detail?: { info?: { uuid?: unknown }; provider?: unknown } }): unknown =>
    found.add(detail?.info?.uuid ?? detail?.provider)
  const register = (...wallets: { chains?: readonly string[] }[]): (() => void) => {
    for (const one of wallets) if (/solana/.test(String(one.chains))) found.add(one)
    return () => undefined
  }
  scope.addEventListener(name, note)
  scope.dispatchEvent(new Event('eip6963:requestProvider'))
  scope.removeEventListener(name, note)
  scope.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  let count = found.size
  try {
    const { ethereum, solana } = scope
    count ||= [ethereum?.providers ?? ethereum, solana].flat().filter(Boolean).length
  } catch {
    // Foreign objects: to look at one may throw.
  }
  return Math.min(count, walletsOnMain(plan) + 1) || 1
}
