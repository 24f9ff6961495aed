import type { ReactElement } from 'react'
import { ChoicePlaceholders } from '../ui/choice-placeholders.tsx'
import { useLoaded } from '../widget/use-loaded.ts'
import type { LoginViewProps } from './login-view.ts'
import { buttonCount, visibleButtons } from './visible-buttons.ts'

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
  const Choices = props.slots?.choices ?? value?.MainChoices
  if (Choices) return <Choices {...props} />
  return (
    <div className="latchkey-choices" part="choices">
      {visibleButtons(props).map((name) => (
        <ChoicePlaceholders key={name} count={buttonCount(props, name)} />
      ))}
    </div>
  )
}
