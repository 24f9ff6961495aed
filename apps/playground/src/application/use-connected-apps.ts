import { type ConnectedApp, isLatchkeyError } from '@latchkey/client'
import { useClient, useSession } from '@latchkey/react'
import { useCallback, useEffect, useRef, useState } from 'react'

export type ConnectedApps =
  | { readonly status: 'signed_out' | 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly apps: readonly ConnectedApp[] }

/** The client applications that the user has granted access; requested again when `reloadKey` changes. */
export function useConnectedApps(reloadKey: unknown): {
  readonly connected: ConnectedApps
  readonly revoke: (id: string) => Promise<void>
} {
  const client = useClient()
  const { session } = useSession()
  const userId = session?.user_id ?? null
  const [connected, setConnected] = useState<ConnectedApps>({ status: 'loading' })
  /** Responses can arrive out of order: only the response to the latest request is used. */
  const latestRequest = useRef(0)

  const load = useCallback(async () => {
    latestRequest.current += 1
    const request = latestRequest.current
    const result = await client.user
      .getConnectedApps()
      .then(({ connected_apps }): ConnectedApps => ({ status: 'known', apps: connected_apps }), failed)
    if (request === latestRequest.current) setConnected(result)
  }, [client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key triggers the request, but is not part of it
  useEffect(() => {
    if (userId !== null) void load()
    else setConnected({ status: 'signed_out' })
  }, [userId, load, reloadKey])

  const revoke = useCallback(
    async (id: string) => {
      try {
        await client.user.revokeConnectedApp(id)
      } catch (error) {
        latestRequest.current += 1
        setConnected(failed(error))
        return
      }
      await load()
    },
    [client, load],
  )
  return { connected, revoke }
}

function failed(error: unknown): ConnectedApps {
  const isApiError = isLatchkeyError(error) && error.name === 'ApiError'
  const message = isApiError ? error.error_message : error instanceof Error ? error.message : String(error)
  return { status: 'failed', message }
}
