import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { Inboxes } from '../../methods/magic-links/inboxes.tsx'
import { magicLinksStrings } from '../../methods/magic-links/magic-links.strings.ts'
import { OtpAuthenticateView } from '../../methods/otps/otp-authenticate.view.tsx'
import { PasswordMailFooter } from '../../methods/passwords/password-mail.view.tsx'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { planB2bLogin } from '../config/b2b-login.config.ts'
import type { B2bLoginEvent } from '../flow/b2b-events.ts'
import { offeredMethods } from '../flow/b2b-offer.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

/** Asks whether a link or a code is sent. */
export function MethodSelectionView({ state, send, config }: B2bViewProps<'email_method_selection'>): ReactElement {
  const t = useText(b2bLoginStrings)
  const words = useFailureText(state.failure)
  useSheet(b2bLoginCss)
  return (
    <>
      <Heading>{t('b2b_method.title')}</Heading>
      <Text strong={state.email}>{t('b2b_method.text', { email: state.email })}</Text>
      <Banner>{state.failure ? words : ''}</Banner>
      <div className="latchkey-b2b-actions">
        {offeredMethods(planB2bLogin(config), state).map(
          (method) =>
            method !== 'password' && (
              <Button
                key={method}
                kind="secondary"
                isBusy={state.status === 'sending' && state.chosen === method}
                isDisabled={state.status === 'sending'}
                onClick={() => send({ type: 'method_chosen', method })}
              >
                {t(`b2b_method.${method}`)}
              </Button>
            ),
        )}
      </div>
    </>
  )
}

/** A link was sent. */
export function LinkSentView({ state, send, config, bootstrap }: B2bViewProps<'email_confirmation'>): ReactElement {
  const t = useText(magicLinksStrings)
  const { email, resend } = state
  return (
    <>
      <Heading>{t('email_confirmation.title')}</Heading>
      <Text strong={email}>{t('email_confirmation.text', { email })}</Text>
      <Inboxes email={email} bootstrap={bootstrap} domainHint={config.emailMagicLinksOptions?.domainHint} />
      <PasswordMailFooter resend={resend} onResend={() => send({ type: 'resend_clicked' })} />
    </>
  )
}

/** A code by email. */
export function EmailCodeView({ state, send }: B2bViewProps<'email_otp_entry'>): ReactElement {
  return <OtpAuthenticateView state={state.entry} send={toCodeEvents(send)} />
}

/** The screen of a code has an event of its own for its button. */
export function toCodeEvents(send: (event: B2bLoginEvent) => void): Parameters<typeof OtpAuthenticateView>[0]['send'] {
  return (event) => send(event.type === 'code_submitted' ? { type: 'submitted' } : (event as B2bLoginEvent))
}
