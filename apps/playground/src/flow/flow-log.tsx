import { type Place, type Recording, replay } from '@latchkey/widgets/recorder'
import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Recordings } from './use-recordings.ts'

/** What the flow was told and where it went, newest first. Nothing of it says anything about a person. */
export function FlowLog({ recordings: { list, clear } }: { readonly recordings: Recordings }): ReactElement {
  if (list.length === 0) {
    return (
      <p className="empty-line">
        No steps yet. The events of the widget’s flow and the screens that follow are listed here.
      </p>
    )
  }
  const isTrue = list.every(playsAgain)
  return (
    <>
      <div className="flow-bar">
        <p className="hint">
          Addresses, numbers, codes and passwords are left out.{' '}
          {isTrue ? 'Played again, it leads to the same screens.' : 'Played again, it leads elsewhere.'}
        </p>
        <CopyButton label="Copy the recording" text={JSON.stringify(list, null, 2)} />
        <button type="button" className="chip-button" onClick={clear}>
          Clear
        </button>
      </div>
      <ol className="flow-log" aria-label="Steps of the flow, newest first" reversed>
        {list
          .flatMap(({ steps }, flow) => steps.map((step, at) => ({ step, key: `${flow} ${at}` })))
          // Every second of a countdown is one.
          .filter(({ step }) => step.event.type !== 'ticked')
          .reverse()
          .map(({ step, key }) => (
            <li key={key}>
              <code>{step.event.type}</code> → <span>{wordsOf(step)}</span>
            </li>
          ))}
      </ol>
    </>
  )
}

function wordsOf({ screen, status }: Place): string {
  return status ? `${screen} (${status})` : screen
}

function playsAgain(recording: Recording): boolean {
  return replay(recording).every((place, at) => wordsOf(place) === wordsOf(recording.steps[at] ?? place))
}
