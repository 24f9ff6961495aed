import type { WalletOption } from '@latchkey/contract'

export interface WalletDownload {
  readonly option: WalletOption
  readonly name: string
  readonly href: string
}

/** Download pages of the wallets that the specification names. */
export const walletDownloads: readonly WalletDownload[] = [
  { option: 'Metamask', name: 'MetaMask', href: 'https://metamask.io/download/' },
  { option: 'Phantom', name: 'Phantom', href: 'https://phantom.com/download' },
  { option: 'Coinbase', name: 'Coinbase', href: 'https://www.coinbase.com/wallet/downloads' },
  { option: 'Binance', name: 'Binance', href: 'https://www.binance.com/en/download' },
]
