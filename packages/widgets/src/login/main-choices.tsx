import type { ReactElement } from 'react'
import { useFailureText } from '../i18n/use-text.ts'
import { OAuthButtons } from '../methods/oauth/oauth-buttons.view.tsx'
import { useSheet } from '../theme/sheets.ts'
import { choiceCss } from '../ui/choice.css.ts'
import { ChoicePlaces } from '../ui/choice-places.tsx'
import type { ButtonProduct } from './login.config.ts'
import type { LoginMethod } from './login-method.ts'
import type { LoginViewProps } from './login-view.ts'
import { shownButtons } from './shown-buttons.ts'

type MainProps = LoginViewProps<'main'>

/** To plug buttons in: a line here. They are made of `Choice`. */
const lists: Readonly<Record<ButtonProduct, (props: MainProps) => ReactElement>> = {
  oauth: OAuthButtons,
  // Which wallets there are is found out later. There is one button at least.
  crypto: (props) => withItsMethod(props, 'wallets', props.state.form.walletPlaces),
  passkeys: (props) => withItsMethod(props, 'passkeys'),
}

/** What comes with its method: its place is kept until then. */
function withItsMethod(props: MainProps, name: 'wallets' | 'passkeys', places = 1): ReactElement {
  const Buttons = props.parts?.[name]
  if (Buttons) return <Buttons {...props} />
  return <ChoicePlaces count={places} />
}

/** Everything on Main that is a press of a button, in the order of the products. */
export function MainChoices(props: MainProps): ReactElement {
  const { failure, pressed } = props.state
  const error = useFailureText(pressed === 'form' ? null : failure)
  useSheet(choiceCss)
  return (
    <div className="latchkey-choices" part="choices">
      {shownButtons(props).map((name) => {
        const Buttons = lists[name]
        return <Buttons key={name} {...props} />
      })}
      <div className="latchkey-error" part="error" role="alert">
        {error}
      </div>
    </div>
  )
}

/** There already, whenever somebody comes back to Main. */
export const choicesMethod: LoginMethod = { views: {}, runners: {}, parts: { choices: MainChoices } }
