import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { LoggedInView } from '../login/logged-in.view.tsx'
import { Pending } from '../ui/pending.tsx'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

/** The token of the link signs in: first on its way, then done. */
export function TokenLoginView({ state }: ResetPasswordViewProps<'logged_in'>): ReactElement {
  const t = useText(resetPasswordStrings)
  return state.status === 'success' ? <LoggedInView /> : <Pending>{t('reset_password.logging_in')}</Pending>
}
