import { useCallback, useEffect, useRef, useState } from 'react'
import { type Application, askUserinfo, type UserinfoAnswer } from './protocol.ts'
import type { Tokens } from './tokens.ts'

/** The response of the userinfo endpoint for the current access token. */
export function useUserinfo(
  application: Application,
  tokens: Tokens | null,
): { answer: UserinfoAnswer | null; ask: () => void } {
  const [answer, setAnswer] = useState<UserinfoAnswer | null>(null)
  const question = useRef(0)
  const ask = useCallback(() => {
    question.current += 1
    const asked = question.current
    if (tokens === null) return setAnswer(null)
    const tell = (told: UserinfoAnswer): void => {
      if (asked === question.current) setAnswer(told)
    }
    askUserinfo(application, tokens).then(tell, (error: unknown) =>
      tell({ status: 0, error: 'no_answer', description: error instanceof Error ? error.message : String(error) }),
    )
  }, [application, tokens])
  useEffect(ask, [ask])
  return { answer, ask }
}
