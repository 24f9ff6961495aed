import type { ReactElement } from 'react'
import { ChoicePlaceholders } from '../../ui/controls/choice-placeholders.tsx'
import { useLoaded } from '../../widget/use-loaded.ts'
import type { LoginViewProps } from '../login-method.ts'
import { buttonCount, visibleButtons } from './visible-buttons.ts'

type MainProps = LoginViewProps<'main'>

export const loadChoices = (): Promise<typeof import('./main-choices.tsx')> => import('./main-choices.tsx')

/**
 * The buttons on Main. They are loaded at once, but the form does not wait for them; their height is reserved, so that
 * the page does not move.
 */
export function MainButtons(props: MainProps): ReactElement {
  const { value, failure } = useLoaded(loadChoices)
  // The error boundary offers a retry. A widget with a form works without the buttons.
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
