import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { passwordsCss } from '../methods/passwords/passwords.css.ts'
import { passwordsStrings } from '../methods/passwords/passwords.strings.ts'
import { useSheet } from '../theme/sheets.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Heading } from '../ui/heading.tsx'
import { Text } from '../ui/text.tsx'
import { resetPasswordStrings } from './reset-password.strings.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

export function AskForEmailView({ state, send }: ResetPasswordViewProps<'password_email'>): ReactElement {
  const t = useText({ ...passwordsStrings, ...resetPasswordStrings })
  useSheet(passwordsCss)
  return (
    <>
      <Heading>{t('reset_password.email_title')}</Heading>
      <Text>{t('reset_password.email_text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'email_submitted' })
        }}
      >
        <Field
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          label={t('password.email')}
          value={state.email}
          failure={state.failure}
          onChange={(value) => send({ type: 'email_changed', value })}
        />
        <Button type="submit" isBusy={state.status === 'sending'}>
          {t('password.continue')}
        </Button>
      </form>
    </>
  )
}
