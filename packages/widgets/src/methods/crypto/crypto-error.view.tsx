import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { cryptoCss } from './crypto.css.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { useWalletName } from './use-wallet-name.ts'

/** Errors with a text of their own. */
const reasons = {
  wallet_rejected: 'crypto_error.rejected',
  wallet_already_open: 'crypto_error.already_open',
  wallet_no_account: 'crypto_error.no_account',
  wallet_account_changed: 'crypto_error.account_changed',
} as const satisfies Readonly<Record<string, keyof typeof cryptoStrings>>

const isOfWallet = (type: string): type is keyof typeof reasons => Object.hasOwn(reasons, type)

/** Errors with a general text. */
const isVague = (type: string): boolean => type === 'wallet_failed' || type === 'unknown_error'

export function CryptoErrorView({ state, send }: LoginViewProps<'crypto_error'>): ReactElement {
  const t = useText(cryptoStrings)
  const nameOf = useWalletName()
  const answer = useFailureText(state.failure)
  useSheet(cryptoCss)
  const { error_type = '' } = state.failure
  const words = isOfWallet(error_type)
    ? t(reasons[error_type], { wallet: nameOf(state.wallet) })
    : isVague(error_type)
      ? ''
      : answer
  return (
    <div className="latchkey-wallet-wait">
      <span className="latchkey-wallet-wrong">
        <svg className="latchkey-wallet-sign" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 6v7m0 4.5v.01" />
        </svg>
      </span>
      <Heading>{t('crypto_error.title')}</Heading>
      {words && (
        <p className="latchkey-wallet-reason" part="error">
          {words}
        </p>
      )}
      <Text>{t('crypto_error.text')}</Text>
      <Button kind="secondary" onClick={() => send({ type: 'wallet_retried' })}>
        {t('crypto_error.try_again')}
      </Button>
    </div>
  )
}
