import { useCallback, useEffect, useState } from 'react'

export type CopyState = 'ready' | 'copied' | 'denied'

const shownMs = 1_600

/** Copies a text and shows the result for a moment. */
export function useCopy(text: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('ready')
  const copy = useCallback(() => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('denied'),
    )
  }, [text])
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  return { state, copy }
}
