import type { ButtonEntry } from '../../login/login-method.ts'
import { countWalletSlots } from './wallet-slots.ts'

export const cryptoEntry: ButtonEntry = {
  load: () => import('./crypto.method.ts'),
  // Before the wallets are counted, there may be several.
  count: (_, { walletSlots = 2 }) => walletSlots,
  start: (plan, platform) => ({ walletSlots: countWalletSlots(platform as unknown as EventTarget, plan) }),
}
