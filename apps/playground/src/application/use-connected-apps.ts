import { type ConnectedApp, isLatchkeyError } from '@latchkey/client'
import { useClient, useSession } from '@latchkey/react'
import { useCallback, useEffect, useRef, useState } from 'react'

export type ConnectedApps =
  | { readonly status: 'signed_out' | 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly apps: readonly ConnectedApp[] }

/** The client applications that the user has granted access; requested again when `occasion` changes. */
export function useConnectedApps(occasion: unknown): {
  readonly connected: ConnectedApps
  readonly revoke: (id: string) => Promise<void>
} {
  const client = useClient()
  const { session } = useSession()
  const person = session?.user_id ?? null
  const [connected, setConnected] = useState<ConnectedApps>({ status: 'loading' })
  /** Responses can arrive out of order: only the response to the latest request is used. */
  const question = useRef(0)

  const look = useCallback(async () => {
    question.current += 1
    const asked = question.current
    const answer = await client.user
      .getConnectedApps()
      .then(({ connected_apps }): ConnectedApps => ({ status: 'known', apps: connected_apps }), failed)
    if (asked === question.current) setConnected(answer)
  }, [client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new occasion triggers the request, but is not part of it
  useEffect(() => {
    if (person !== null) void look()
    else setConnected({ status: 'signed_out' })
  }, [person, look, occasion])

  const revoke = useCallback(
    async (id: string) => {
      try {
        await client.user.revokeConnectedApp(id)
      } catch (error) {
        question.current += 1
        setConnected(failed(error))
        return
      }
      await look()
    },
    [client, look],
  )
  return { connected, revoke }
}

function failed(error: unknown): ConnectedApps {
  const isRefused = isLatchkeyError(error) && error.name === 'ApiError'
  const message = isRefused ? error.error_message : error instanceof Error ? error.message : String(error)
  return { status: 'failed', message }
}
