import type { Buttons } from './wallet-slots.ts'
import { freeButtons } from './wallet-slots.ts'

/** The wallets on Main. */
interface Known {
  readonly wallets?: readonly object[]
  /** Defaults to any number. */
  readonly walletSlots?: number
}

/** The largest number of wallets on Main. One more button shows the other wallets. */
export function walletsOnMain(plan: Buttons): number {
  return Math.max(0, freeButtons(plan) - 1)
}

/** The number of wallets with a button on Main. If there are more, the last slot is the button for the others. */
export function visibleWallets({ wallets = [], walletSlots = Infinity }: Known, plan: Buttons): number {
  const most = walletsOnMain(plan)
  return wallets.length <= Math.min(most, walletSlots) ? wallets.length : Math.min(most, walletSlots - 1)
}
