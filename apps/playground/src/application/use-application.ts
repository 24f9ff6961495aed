import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Application,
  type AuthorizationResponse,
  authorizationQuery,
  logOutAddress,
  newPending,
  type Pending,
  RejectedError,
  type Rejection,
  type RequestOptions,
  readAuthorizationResponse,
  redeem,
  renew,
} from './protocol.ts'
import type { TabStorage } from './session-storage.ts'
import type { Tokens } from './tokens.ts'

export type ApplicationState =
  | { readonly status: 'out'; readonly rejection: Rejection | null }
  | { readonly status: 'working' }
  | { readonly status: 'in'; readonly tokens: Tokens; readonly rejection: Rejection | null }

export interface SampleApplication {
  readonly state: ApplicationState
  /** The parameters of the next authorization request, once they are created. */
  readonly query: Readonly<Record<string, string>> | null
  signIn(): void
  renew(): void
  logOut(): void
}

/** A browser-based application (OAuth 2.1): authorization code with PKCE, without a backend. */
export function useApplication(
  application: Application,
  storage: TabStorage,
  options: RequestOptions,
): SampleApplication {
  const [landing] = useState(() => ({
    response: readAuthorizationResponse(location.search, storage.pending()),
    pending: storage.pending(),
  }))
  const [state, setState] = useState(() => firstState(landing.response, storage.tokens()))
  const next = useRequest(application, options)

  useLayoutEffect(() => {
    const { response, pending } = landing
    if (response === null) return
    // The code works once: remove it from the URL and from the storage of this tab.
    history.replaceState(null, '', location.pathname)
    storage.setPending(null)
    if (!('code' in response) || pending === null) return
    redeem(application, pending, response).then(
      (tokens) => {
        storage.setTokens(tokens)
        setState({ status: 'in', tokens, rejection: null })
      },
      (error: unknown) => setState({ status: 'out', rejection: rejectionOf(error) }),
    )
  }, [application, storage, landing])

  const signIn = useCallback(() => {
    if (next === null) return
    storage.setPending(next.pending)
    location.assign(`${application.endpoints}/authorize?${new URLSearchParams(next.query)}`)
  }, [application, storage, next])

  const tokens = state.status === 'in' ? state.tokens : null
  const isRenewing = useRef(false)
  const renewTokens = useCallback(() => {
    if (tokens === null || isRenewing.current) return
    isRenewing.current = true
    renew(application, tokens)
      .then(
        (renewed) => {
          storage.setTokens(renewed)
          setState({ status: 'in', tokens: renewed, rejection: null })
        },
        (error: unknown) => setState({ status: 'in', tokens, rejection: rejectionOf(error) }),
      )
      .finally(() => {
        isRenewing.current = false
      })
  }, [application, storage, tokens])

  const logOut = useCallback(() => {
    if (tokens === null) return
    storage.setTokens(null)
    location.assign(logOutAddress(application, tokens))
  }, [application, storage, tokens])

  return { state, query: next?.query ?? null, signIn, renew: renewTokens, logOut }
}

function firstState(response: AuthorizationResponse | null, tokens: Tokens | null): ApplicationState {
  if (response === null)
    return tokens === null ? { status: 'out', rejection: null } : { status: 'in', tokens, rejection: null }
  return 'code' in response ? { status: 'working' } : { status: 'out', rejection: response }
}

/** Creates the next authorization request whenever the options change. */
function useRequest(
  application: Application,
  { scopes, prompt }: RequestOptions,
): { pending: Pending; query: Record<string, string> } | null {
  const [pending] = useState(newPending)
  const [query, setQuery] = useState<Record<string, string> | null>(null)
  useEffect(() => {
    let isCurrent = true
    authorizationQuery(application, pending, { scopes, prompt }).then((made) => {
      if (isCurrent) setQuery(made)
    })
    return () => {
      isCurrent = false
    }
  }, [application, pending, scopes, prompt])
  return useMemo(() => (query === null ? null : { pending, query }), [pending, query])
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof RejectedError) return error.rejection
  return { error: 'no_response', description: error instanceof Error ? error.message : String(error) }
}
