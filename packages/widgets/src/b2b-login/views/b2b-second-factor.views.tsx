import type { ReactElement } from 'react'
import { takeFocus } from '../../a11y/take-focus.ts'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { isUnanswered } from '../../flow/failure.ts'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { loginStrings } from '../../login/main/login.strings.ts'
import { otpAuthenticateCss } from '../../methods/otps/otp-authenticate.css.ts'
import { OtpAuthenticateView } from '../../methods/otps/otp-authenticate.view.tsx'
import { otpsStrings } from '../../methods/otps/otps.strings.ts'
import { PhoneField } from '../../methods/phone/phone-field.tsx'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field, FieldError } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { PasscodeInput } from '../../ui/controls/passcode-input.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Text } from '../../ui/text.tsx'
import { canUse, factorChoices } from '../flow/b2b-second-factor.flow.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { toCodeEvents } from './b2b-email.views.tsx'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

/** Which second factor is proven or enrolled. */
export function FactorSelectionView({ state, send }: B2bViewProps<'mfa_enrollment_selection'>): ReactElement {
  const t = useText(b2bLoginStrings)
  const words = useFailureText(state.failure)
  useSheet(b2bLoginCss)
  if (state.status === 'starting') return <Pending />
  const isEnrolling = state.member.enrolled.length === 0
  return (
    <>
      <Heading>{t(isEnrolling ? 'b2b_mfa.title' : 'b2b_mfa.prove_title')}</Heading>
      {isEnrolling && state.organization && <Text>{t('b2b_mfa.text', { organization: state.organization.name })}</Text>}
      <Banner>{state.failure ? words : ''}</Banner>
      <ul className="latchkey-b2b-list">
        {factorChoices(state).map((factor) => (
          <li key={factor} className="latchkey-b2b-item">
            <button
              type="button"
              className="latchkey-b2b-entry"
              part="factor"
              onClick={() => send({ type: 'factor_chosen', factor })}
            >
              <span className="latchkey-b2b-words">
                <span className="latchkey-b2b-name">{t(`b2b_mfa.${factor}`)}</span>
                <span className="latchkey-b2b-note"> {t(`b2b_mfa.${factor}_text`)}</span>
              </span>
              <svg className="latchkey-b2b-arrow" viewBox="0 0 20 20" aria-hidden="true">
                <path d="m8 5 5 5-5 5" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function PhoneEnrollmentView({ state, send }: B2bViewProps<'sms_otp_enrollment'>): ReactElement {
  const t = useText(b2bLoginStrings)
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_sms.title')}</Heading>
      <Text>{t('b2b_sms.text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <PhoneField
          value={state.phone}
          country={state.country}
          fill="tel"
          failure={state.failure}
          onChange={(value, country) => send({ type: 'phone_changed', value, country })}
        />
        <Button type="submit" isBusy={state.status === 'sending'}>
          {t('b2b_sms.send')}
        </Button>
      </form>
    </>
  )
}

export function SmsCodeView({ state, send }: B2bViewProps<'sms_otp_entry'>): ReactElement {
  const t = useText(b2bLoginStrings)
  useSheet(b2bLoginCss)
  return (
    <>
      <OtpAuthenticateView state={state.entry} send={toCodeEvents(send)} canEdit={state.isEnrolling} />
      {!state.isEnrolling && canUse(state, 'totp') && (
        <div className="latchkey-b2b-links">
          <LinkButton onClick={() => send({ type: 'other_way_clicked' })}>{t('b2b_totp.use_app')}</LinkButton>
          <LinkButton onClick={() => send({ type: 'recovery_clicked' })}>{t('b2b_totp.use_recovery')}</LinkButton>
        </div>
      )}
    </>
  )
}

export function QrCodeView({ state, send }: B2bViewProps<'totp_enrollment_qr_code'>): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  useSheet(b2bLoginCss)
  return (
    <>
      <Heading>{t('b2b_app.qr_title')}</Heading>
      <Text>{t('b2b_app.qr_text')}</Text>
      <img className="latchkey-b2b-qr" src={state.app.qrCode} alt={t('b2b_app.qr_image')} />
      <Button onClick={() => send({ type: 'continue_clicked' })}>{t('main.continue')}</Button>
      <div className="latchkey-b2b-links">
        <LinkButton onClick={() => send({ type: 'other_way_clicked' })}>{t('b2b_app.manual')}</LinkButton>
      </div>
    </>
  )
}

export function ManualKeyView({ state, send }: B2bViewProps<'totp_enrollment_manual'>): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  useSheet(b2bLoginCss)
  return (
    <>
      <Heading>{t('b2b_app.manual_title')}</Heading>
      <Text>{t('b2b_app.manual_text')}</Text>
      <p className="latchkey-b2b-key">{state.app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      <Button onClick={() => send({ type: 'continue_clicked' })}>{t('main.continue')}</Button>
      <div className="latchkey-b2b-links">
        <LinkButton onClick={() => send({ type: 'other_way_clicked' })}>{t('b2b_app.scan')}</LinkButton>
      </div>
    </>
  )
}

export function AppCodeView({ state, send }: B2bViewProps<'totp_entry'>): ReactElement {
  const t = useText({ ...otpsStrings, ...b2bLoginStrings })
  const id = useUniqueId()
  const error = useFailureText(state.failure)
  useSheet(otpAuthenticateCss)
  useSheet(b2bLoginCss)
  const isVerifying = state.status === 'verifying'
  return (
    <>
      <form
        className="latchkey-otp"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
          takeFocus(event.currentTarget)
        }}
      >
        <Heading id={`${id}-title`} takesFocus={false}>
          {t('b2b_totp.title')}
        </Heading>
        <Text id={`${id}-text`}>{t('b2b_totp.text')}</Text>
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
      </form>
      {!state.app && (
        <div className="latchkey-b2b-links">
          {canUse(state, 'sms_otp') && (
            <LinkButton isDisabled={isVerifying} onClick={() => send({ type: 'other_way_clicked' })}>
              {t('b2b_totp.use_sms')}
            </LinkButton>
          )}
          <LinkButton isDisabled={isVerifying} onClick={() => send({ type: 'recovery_clicked' })}>
            {t('b2b_totp.use_recovery')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

export function RecoveryCodeView({ state, send }: B2bViewProps<'recovery_code_entry'>): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_recovery.title')}</Heading>
      <Text>{t('b2b_recovery.text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <Field
          type="text"
          name="recovery-code"
          autoComplete="off"
          label={t('b2b_recovery.label')}
          value={state.typed}
          failure={state.failure}
          onChange={(value) => send({ type: 'code_changed', value })}
        />
        <Button type="submit" isBusy={state.status === 'verifying'}>
          {t('main.continue')}
        </Button>
      </form>
    </>
  )
}

export function SaveCodesView({ state, send }: B2bViewProps<'recovery_code_save'>): ReactElement {
  const t = useText(b2bLoginStrings)
  useSheet(b2bLoginCss)
  const { codes, kept } = state
  return (
    <>
      <Heading>{t('b2b_codes.title')}</Heading>
      <Text>{t('b2b_codes.text')}</Text>
      <ul className="latchkey-b2b-codes">
        {codes.map((code) => (
          <li key={code} className="latchkey-b2b-code">
            {code}
          </li>
        ))}
      </ul>
      <div className="latchkey-b2b-keep" aria-live="polite">
        <Button kind="secondary" onClick={() => send({ type: 'keep_clicked', how: 'copied' })}>
          {t(kept === 'copied' ? 'b2b_codes.copied' : 'b2b_codes.copy')}
        </Button>
        <Button kind="secondary" onClick={() => send({ type: 'keep_clicked', how: 'downloaded' })}>
          {t(kept === 'downloaded' ? 'b2b_codes.downloaded' : 'b2b_codes.download')}
        </Button>
      </div>
      <p className="latchkey-b2b-hint">{kept === 'not_yet' ? t('b2b_codes.first') : ''}</p>
      <Button isDisabled={kept === 'not_yet'} onClick={() => send({ type: 'codes_saved' })}>
        {t('b2b_codes.saved')}
      </Button>
    </>
  )
}
