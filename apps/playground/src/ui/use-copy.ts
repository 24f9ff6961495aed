import { useCallback, useEffect, useState } from 'react'

export type CopyState = 'ready' | 'copied' | 'refused'

const shownMs = 1_600

/** Copies a text, and says for a moment whether that worked. */
export function useCopy(text: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('ready')
  const copy = useCallback(() => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }, [text])
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  return { state, copy }
}
