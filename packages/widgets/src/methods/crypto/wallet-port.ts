import type { DetectedWallet } from './crypto.flow.ts'

/** The wallets of a browser. */
export interface WalletPort {
  /** Calls back with those there are, and again whenever there are others, until the returned function is called. */
  watch(listener: (wallets: readonly DetectedWallet[]) => void): () => void
  /** The address of the account that the person shares. May take forever: a wallet need not answer. */
  connect(id: string): Promise<string>
  /** A signature of the text by that account, as the provider reads it. May take forever. */
  sign(id: string, address: string, text: string): Promise<string>
}

/** One wallet, whatever it is made of. */
export type Wallet = Readonly<Record<'connect', () => Promise<string>>> & {
  sign(address: string, text: string): Promise<string>
}

/** What a person can be told about a wallet that did not do what it was asked. */
export type WalletReason = 'rejected' | 'already_open' | 'no_account' | 'account_changed' | 'failed'

/** Ours: wallets throw what they call by the same name. */
class WalletError extends Error {}

/** `error_type` is `wallet_<reason>`: screens look their words up by it. */
export function walletError(reason: WalletReason, cause?: unknown): Error {
  const error = new WalletError(`The wallet did not answer as asked: ${reason}.`, { cause })
  return Object.assign(error, { name: 'WalletError', error_type: `wallet_${reason}` })
}

/** What a wallet threw, which may be anything. */
export function asWalletError(thrown: unknown): Error {
  if (thrown instanceof WalletError) return thrown
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown }
  // EIP-1193 and EIP-1474; wallets of Solana use the same numbers, or none.
  if (code === 4001 || code === 'ACTION_REJECTED') return walletError('rejected', thrown)
  if (code === -32002) return walletError('already_open', thrown)
  if (code === 4100) return walletError('no_account', thrown)
  if (/reject|denied|declin|cancel/i.test(String(message))) return walletError('rejected', thrown)
  return walletError('failed', thrown)
}
