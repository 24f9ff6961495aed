import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { EditAddress } from '../../ui/edit-address.tsx'
import { Heading } from '../../ui/heading.tsx'
import { ReadOnlyEmail } from '../../ui/read-only-email.tsx'
import { Text } from '../../ui/text.tsx'
import { NewPassword } from './new-password.tsx'
import { passwordsCss } from './passwords.css.ts'
import { passwordsStrings } from './passwords.strings.ts'

type Props = LoginViewProps<'password_create_or_login'>

/** Asks a new user to choose a password, and an existing user for theirs. */
export function PasswordCreateOrLoginView(props: Props): ReactElement {
  const { state, send } = props
  const t = useText(passwordsStrings)
  const id = useUniqueId()
  useSheet(passwordsCss)
  const isNew = state.password.type === 'new'
  return (
    <>
      <Heading id={`${id}-title`} takesFocus={false}>
        {t(isNew ? 'password_create.title' : 'password_login.title')}
      </Heading>
      {isNew && <Text id={`${id}-text`}>{t('password_create.text')}</Text>}
      <form
        className="latchkey-form"
        noValidate
        aria-labelledby={`${id}-title`}
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'password_submitted' })
        }}
      >
        <ReadOnlyEmail
          label={t('password.email')}
          email={state.password.email}
          edit={<EditAddress isDisabled={state.status !== 'editing'} onClick={() => send({ type: 'back_clicked' })} />}
        />
        {isNew ? <Create {...props} id={id} /> : <LogIn {...props} id={id} />}
      </form>
    </>
  )
}

interface PartProps extends Props {
  readonly id: string
}

function Create({ state, send, bootstrap, id }: PartProps): ReactElement {
  const t = useText(passwordsStrings)
  return (
    <NewPassword
      state={state}
      label={t('password.label')}
      describedBy={`${id}-text`}
      isBusy={state.status !== 'editing'}
      bootstrap={bootstrap}
      onChange={(value) => send({ type: 'password_changed', value })}
      onCheckAgain={() => send({ type: 'check_again_clicked' })}
    />
  )
}

function LogIn({ state, send, id }: PartProps): ReactElement {
  const t = useText(passwordsStrings)
  const isBusy = state.status !== 'editing'
  return (
    <>
      <PasswordField
        label={t('password.label')}
        value={state.typed}
        autoComplete="current-password"
        describedBy={`${id}-title`}
        failure={state.failure}
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
    </>
  )
}
