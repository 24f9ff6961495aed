import { useCallback, useEffect, useRef, useState } from 'react'

/** A message of `/dev/inbox`. */
export interface InboxMessage {
  readonly id: string
  readonly channel: 'email' | 'sms' | 'whatsapp'
  readonly to: string
  readonly sent_at: string
  readonly subject: string
  readonly text: string
  readonly codes: readonly string[]
  readonly links: readonly string[]
}

export interface Inbox {
  readonly messages: readonly InboxMessage[]
  readonly status: 'loading' | 'live' | 'unreachable'
  /** Messages that arrived since the page was opened. */
  readonly fresh: ReadonlySet<string>
  look(): void
  clear(): void
}

const pollMs = 1_000
const nothingFresh: ReadonlySet<string> = new Set()

/** The inbox of the provider, polled every second while the page is visible. */
export function useInbox(): Inbox {
  const [{ messages, fresh, status }, setState] = useState<Pick<Inbox, 'messages' | 'fresh' | 'status'>>({
    messages: [],
    fresh: nothingFresh,
    status: 'loading',
  })
  /** Responses can arrive out of order: only the response to the latest request is used. */
  const question = useRef(0)

  const ask = useCallback(async (method: 'GET' | 'DELETE') => {
    question.current += 1
    const asked = question.current
    const answer = await fetchMessages(method)
    if (asked !== question.current) return
    setState((before) => {
      if (answer === null) return { ...before, status: 'unreachable' }
      const known = new Set(before.messages.map(({ id }) => id))
      const arrived = before.status === 'loading' ? [] : answer.map(({ id }) => id).filter((id) => !known.has(id))
      const isSame = arrived.length === 0 && answer.length === known.size && before.status === 'live'
      return isSame ? before : { messages: answer, fresh: new Set([...before.fresh, ...arrived]), status: 'live' }
    })
  }, [])
  const look = useCallback(() => void ask('GET'), [ask])
  const clear = useCallback(() => void ask('DELETE'), [ask])

  useEffect(() => {
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') look()
    }
    look()
    const timer = setInterval(lookIfSeen, pollMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [look])

  return { messages, fresh, status, look, clear }
}

async function fetchMessages(method: 'GET' | 'DELETE'): Promise<InboxMessage[] | null> {
  try {
    const response = await fetch('/dev/inbox', { method })
    if (!response.ok) return null
    return ((await response.json()) as { messages: InboxMessage[] }).messages
  } catch {
    return null
  }
}
