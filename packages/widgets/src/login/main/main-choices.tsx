import type { ReactElement } from 'react'
import { useFailureText } from '../../i18n/use-text.ts'
import { OAuthButtons } from '../../methods/oauth/oauth-buttons.view.tsx'
import { useSheet } from '../../theme/sheets.ts'
import { choiceCss } from '../../ui/controls/choice.css.ts'
import { ChoicePlaceholders } from '../../ui/controls/choice-placeholders.tsx'
import type { LoginMethod, LoginViewProps } from '../login-method.ts'
import { buttonCount, visibleButtons } from './visible-buttons.ts'

type MainProps = LoginViewProps<'main'>

/** The buttons on Main, in the order of the products. */
export function MainChoices(props: MainProps): ReactElement {
  const { failure, pressed } = props.state
  const error = useFailureText(pressed === 'form' ? null : failure)
  useSheet(choiceCss)
  return (
    <div className="latchkey-choices" part="choices">
      {visibleButtons(props).map((name) => {
        // The height of buttons that are loaded with their method is reserved until then.
        const Buttons = name === 'oauth' ? OAuthButtons : props.slots?.[name]
        return Buttons ? (
          <Buttons key={name} {...props} />
        ) : (
          <ChoicePlaceholders key={name} count={buttonCount(props, name)} />
        )
      })}
      <div className="latchkey-error" part="error" role="alert">
        {error}
      </div>
    </div>
  )
}

/** Part of the runtime, so that the buttons are there when the user returns to Main. */
export const method: LoginMethod = {
  views: {},
  runners: {},
  slots: { choices: MainChoices, oauth: OAuthButtons },
}
