import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { toastStrings } from '../../ui/toast/toast.strings.ts'
import { passwordsCss } from './passwords.css.ts'
import type { PasswordMail } from './passwords.flow.ts'
import { passwordsStrings } from './passwords.strings.ts'

/** For all widgets that send such emails. */
export interface PasswordMailViewProps {
  readonly state: Pick<PasswordMail, 'screen' | 'email' | 'resend'>
  readonly send: (event: { readonly type: 'resend_clicked' }) => void
}

/** An email was sent: why, to which address, and a link to send it again. */
export function PasswordMailView({ state, send }: PasswordMailViewProps): ReactElement {
  const { screen, email, resend } = state
  const t = useText(passwordsStrings)
  return (
    <>
      <Heading>{t(`${screen}.title`)}</Heading>
      <Text strong={email}>{t(`${screen}.text`, { email })}</Text>
      <PasswordMailFooter resend={resend} onResend={() => send({ type: 'resend_clicked' })} />
    </>
  )
}

interface PasswordMailFooterProps extends Pick<PasswordMail, 'resend'> {
  readonly onResend: () => void
}

/** A link that sends the email again. */
export function PasswordMailFooter({ resend, onResend }: PasswordMailFooterProps): ReactElement {
  const t = useText({ ...passwordsStrings, ...toastStrings })
  useSheet(passwordsCss)
  return (
    <div className="latchkey-mail-footer">
      <span className="latchkey-mail-resend" aria-live="polite">
        <LinkButton isDisabled={resend === 'sending'} onClick={onResend}>
          {t(resend === 'sending' ? 'password_mail.resending' : 'password_mail.resend')}
        </LinkButton>
      </span>
      {/* Not in a live region: the toast with the same text is read out. */}
      {resend === 'sent' && <span className="latchkey-mail-sent">{t('toast.email_resent')}</span>}
    </div>
  )
}
