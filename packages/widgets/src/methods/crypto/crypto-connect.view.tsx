import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { CryptoWaiting } from './crypto-waiting.tsx'
import { useWalletName } from './use-wallet-name.ts'

export function CryptoConnectView({ state: { wallet } }: LoginViewProps<'crypto_connect'>): ReactElement {
  const t = useText(cryptoStrings)
  const nameOf = useWalletName()
  return (
    <CryptoWaiting
      wallet={wallet}
      title={t('crypto_connect.title')}
      text={t('crypto_connect.text', { wallet: nameOf(wallet) })}
    />
  )
}
