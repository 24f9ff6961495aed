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
  refresh(): void
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
  const latestRequest = useRef(0)

  const send = useCallback(async (method: 'GET' | 'DELETE') => {
    latestRequest.current += 1
    const request = latestRequest.current
    const latest = await fetchMessages(method)
    if (request !== latestRequest.current) return
    setState((before) => {
      if (latest === null) return { ...before, status: 'unreachable' }
      const known = new Set(before.messages.map(({ id }) => id))
      const arrived = before.status === 'loading' ? [] : latest.map(({ id }) => id).filter((id) => !known.has(id))
      const isSame = arrived.length === 0 && latest.length === known.size && before.status === 'live'
      return isSame ? before : { messages: latest, fresh: new Set([...before.fresh, ...arrived]), status: 'live' }
    })
  }, [])
  const refresh = useCallback(() => void send('GET'), [send])
  const clear = useCallback(() => void send('DELETE'), [send])

  useEffect(() => {
    const refreshIfVisible = (): void => {
      if (document.visibilityState === 'visible') refresh()
    }
    refresh()
    const timer = setInterval(refreshIfVisible, pollMs)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [refresh])

  return { messages, fresh, status, refresh, clear }
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
