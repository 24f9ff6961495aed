import { type RecordedScreen, type Recording, replay } from '@latchkey/widgets/recorder'
import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Recordings } from './use-recordings.ts'

/** Events and states of the flow, newest first. They contain no personal data. */
export function FlowLog({ recordings: { list, clear } }: { readonly recordings: Recordings }): ReactElement {
  if (list.length === 0) {
    return (
      <p className="empty-line">
        No steps yet. The events of the widget’s flow and the screens that follow are listed here.
      </p>
    )
  }
  const areReproducible = list.every(isReproducible)
  return (
    <>
      <div className="flow-bar">
        <p className="hint">
          Addresses, numbers, codes and passwords are left out.{' '}
          {areReproducible ? 'A replay leads to the same screens.' : 'A replay leads to other screens.'}
        </p>
        <CopyButton label="Copy recording" text={JSON.stringify(list, null, 2)} />
        <button type="button" className="chip-button" onClick={clear}>
          Clear
        </button>
      </div>
      <ol className="flow-log" aria-label="Steps of the flow, newest first" reversed>
        {list
          .flatMap(({ steps }, flow) => steps.map((step, at) => ({ step, key: `${flow} ${at}` })))
          // A countdown sends an event every second.
          .filter(({ step }) => step.event.type !== 'ticked')
          .reverse()
          .map(({ step, key }) => (
            <li key={key}>
              <code>{step.event.type}</code> → <span>{labelOf(step)}</span>
            </li>
          ))}
      </ol>
    </>
  )
}

function labelOf({ screen, status }: RecordedScreen): string {
  return status ? `${screen} (${status})` : screen
}

function isReproducible(recording: Recording): boolean {
  return replay(recording).every((place, at) => labelOf(place) === labelOf(recording.steps[at] ?? place))
}
