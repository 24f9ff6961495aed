import type { DetectedWallet } from './detected-wallet.ts'

/** The wallets of a browser. */
export interface WalletPort {
  /** Calls the listener with the wallets, now and after each change, until the returned function is called. */
  watch(listener: (wallets: readonly DetectedWallet[]) => void): () => void
  /** The address of the account that the user shares. May never settle. */
  connect(id: string): Promise<string>
  /** A signature of the text by that account, in the provider's encoding. May never settle. */
  sign(id: string, address: string, text: string): Promise<string>
}

/** One wallet of any kind. */
export type Wallet = Readonly<Record<'connect', () => Promise<string>>> & {
  sign(address: string, text: string): Promise<string>
}

/** Why a wallet request failed, as far as the user can act on it. */
export type WalletReason = 'rejected' | 'already_open' | 'no_account' | 'account_changed' | 'failed'

/** An error of ours. Wallets throw errors with the same name. */
class WalletError extends Error {}

/** `error_type` is `wallet_<reason>`: screens look up their text by it. */
export function walletError(reason: WalletReason, cause?: unknown): Error {
  const error = new WalletError(`The wallet did not answer as asked: ${reason}.`, { cause })
  return Object.assign(error, { name: 'WalletError', error_type: `wallet_${reason}` })
}

/** Converts a value that a wallet threw. */
export function asWalletError(thrown: unknown): Error {
  if (thrown instanceof WalletError) return thrown
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown }
  // EIP-1193 and EIP-1474. Solana wallets use the same codes, or none.
  if (code === 4001 || code === 'ACTION_REJECTED') return walletError('rejected', thrown)
  if (code === -32002) return walletError('already_open', thrown)
  if (code === 4100) return walletError('no_account', thrown)
  if (/reject|denied|declin|cancel/i.test(String(message))) return walletError('rejected', thrown)
  return walletError('failed', thrown)
}
