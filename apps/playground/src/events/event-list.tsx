import { errorTable } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { timeOf } from '../ui/time.ts'
import type { LogEntry } from './log-entry.ts'
import type { EventLog } from './use-event-log.ts'

export function EventList({ log }: { readonly log: EventLog }): ReactElement {
  if (log.entries.length === 0) {
    return (
      <p className="empty-line">
        No events yet. The calls of <code>onEvent</code> and <code>onError</code> are listed here.
      </p>
    )
  }
  return (
    <>
      <p className="list-bar">
        Newest first
        <button type="button" className="chip-button" onClick={log.clear}>
          Clear
        </button>
      </p>
      <ol className="events" aria-label="Events, newest first">
        {log.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  )
}

function Entry({ entry }: { readonly entry: LogEntry }): ReactElement {
  return (
    <li className="event" data-kind={entry.kind}>
      <p className="event-head">
        <strong className="event-name">{entry.name}</strong>
        {entry.kind === 'error' && Object.hasOwn(errorTable, entry.name) ? (
          <a href={`/docs/errors/${entry.name}`}>Docs</a>
        ) : null}
        <time dateTime={entry.at.toISOString()}>{timeOf(entry.at)}</time>
      </p>
      {entry.details.length > 0 ? (
        <dl className="event-details">
          {entry.details.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  )
}
