import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pending } from '../../ui/pending.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { Text } from '../../ui/text.tsx'
import type { LoginViewProps } from '../login-method.ts'
import { ConfirmSignIn } from './confirm-sign-in.view.tsx'
import { landingCss } from './landing.css.ts'
import { landingStrings } from './landing.strings.ts'

export function LandingView({ state, send }: LoginViewProps<'landing'>): ReactElement {
  const t = useText(landingStrings)
  const error = useFailureText(state.failure)
  useSheet(subScreenCss)
  useSheet(landingCss)
  const { status, problem, remedy, failure } = state
  if (status === 'verifying') return <Pending>{t('landing.verifying')}</Pending>
  const startOver = (): void => send({ type: 'back_clicked' })
  if (status === 'unconfirmed') {
    return (
      <ConfirmSignIn account={state.account} onConfirm={() => send({ type: 'landing_confirmed' })}>
        <Button kind="secondary" onClick={startOver}>
          {t('landing.start_over')}
        </Button>
      </ConfirmSignIn>
    )
  }
  const email = remedy && 'email' in remedy ? remedy.email : ''
  // The types of OAuth errors are terms of the protocol: they help a developer, not the user.
  const isExplained = problem === 'failed' && !failure?.error_type?.startsWith('oauth_')
  return (
    <div className="latchkey-landing" role="alert">
      <Heading>{t(`landing_${problem}.title`)}</Heading>
      <Text>{isExplained ? error : t(`landing_${problem === 'failed' ? 'canceled' : problem}.text`)}</Text>
      {email && <Text strong={email}>{t('landing.send_to', { email })}</Text>}
      {remedy && (
        <Button onClick={() => send({ type: 'landing_retried' })}>
          {t(email ? 'landing.send_new' : 'landing.try_again')}
        </Button>
      )}
      <Button kind={remedy ? 'secondary' : 'primary'} onClick={startOver}>
        {t('landing.start_over')}
      </Button>
    </div>
  )
}
