import type { ReactElement } from 'react'
import { Icon } from '../ui/icon.tsx'
import { MessageCard } from './message-card.tsx'
import type { Inbox } from './use-inbox.ts'

const shownMessages = 20

export function InboxPanel({ inbox }: { readonly inbox: Inbox }): ReactElement {
  const { messages, fresh, status } = inbox
  const newest = messages[0]
  return (
    <section className="panel inbox-panel" aria-labelledby="inbox-title">
      <header className="panel-head">
        <h2 id="inbox-title">Inbox</h2>
        {messages.length > 0 ? (
          <button type="button" className="chip-button" onClick={inbox.clear}>
            Clear
          </button>
        ) : null}
        <a className="panel-link" href="/inbox">
          All messages
        </a>
      </header>
      <p className="out-of-sight" role="status">
        {newest && fresh.has(newest.id) ? `New message to ${newest.to}` : ''}
      </p>
      {status === 'unreachable' ? (
        <p className="notice" data-kind="error" role="alert">
          The provider does not respond. This page keeps trying.
        </p>
      ) : null}
      {messages.length === 0 && status !== 'loading' ? <EmptyInbox /> : null}
      <ol className="messages" aria-label="Messages">
        {messages.slice(0, shownMessages).map((message) => (
          <MessageCard key={message.id} message={message} isFresh={fresh.has(message.id)} />
        ))}
      </ol>
    </section>
  )
}

function EmptyInbox(): ReactElement {
  return (
    <div className="empty">
      <Icon name="tray" />
      <p>
        <strong>Nothing here yet</strong>
      </p>
      <p>Sign in with any email address or phone number. Messages appear here and are not sent.</p>
    </div>
  )
}
