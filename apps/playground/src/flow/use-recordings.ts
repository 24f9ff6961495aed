import { type Recorder, type Recording, startRecorder } from '@latchkey/widgets/recorder'
import { useEffect, useState, useSyncExternalStore } from 'react'

export interface Recordings {
  readonly list: readonly Recording[]
  clear(): void
}

const noRecordings: readonly Recording[] = []

/** Events and states of all flows on this page since it was opened. */
export function useRecordings(): Recordings {
  const [recorder, setRecorder] = useState<Recorder | null>(null)
  useEffect(() => {
    const started = startRecorder()
    setRecorder(started)
    return started.stop
  }, [])
  const read = (): readonly Recording[] => recorder?.recordings() ?? noRecordings
  const list = useSyncExternalStore(recorder?.subscribe ?? subscribeToNothing, read, read)
  return { list, clear: () => recorder?.clear() }
}

function subscribeToNothing(): () => void {
  return () => undefined
}
