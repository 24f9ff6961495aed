import type { ReactElement } from 'react'
import { ChoicePlaces } from '../ui/choice-places.tsx'
import { useLoaded } from '../widget/use-loaded.ts'
import type { LoginViewProps } from './login-view.ts'
import { placesOf, shownButtons } from './shown-buttons.ts'

type MainProps = LoginViewProps<'main'>

const load = () => import('./main-choices.tsx')

/**
 * Everything on Main that is a press of a button. It is loaded at once, but the form does not wait for it; its place is
 * kept, so that nothing moves when it comes.
 */
export function MainButtons(props: MainProps): ReactElement {
  const { value, failure } = useLoaded(load)
  // Whoever guards the widget says so, and offers to try again; who has a form has another way.
  if (failure && props.plan.tabs.length === 0) throw failure
  const Choices = props.parts?.choices ?? value?.MainChoices
  if (Choices) return <Choices {...props} />
  return (
    <div className="latchkey-choices" part="choices">
      {shownButtons(props).map((name) => (
        <ChoicePlaces key={name} count={placesOf(props, name)} />
      ))}
    </div>
  )
}
