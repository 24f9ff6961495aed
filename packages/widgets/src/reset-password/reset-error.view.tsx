import type { ReactElement } from 'react'
import { useFailureText, useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Button } from '../ui/controls/button.tsx'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { isDeadLink } from './reset-password.flow.ts'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

const resetErrorCss = `
.latchkey-reset-actions{margin-top:24px}
.latchkey-button+.latchkey-reset-actions{margin-top:12px}
`

/** The link did not work. A new one will; if only the network failed, the same link may be tried again. */
export function ResetErrorView({ state, send }: ResetPasswordViewProps<'error'>): ReactElement {
  const t = useText(resetPasswordStrings)
  const words = useFailureText(state.failure)
  useSheet(subScreenCss)
  useSheet(resetErrorCss)
  const { failure, token } = state
  const canTryAgain = token !== null && failure !== null && !isDeadLink(failure)
  const isOver = failure?.error_type === 'unable_to_auth_magic_link'
  return (
    <ErrorScreen
      title={isOver ? t('reset_password.dead_title') : undefined}
      text={isOver ? t('reset_password.dead_text') : failure ? words : t('reset_password.no_token')}
      onRetry={canTryAgain ? () => send({ type: 'try_again_clicked' }) : undefined}
    >
      <div className="latchkey-reset-actions">
        <Button kind={canTryAgain ? 'secondary' : 'primary'} onClick={() => send({ type: 'new_link_clicked' })}>
          {t('reset_password.new_link')}
        </Button>
      </div>
    </ErrorScreen>
  )
}
