import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-view.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { emailConfirmationCss } from './email-confirmation.css.ts'
import { InboxIcon } from './inbox-icons.tsx'
import { inboxLinks } from './inbox-links.ts'
import { inboxHint } from './magic-links.flow.ts'
import { magicLinksStrings } from './magic-links.strings.ts'

export function EmailConfirmationView(props: LoginViewProps<'email_confirmation'>): ReactElement {
  const { state, send, plan, bootstrap } = props
  const t = useText(magicLinksStrings)
  useSheet(emailConfirmationCss)
  const hint = inboxHint(bootstrap.emailDomains, plan.emailMagicLinks.domainHint)
  return (
    <>
      <Heading>{t('email_confirmation.title')}</Heading>
      <Text strong={state.email}>{t('email_confirmation.text', { email: state.email })}</Text>
      <div className="latchkey-inboxes">
        {inboxLinks(hint, state.email).map(({ name, href }) => (
          <a
            key={name}
            className="latchkey-inbox"
            part="inbox-link"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <InboxIcon name={name} />
            {t(`email_confirmation.${name}`)}
            <svg
              className="latchkey-inbox-arrow"
              viewBox="0 0 16 16"
              role="img"
              aria-label={t('email_confirmation.new_tab')}
            >
              <path d="m5 11 6-6M6 5h5v5" />
            </svg>
          </a>
        ))}
      </div>
      <Button kind="secondary" onClick={() => send({ type: 'try_again_clicked' })}>
        {t('email_confirmation.try_again')}
      </Button>
    </>
  )
}
