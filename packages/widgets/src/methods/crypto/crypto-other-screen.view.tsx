import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { useSheet } from '../../theme/sheets.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { cryptoCss } from './crypto.css.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { visibleWallets } from './visible-wallets.ts'
import { WalletChoice } from './wallet-choice.tsx'

/** The wallets without a button on Main. */
export function CryptoOtherScreenView(props: LoginViewProps<'crypto_other_screen'>): ReactElement {
  const { state, send, plan, slots } = props
  const t = useText(cryptoStrings)
  useSheet(cryptoCss)
  const others = (state.form.wallets ?? []).slice(visibleWallets(state.form, plan))
  return (
    <>
      <Heading>{t('crypto_other.title')}</Heading>
      <div className="latchkey-wallet-list">
        {others.map((wallet) => (
          <WalletChoice key={wallet.id} {...{ wallet, send, slots }} />
        ))}
      </div>
      <p className="latchkey-wallet-more">
        <LinkButton onClick={() => send({ type: 'wallet_setup_clicked' })}>{t('crypto_other.set_up')}</LinkButton>
      </p>
    </>
  )
}
