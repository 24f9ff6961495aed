import { useText } from '../../i18n/use-text.ts'
import { cryptoStrings } from './crypto.strings.ts'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

/** The displayed name of a wallet; that of its chain if it has none. */
export function useWalletName(): (wallet: DetectedWallet) => string {
  const t = useText(cryptoStrings)
  return ({ name, type }) => name || t(`crypto.${type}`)
}
