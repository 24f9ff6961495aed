import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-view.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Choice } from '../../ui/choice.tsx'
import { Heading } from '../../ui/heading.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { cryptoCss } from './crypto.css.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { shownOnMain } from './shown-on-main.ts'
import { useWalletName } from './use-wallet-name.ts'
import { WalletIcon } from './wallet-icon.tsx'

/** The wallets that have no place on Main. */
export function CryptoOtherScreenView({ state, send, plan }: LoginViewProps<'crypto_other_screen'>): ReactElement {
  const t = useText(cryptoStrings)
  const nameOf = useWalletName()
  useSheet(cryptoCss)
  const others = (state.form.wallets ?? []).slice(shownOnMain(state.form, plan))
  return (
    <>
      <Heading>{t('crypto_other.title')}</Heading>
      <div className="latchkey-wallet-list">
        {others.map((wallet) => (
          <Choice
            key={wallet.id}
            mark={<WalletIcon {...wallet} />}
            onClick={() => send({ type: 'wallet_chosen', wallet })}
          >
            {t('crypto.continue', { wallet: nameOf(wallet) })}
          </Choice>
        ))}
      </div>
      <p className="latchkey-wallet-more">
        <LinkButton onClick={() => send({ type: 'wallet_setup_clicked' })}>{t('crypto_other.set_up')}</LinkButton>
      </p>
    </>
  )
}
