import { type Recorder, type Recording, startRecorder } from '@latchkey/widgets/recorder'
import { useEffect, useState, useSyncExternalStore } from 'react'

export interface Recordings {
  readonly list: readonly Recording[]
  clear(): void
}

const none: readonly Recording[] = []

/** What the flows on this page were told and where they went, for as long as the page is open. */
export function useRecordings(): Recordings {
  const [recorder, setRecorder] = useState<Recorder | null>(null)
  useEffect(() => {
    const started = startRecorder()
    setRecorder(started)
    return started.stop
  }, [])
  const read = (): readonly Recording[] => recorder?.recordings() ?? none
  const list = useSyncExternalStore(recorder?.subscribe ?? never, read, read)
  return { list, clear: () => recorder?.clear() }
}

function never(): () => void {
  return () => undefined
}
