import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Success } from '../../ui/success.tsx'
import { cryptoStrings } from './crypto.strings.ts'

export function CryptoConfirmationView(): ReactElement {
  const t = useText(cryptoStrings)
  return <Success title={t('crypto_confirmation.title')} text={t('crypto_confirmation.text')} />
}
