import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { ConfirmSignIn } from '../login/landing/confirm-sign-in.view.tsx'
import { LoggedInView } from '../login/logged-in.view.tsx'
import { Pending } from '../ui/pending.tsx'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

/** Signing in with the token of the link: pending, then done. */
export function TokenLoginView({ state, send }: ResetPasswordViewProps<'logged_in'>): ReactElement {
  const t = useText(resetPasswordStrings)
  switch (state.status) {
    case 'success':
      return <LoggedInView />
    case 'unconfirmed':
      return <ConfirmSignIn account={state.account} onConfirm={() => send({ type: 'confirm_clicked' })} />
    default:
      return <Pending>{t('reset_password.logging_in')}</Pending>
  }
}
