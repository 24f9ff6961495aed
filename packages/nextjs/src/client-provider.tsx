'use client'

import { type ClientOptions, createClient } from '@latchkey/client'
import { type InitialState, LatchkeyProvider, useSession } from '@latchkey/react'
import { useRouter } from 'next/navigation'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

interface ClientProviderProps {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly initialState: InitialState | undefined
  readonly children?: ReactNode
}

/** The part of `LatchkeyProvider` that runs in the browser. */
export function ClientProvider({ publicToken, options, initialState, children }: ClientProviderProps): ReactElement {
  const [client] = useState(() => (typeof window === 'undefined' ? null : createClient(publicToken, options)))
  return (
    <LatchkeyProvider client={client} initialState={initialState}>
      <ServerRefresh rendered={initialState && (initialState.session?.session_id ?? null)} />
      {children}
    </LatchkeyProvider>
  )
}

/** Renders the server components again if they were rendered for another session than the one of the browser. */
function ServerRefresh({ rendered }: { rendered: string | null | undefined }): null {
  const router = useRouter()
  const { session, isInitialized } = useSession()
  const current = session?.session_id ?? null
  /** The session that the server components were rendered for, or are being rendered for. */
  const newest = useRef(rendered)
  useEffect(() => {
    newest.current = rendered
  }, [rendered])
  useEffect(() => {
    if (!isInitialized) return
    const isOutdated = newest.current !== undefined && newest.current !== current
    // Refresh once per session. If the server cannot read the cookies of this browser, refreshing would never end.
    newest.current = current
    if (isOutdated) router.refresh()
  }, [current, isInitialized, router])
  return null
}
