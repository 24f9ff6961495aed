import type { Buttons } from './wallet-places.ts'
import { walletsOnMain } from './wallet-places.ts'

/** What is known of the wallets. */
interface Known {
  readonly wallets?: readonly object[]
  /** Any number, where nothing is said. */
  readonly walletPlaces?: number
}

/** How many of those that were found have a place: where not all of them have, the last one is that of the others. */
export function shownOnMain({ wallets = [], walletPlaces = Infinity }: Known, plan: Buttons): number {
  const most = walletsOnMain(plan)
  return wallets.length <= Math.min(most, walletPlaces) ? wallets.length : Math.min(most, walletPlaces - 1)
}
