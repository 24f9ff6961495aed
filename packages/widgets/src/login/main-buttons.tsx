import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { LoginView, LoginViewProps } from './login-view.ts'
import { shownButtons } from './shown-buttons.ts'

type MainProps = LoginViewProps<'main'>

/**
 * Everything on Main that is a press of a button. It is loaded at once, but the form does not wait for it; its place is
 * kept, so that nothing moves when it comes.
 */
export function MainButtons(props: MainProps): ReactElement {
  const [loaded, setLoaded] = useState<{ readonly Choices: LoginView<'main'> }>()
  const [failure, setFailure] = useState<Error>()
  useEffect(() => {
    let isWanted = true
    import('./main-choices.tsx').then(
      ({ MainChoices }) => isWanted && setLoaded({ Choices: MainChoices }),
      (error) => isWanted && setFailure(error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  // Whoever guards the widget says so, and offers to try again; who has a form has another way.
  if (failure && props.plan.tabs.length === 0) throw failure
  const Choices = props.parts?.choices ?? loaded?.Choices
  if (Choices) return <Choices {...props} />
  const providers = props.plan.oauth.providers.map(({ type }) => type)
  const places = shownButtons(props).flatMap((name) => (name === 'oauth' ? providers : [name]))
  return (
    <div className="latchkey-choices" part="choices">
      {places.map((place) => (
        <div key={place} className="latchkey-choice-place" />
      ))}
    </div>
  )
}
