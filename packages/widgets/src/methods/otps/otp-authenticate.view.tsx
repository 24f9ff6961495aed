import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { takeFocus } from '../../a11y/take-focus.ts'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { isUnanswered } from '../../flow/failure.ts'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldError } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { PasscodeInput } from '../../ui/controls/passcode-input.tsx'
import { EditAddress } from '../../ui/edit-address.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { minutesAndSeconds } from './minutes-and-seconds.ts'
import { otpAuthenticateCss } from './otp-authenticate.css.ts'
import type { OtpAuthenticate, OtpEvent, ResendStatus } from './otps.flow.ts'
import { countdownNews } from './otps.flow.ts'
import { otpsStrings } from './otps.strings.ts'

const resendLabels = {
  initial: 'otp.resend',
  sending: 'otp.resending',
  sent: 'otp.resent',
  waiting: 'otp.resend',
} as const satisfies Record<ResendStatus, keyof typeof otpsStrings>

/** For all widgets that send codes. */
export interface OtpAuthenticateViewProps {
  readonly state: OtpAuthenticate
  readonly send: (event: OtpEvent | { readonly type: 'back_clicked' }) => void
  /** False for an address that the user cannot change here. */
  readonly canEdit?: boolean
}

export function OtpAuthenticateView(props: OtpAuthenticateViewProps): ReactElement {
  return props.state.status === 'dead' ? <DeadCode {...props} /> : <CodeForm {...props} />
}

/** No attempts left: the user can only request another code. */
function DeadCode({ state, send }: OtpAuthenticateViewProps): ReactElement {
  const t = useText(otpsStrings)
  const root = useRef<HTMLDivElement>(null)
  const { otpDestination: destination } = state.otp
  useSheet(otpAuthenticateCss)
  // The input that had the focus is gone.
  useLayoutEffect(() => {
    if (root.current) takeFocus(root.current)
  }, [])
  return (
    <div className="latchkey-otp" role="alert" ref={root}>
      <Heading>{t('otp.title')}</Heading>
      <Text strong={destination}>{t('otp.dead', { destination })}</Text>
      <Button isBusy={state.resend === 'sending'} onClick={() => send({ type: 'resend_clicked' })}>
        {t('otp.send_new')}
      </Button>
    </div>
  )
}

function CodeForm({ state, send, canEdit = true }: OtpAuthenticateViewProps): ReactElement {
  const t = useText(otpsStrings)
  const id = useUniqueId()
  const error = useFailureText(state.failure)
  useSheet(otpAuthenticateCss)
  const { otpDestination: destination } = state.otp
  const isVerifying = state.status === 'verifying'
  const isWaiting = isVerifying || state.resend === 'sending' || state.resend === 'sent'
  const expires = t('otp.expires', { time: minutesAndSeconds(state.remainingMs) })
  const timeLeft = state.remainingMs > 0 ? expires : t('otp.expired')
  return (
    <form
      className="latchkey-otp"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'code_submitted' })
        // The clicked button disappears.
        takeFocus(event.currentTarget)
      }}
    >
      <Heading id={`${id}-title`} takesFocus={false}>
        {t('otp.title')}
      </Heading>
      <Text id={`${id}-text`} strong={destination}>
        {t('otp.text', { destination })}
      </Text>
      {canEdit && (
        <div className="latchkey-otp-edit">
          <EditAddress isDisabled={isVerifying} onClick={() => send({ type: 'back_clicked' })} />
        </div>
      )}
      <PasscodeInput
        value={state.code}
        labelledBy={`${id}-title`}
        describedBy={`${id}-text ${id}-error`}
        failure={state.failure}
        isBusy={isVerifying}
        onChange={(value) => send({ type: 'code_changed', value })}
      />
      <div className="latchkey-otp-progress">
        {isVerifying && (
          <div className="latchkey-otp-bar" part="progress" role="progressbar" aria-label={t('otp.verifying')} />
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {state.failure && isUnanswered(state.failure) && state.code && (
        <Button type="submit">{t('otp.try_again')}</Button>
      )}
      <div className="latchkey-otp-footer">
        <span
          className="latchkey-otp-countdown"
          part="countdown"
          role="timer"
          aria-live="off"
          // As wide as the wider of both texts: the link next to it stays in its line.
          data-texts={`${expires}\n${t('otp.expired')}`}
        >
          {timeLeft}
        </span>
        <Announcement>{countdownNews(state) ? timeLeft : ''}</Announcement>
        <span className="latchkey-otp-resend" aria-live="polite">
          <LinkButton isDisabled={isWaiting} onClick={() => send({ type: 'resend_clicked' })}>
            {t(resendLabels[state.resend])}
          </LinkButton>
        </span>
      </div>
    </form>
  )
}
