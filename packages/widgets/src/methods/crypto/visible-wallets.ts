import type { Buttons } from './wallet-slots.ts'
import { walletsOnMain } from './wallet-slots.ts'

/** The wallets on Main. */
interface Known {
  readonly wallets?: readonly object[]
  /** Defaults to any number. */
  readonly walletSlots?: number
}

/** The number of wallets with a button on Main. If there are more, the last slot is the button for the others. */
export function visibleWallets({ wallets = [], walletSlots = Infinity }: Known, plan: Buttons): number {
  const most = walletsOnMain(plan)
  return wallets.length <= Math.min(most, walletSlots) ? wallets.length : Math.min(most, walletSlots - 1)
}
