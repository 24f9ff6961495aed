import { useText } from '../../i18n/use-text.ts'
import type { DetectedWallet } from './crypto.flow.ts'
import { cryptoStrings } from './crypto.strings.ts'

/** What a wallet is called: one without a name is called by its chain. */
export function useWalletName(): (wallet: DetectedWallet) => string {
  const t = useText(cryptoStrings)
  return ({ name, type }) => name || t(`crypto.${type}`)
}
