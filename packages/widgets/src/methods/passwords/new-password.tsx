import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { takeFocus } from '../../a11y/take-focus.ts'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { passwordsStrings } from './passwords.strings.ts'
import type { Choosing } from './strength.flow.ts'
import { isGoodPassword } from './strength.flow.ts'
import { strengthStrings } from './strength.strings.ts'

export interface NewPasswordProps {
  readonly state: Choosing
  readonly label: string
  readonly describedBy: string
  readonly isBusy: boolean
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
  readonly onChange: (value: string) => void
  readonly onCheckAgain: () => void
}

/** Chooses a password. It can be submitted once the provider has accepted it. */
export function NewPassword(props: NewPasswordProps): ReactElement {
  const { state, label, describedBy, isBusy, bootstrap, onChange, onCheckAgain } = props
  const t = useText({ ...passwordsStrings, ...strengthStrings })
  const id = useUniqueId()
  // The check failed: the user can only ask for another one.
  const isUnchecked = state.strength.status === 'unknown' && state.typed !== '' && !isBusy
  return (
    <>
      <PasswordField
        label={label}
        value={state.typed}
        autoComplete="new-password"
        describedBy={`${describedBy} ${id}`}
        failure={state.failure}
        isBusy={isBusy}
        onChange={onChange}
      />
      <PasswordStrength id={id} strength={state.strength} bootstrap={bootstrap}>
        {isUnchecked && (
          <LinkButton
            onClick={({ currentTarget: { form } }) => {
              onCheckAgain()
              // The button that had the focus disappears.
              if (form) takeFocus(form)
            }}
          >
            {t('strength.check_again')}
          </LinkButton>
        )}
      </PasswordStrength>
      <Button type="submit" isBusy={isBusy} isDisabled={!isGoodPassword(state)}>
        {t('password.continue')}
      </Button>
    </>
  )
}
