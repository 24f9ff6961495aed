import { type Client, isLatchkeyError } from '@latchkey/client'
import { useEffect, useState } from 'react'

/** Where a magic link that led to this page stands. */
export type Landing =
  | { readonly status: 'none' | 'working' | 'done' }
  | { readonly status: 'failed'; readonly message: string; readonly errorType?: string }

const none: Landing = { status: 'none' }

/** Signs in with the token in the address, if there is one. */
export function useLanding(client: Client, sessionMinutes: number): { landing: Landing; dismiss(): void } {
  const [landing, setLanding] = useState<Landing>(() => (client.parseAuthenticateUrl() ? { status: 'working' } : none))
  // Once: the client takes the token out of the address before it does anything else.
  useEffect(() => {
    const parsed = client.parseAuthenticateUrl()
    if (!parsed) return
    client.authenticateByUrl({ session_duration_minutes: sessionMinutes }).then(
      (signedIn) => setLanding(signedIn ? { status: 'done' } : unknownToken(parsed.tokenType)),
      (error: unknown) => setLanding(failed(error)),
    )
  }, [client, sessionMinutes])
  return { landing, dismiss: () => setLanding(none) }
}

function unknownToken(tokenType: string): Landing {
  return { status: 'failed', message: `This page cannot use a token of the kind "${tokenType}".` }
}

/** The provider's own words, and the name a developer looks up. */
function failed(error: unknown): Landing {
  if (isLatchkeyError(error) && error.name === 'ApiError') {
    return { status: 'failed', message: error.error_message, errorType: error.error_type }
  }
  return { status: 'failed', message: error instanceof Error ? error.message : String(error) }
}
