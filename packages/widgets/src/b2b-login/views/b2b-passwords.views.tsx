import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { NewPassword } from '../../methods/passwords/new-password.tsx'
import { PasswordMailFooter } from '../../methods/passwords/password-mail.view.tsx'
import { passwordsCss } from '../../methods/passwords/passwords.css.ts'
import { passwordsStrings } from '../../methods/passwords/passwords.strings.ts'
import { resetPasswordStrings } from '../../reset-password/reset-password.strings.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { EditAddress } from '../../ui/edit-address.tsx'
import { Heading } from '../../ui/heading.tsx'
import { ReadOnlyEmail } from '../../ui/read-only-email.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { Success } from '../../ui/success.tsx'
import { Text } from '../../ui/text.tsx'
import { planB2bLogin } from '../config/b2b-login.config.ts'
import { otherMethods } from '../flow/b2b-passwords.flow.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

export function EnterPasswordView({
  state,
  send,
  config,
}: B2bViewProps<'password_authenticate' | 'password_email'>): ReactElement {
  const t = useText({ ...passwordsStrings, ...b2bLoginStrings })
  const id = useUniqueId()
  useSheet(passwordsCss)
  useSheet(b2bLoginCss)
  const isBusy = state.status !== 'editing'
  const isOfEmail = state.failure?.error_type === 'invalid_email'
  return (
    <>
      <Heading id={`${id}-title`} takesFocus={false}>
        {t('password_login.title')}
      </Heading>
      <form
        className="latchkey-form"
        noValidate
        aria-labelledby={`${id}-title`}
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        {state.screen === 'password_email' ? (
          <Field
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            label={t('password.email')}
            value={state.email}
            failure={isOfEmail ? state.failure : null}
            onChange={(value) => send({ type: 'email_changed', value })}
          />
        ) : (
          <ReadOnlyEmail
            label={t('password.email')}
            email={state.email}
            edit={<EditAddress isDisabled={isBusy} onClick={() => send({ type: 'back_clicked' })} />}
          />
        )}
        <PasswordField
          label={t('password.label')}
          value={state.typed}
          autoComplete="current-password"
          describedBy={`${id}-title`}
          failure={isOfEmail ? null : state.failure}
          isBusy={isBusy}
          onChange={(value) => send({ type: 'password_changed', value })}
        />
        <div className="latchkey-aside">
          <LinkButton isDisabled={isBusy} onClick={() => send({ type: 'forgot_clicked' })}>
            {t('password_login.forgot')}
          </LinkButton>
        </div>
        <Button type="submit" isBusy={isBusy}>
          {t('password.continue')}
        </Button>
      </form>
      <div className="latchkey-b2b-links">
        {otherMethods(planB2bLogin(config), state).map(
          (method) =>
            method !== 'password' && (
              <LinkButton key={method} isDisabled={isBusy} onClick={() => send({ type: 'method_chosen', method })}>
                {t(`b2b_method.${method}`)}
              </LinkButton>
            ),
        )}
      </div>
    </>
  )
}

export function ForgotPasswordView({ state, send }: B2bViewProps<'password_forgot_form'>): ReactElement {
  const t = useText({ ...passwordsStrings, ...b2bLoginStrings })
  useSheet(passwordsCss)
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_forgot.title')}</Heading>
      <Text>{t('b2b_forgot.text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
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
          {t('b2b_forgot.send')}
        </Button>
      </form>
    </>
  )
}

export function ResetLinkSentView({ state, send }: B2bViewProps<'password_set_new_confirmation'>): ReactElement {
  const t = useText(passwordsStrings)
  const { email, resend } = state
  return (
    <>
      <Heading>{t('password_set_new.title')}</Heading>
      <Text strong={email}>{t('password_set_new.text', { email })}</Text>
      <PasswordMailFooter resend={resend} onResend={() => send({ type: 'resend_clicked' })} />
    </>
  )
}

/** Opened by the link of the email. */
export function NewPasswordView({ state, send, bootstrap }: B2bViewProps<'password_reset_form'>): ReactElement {
  const t = useText(resetPasswordStrings)
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
          send({ type: 'submitted' })
        }}
      >
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

export function PasswordChangedView(): ReactElement {
  const t = useText(b2bLoginStrings)
  return <Success title={t('b2b_changed.title')} text={t('b2b_changed.text')} />
}
