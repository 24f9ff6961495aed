import type { Callbacks } from '@latchkey/widgets'
import { useMemo, useState } from 'react'
import { errorEntry, eventEntry, type LogEntry } from './log-entry.ts'

const maxEntries = 200

export interface EventLog {
  /** Newest first. */
  readonly entries: readonly LogEntry[]
  readonly callbacks: Callbacks
  clear(): void
}

/** A live log of all events and callbacks of the widget. */
export function useEventLog(onAnything: () => void): EventLog {
  const [entries, setEntries] = useState<readonly LogEntry[]>([])
  const callbacks = useMemo<Callbacks>(() => {
    const add = (entry: Omit<LogEntry, 'id' | 'at'>): void => {
      setEntries((before) =>
        [{ ...entry, id: (before[0]?.id ?? 0) + 1, at: new Date() }, ...before].slice(0, maxEntries),
      )
      onAnything()
    }
    return { onEvent: (event) => add(eventEntry(event)), onError: (error) => add(errorEntry(error)) }
  }, [onAnything])
  return { entries, callbacks, clear: () => setEntries([]) }
}
