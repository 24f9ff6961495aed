import type { Buttons } from './wallet-slots.ts'
import { walletsOnMain } from './wallet-slots.ts'

/** What is known of the wallets. */
interface Known {
  readonly wallets?: readonly object[]
  /** Any number, where nothing is said. */
  readonly walletSlots?: number
}

/** How many of those that were found have a place: where not all of them have, the last one is that of the others. */
export function visibleWallets({ wallets = [], walletSlots = Infinity }: Known, plan: Buttons): number {
  const most = walletsOnMain(plan)
  return wallets.length <= Math.min(most, walletSlots) ? wallets.length : Math.min(most, walletSlots - 1)
}
