import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import { cryptoStrings } from './crypto.strings.ts'
import { useWalletName } from './use-wallet-name.ts'
import { WalletIcon } from './wallet-icon.tsx'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

export interface WalletChoiceProps extends Pick<LoginViewProps<'main'>, 'send' | 'slots'> {
  readonly wallet: DetectedWallet
  readonly isDisabled?: boolean
}

export function WalletChoice({ wallet, isDisabled, send, slots }: WalletChoiceProps): ReactElement {
  const t = useText(cryptoStrings)
  const nameOf = useWalletName()
  return (
    <Choice
      icon={<WalletIcon {...wallet} />}
      isDisabled={isDisabled}
      onClick={() => send({ type: 'wallet_chosen', wallet })}
    >
      {t('crypto.continue', { wallet: nameOf(wallet) })}
      {slots?.lastUsed && <slots.lastUsed method={`wallet:${wallet.name || wallet.option}`} />}
    </Choice>
  )
}
