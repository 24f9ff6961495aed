import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { PasswordMailView } from '../methods/passwords/password-mail.view.tsx'
import { Success } from '../ui/success.tsx'
import { FlowWidget } from '../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { AskForEmailView } from './ask-for-email.view.tsx'
import { ResetErrorView } from './reset-error.view.tsx'
import { ResetFormView } from './reset-form.view.tsx'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import { planResetPassword } from './reset-password.config.ts'
import type { Landing, ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { resetPasswordStrings } from './reset-password.strings.ts'
import { createResetPasswordActor } from './reset-password-actor.ts'
import { TokenLoginView } from './token-login.view.tsx'

interface ResetPasswordStart {
  readonly config: ResetPasswordConfig
  readonly landing: Landing
}

export type ResetPasswordWidgetProps = ResolvedProps & ResetPasswordStart

export const resetPassword: WidgetDefinition<ResetPasswordStart, ResetPasswordState, ResetPasswordEvent> = {
  createActor: ({ config, landing }, deps) =>
    createResetPasswordActor(landing, { ...deps, plan: planResetPassword(config) }),
  views: {
    password_reset_form: ResetFormView,
    logged_in: TokenLoginView,
    error: ResetErrorView,
    password_email: AskForEmailView,
    password_forgot: PasswordMailView,
    password_reset_verify_confirmation: ResetVerifiedView,
  },
  backEvent: (state) => ('origin' in state ? { type: 'back_clicked' } : undefined),
  takesFocusAtStart: true,
}

/** The lazily loaded widget. Its first screen needs most of the code. */
export function ResetPasswordWidget({ config, landing, ...props }: ResetPasswordWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={resetPassword} start={{ config, landing }} />
}

function ResetVerifiedView(): ReactElement {
  const t = useText(resetPasswordStrings)
  return <Success title={t('reset_verify_confirmation.title')} text={t('reset_verify_confirmation.text')} />
}
