import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Success } from '../../ui/success.tsx'
import { otpsStrings } from './otps.strings.ts'

export function OtpConfirmationView(): ReactElement {
  const t = useText(otpsStrings)
  return <Success title={t('otp_confirmation.title')} text={t('otp_confirmation.text')} />
}
