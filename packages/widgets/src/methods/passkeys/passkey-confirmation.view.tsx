import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Success } from '../../ui/success.tsx'
import { passkeyConfirmationStrings } from './passkey-confirmation.strings.ts'

export function PasskeyConfirmationView(): ReactElement {
  const t = useText(passkeyConfirmationStrings)
  return <Success title={t('passkey_confirmation.title')} text={t('passkey_confirmation.text')} />
}
