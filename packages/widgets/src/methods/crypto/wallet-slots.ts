import type { Product } from '@latchkey/contract'
import { mainScreenButtonCap } from '@latchkey/contract'

/** The configuration that the number depends on. */
export interface Buttons {
  readonly buttons: readonly Product[]
  readonly oauth: { readonly providers: readonly object[] }
}

/** The number of buttons on Main that the OAuth providers leave to wallets. May be negative. */
export function freeButtons({ buttons, oauth }: Buttons): number {
  return mainScreenButtonCap - (buttons.includes('oauth') ? oauth.providers.length : 0)
}

/** The shared globals of wallets. */
interface Injected {
  readonly ethereum?: { readonly providers?: unknown }
  readonly solana?: unknown
}

/**
 * The number of wallet buttons to reserve at the first render, so that the page does not move when the wallets are
 * known. Counts wallets that announce themselves at once by either standard; without any, the shared globals.
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
    // Objects of extensions may throw when they are read.
  }
  return Math.max(1, Math.min(count, freeButtons(plan)))
}
