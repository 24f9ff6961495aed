import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Heading } from '../../ui/heading.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Text } from '../../ui/text.tsx'
import { passwordsCss } from './passwords.css.ts'
import type { PasswordMail } from './passwords.flow.ts'
import { passwordsStrings } from './passwords.strings.ts'

export interface MailedProps {
  readonly state: Pick<PasswordMail, 'screen' | 'email' | 'resend'>
  readonly onResend: () => void
}

/** A mail is on its way: why it was sent, where to, and the way to another one. */
export function Mailed({ state, onResend }: MailedProps): ReactElement {
  const { screen, email, resend } = state
  const t = useText(passwordsStrings)
  useSheet(passwordsCss)
  return (
    <>
      <Heading>{t(`${screen}.title`)}</Heading>
      <Text strong={email}>{t(`${screen}.text`, { email })}</Text>
      <div className="latchkey-mail-footer" aria-live="polite">
        <LinkButton isDisabled={resend === 'sending'} onClick={onResend}>
          {t(resend === 'sending' ? 'password_mail.resending' : 'password_mail.resend')}
        </LinkButton>
      </div>
    </>
  )
}
