import { useCallback, useEffect, useRef, useState } from 'react'
import { type Application, fetchUserinfo, type UserinfoResponse } from './protocol.ts'
import type { Tokens } from './tokens.ts'

/** The response of the userinfo endpoint for the current access token. */
export function useUserinfo(
  application: Application,
  tokens: Tokens | null,
): { response: UserinfoResponse | null; request: () => void } {
  const [response, setResponse] = useState<UserinfoResponse | null>(null)
  const latestRequest = useRef(0)
  const request = useCallback(() => {
    latestRequest.current += 1
    const number = latestRequest.current
    if (tokens === null) return setResponse(null)
    const show = (result: UserinfoResponse): void => {
      if (number === latestRequest.current) setResponse(result)
    }
    fetchUserinfo(application, tokens).then(show, (error: unknown) =>
      show({ status: 0, error: 'no_response', description: error instanceof Error ? error.message : String(error) }),
    )
  }, [application, tokens])
  useEffect(request, [request])
  return { response, request }
}
