import type { ReactElement } from 'react'
import { isUnanswered } from '../../flow/failure.ts'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { Banner } from '../../ui/banner.tsx'
import { passkeysStrings } from './passkeys.strings.ts'

/** The error of a passkey, at the top of Main, because there may be no passkey button. */
export function PasskeyBanner({ state }: LoginViewProps<'main'>): ReactElement {
  const t = useText(passkeysStrings)
  const failure = state.form.passkeys?.failure ?? null
  const words = useFailureText(failure)
  if (!failure) return <Banner>{''}</Banner>
  const hasWords = isUnanswered(failure) || failure.error_type === 'webauthn_registration_not_found'
  return <Banner>{hasWords ? words : t('passkey.unknown_error')}</Banner>
}
