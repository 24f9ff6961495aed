import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import { ChoicePlaceholders } from '../../ui/controls/choice-placeholders.tsx'
import { cryptoCss } from './crypto.css.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { visibleWallets } from './visible-wallets.ts'
import { WalletChoice } from './wallet-choice.tsx'
import { WalletLogo } from './wallet-logo.tsx'

/** One button per wallet up to the limit, and one for all others. */
export function WalletButtons({ state, send, plan, slots }: LoginViewProps<'main'>): ReactElement {
  const t = useText(cryptoStrings)
  useSheet(cryptoCss)
  const { wallets = [], walletSlots = 1 } = state.form
  const shown = wallets.slice(0, visibleWallets(state.form, plan))
  const hasOthers = shown.length < wallets.length || wallets.length === 0
  // Fewer wallets than reserved: keep the height, so that the page does not move.
  const empty = Math.max(0, walletSlots - shown.length - Number(hasOthers))
  const isDisabled = state.status !== 'editing'
  return (
    <>
      {shown.map((wallet) => (
        <WalletChoice key={wallet.id} {...{ wallet, isDisabled, send, slots }} />
      ))}
      {hasOthers && (
        <Choice
          icon={<WalletLogo option="GenericEthereumWallet" />}
          isDisabled={isDisabled}
          onClick={() => send({ type: 'other_wallet_clicked' })}
        >
          {t('crypto.other')}
        </Choice>
      )}
      <ChoicePlaceholders count={empty} />
    </>
  )
}
