import type { CryptoWalletType, WalletOption } from '@latchkey/contract'

/** A wallet of this browser, as it describes itself. */
export interface DetectedWallet {
  /** Assigned by us, because wallets may repeat each other's ids. */
  readonly id: string
  readonly type: CryptoWalletType
  readonly option: WalletOption
  /** Sanitized and unique among the wallets. May be empty. */
  readonly name: string
  /** A `data:` URL of an image. May be empty. */
  readonly icon: string
}
