import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { PasswordMailView } from '../methods/passwords/password-mail.view.tsx'
import { Success } from '../ui/success.tsx'
import { AskForEmailView } from './ask-for-email.view.tsx'
import { ResetErrorView } from './reset-error.view.tsx'
import { ResetFormView } from './reset-form.view.tsx'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViews } from './reset-password-view.ts'
import { TokenLoginView } from './token-login.view.tsx'

export const resetPasswordViews: ResetPasswordViews = {
  password_reset_form: ResetFormView,
  logged_in: TokenLoginView,
  error: ResetErrorView,
  password_email: AskForEmailView,
  password_forgot: PasswordMailView,
  password_reset_verify_confirmation: ResetVerifiedView,
}

function ResetVerifiedView(): ReactElement {
  const t = useText(resetPasswordStrings)
  return <Success title={t('reset_verify_confirmation.title')} text={t('reset_verify_confirmation.text')} />
}
