import type { ReactElement } from 'react'
import { useSheet } from '../../theme/sheets.ts'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { cryptoCss } from './crypto.css.ts'
import { WalletIcon } from './wallet-icon.tsx'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

export interface CryptoWaitingProps {
  readonly wallet: DetectedWallet
  readonly title: string
  readonly text: string
}

/** Asks the user to continue in the wallet. */
export function CryptoWaiting({ wallet, title, text }: CryptoWaitingProps): ReactElement {
  useSheet(cryptoCss)
  return (
    <div className="latchkey-wallet-wait">
      <span className="latchkey-wallet-ring">
        <span className="latchkey-wallet-turn" />
        <WalletIcon {...wallet} />
      </span>
      <Heading>{title}</Heading>
      <Text>{text}</Text>
    </div>
  )
}
