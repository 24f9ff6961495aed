import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { Inboxes } from './inboxes.tsx'
import { magicLinksStrings } from './magic-links.strings.ts'

export function EmailConfirmationView(props: LoginViewProps<'email_confirmation'>): ReactElement {
  const { state, send, plan, bootstrap } = props
  const t = useText(magicLinksStrings)
  return (
    <>
      <Heading>{t('email_confirmation.title')}</Heading>
      <Text strong={state.email}>{t('email_confirmation.text', { email: state.email })}</Text>
      <Inboxes email={state.email} bootstrap={bootstrap} domainHint={plan.emailMagicLinks.domainHint} />
      <Button kind="secondary" onClick={() => send({ type: 'try_again_clicked' })}>
        {t('email_confirmation.try_again')}
      </Button>
    </>
  )
}
