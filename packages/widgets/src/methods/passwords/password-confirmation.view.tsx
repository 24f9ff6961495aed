import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Success } from '../../ui/success.tsx'
import { passwordsStrings } from './passwords.strings.ts'

export function PasswordConfirmationView(): ReactElement {
  const t = useText(passwordsStrings)
  return <Success title={t('password_confirmation.title')} text={t('password_confirmation.text')} />
}
