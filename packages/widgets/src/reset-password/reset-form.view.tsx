import type { ReactElement } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { useText } from '../i18n/use-text.ts'
import { NewPassword } from '../methods/passwords/new-password.tsx'
import { passwordsCss } from '../methods/passwords/passwords.css.ts'
import { passwordsStrings } from '../methods/passwords/passwords.strings.ts'
import { useSheet } from '../theme/sheets.ts'
import { Heading } from '../ui/heading.tsx'
import { ReadOnlyEmail } from '../ui/read-only-email.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { Text } from '../ui/text.tsx'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

export function ResetFormView(props: ResetPasswordViewProps<'password_reset_form'>): ReactElement {
  const { state, send, bootstrap } = props
  const t = useText({ ...passwordsStrings, ...resetPasswordStrings })
  const id = useUniqueId()
  useSheet(subScreenCss)
  useSheet(passwordsCss)
  return (
    <>
      <Heading id={`${id}-title`} takesFocus={false}>
        {t('reset_password.title')}
      </Heading>
      <Text id={`${id}-text`}>{t('reset_password.text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        aria-labelledby={`${id}-title`}
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'password_submitted' })
        }}
      >
        {state.email && <ReadOnlyEmail label={t('password.email')} email={state.email} />}
        <NewPassword
          state={state}
          label={t('reset_password.label')}
          describedBy={`${id}-text`}
          isBusy={state.status === 'verifying'}
          bootstrap={bootstrap}
          onChange={(value) => send({ type: 'password_changed', value })}
          onCheckAgain={() => send({ type: 'check_again_clicked' })}
        />
      </form>
    </>
  )
}
