import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Kept } from './kept.ts'
import {
  type Answer,
  type Application,
  authorizationQuery,
  logOutAddress,
  newPending,
  type Pending,
  type Refusal,
  RefusedError,
  readAnswer,
  redeem,
  renew,
  type Wish,
} from './protocol.ts'
import type { Tokens } from './tokens.ts'

export type ApplicationState =
  | { readonly status: 'out'; readonly refusal: Refusal | null }
  | { readonly status: 'working' }
  | { readonly status: 'in'; readonly tokens: Tokens; readonly refusal: Refusal | null }

export interface SampleApplication {
  readonly state: ApplicationState
  /** What the next sign-in will ask with, as soon as that is made up. */
  readonly query: Readonly<Record<string, string>> | null
  signIn(): void
  renew(): void
  logOut(): void
}

/** An application without a server, as OAuth 2.1 has it for pages: code and PKCE, everything else in this tab. */
export function useApplication(application: Application, kept: Kept, wish: Wish): SampleApplication {
  const [landing] = useState(() => ({ answer: readAnswer(location.search, kept.pending()), pending: kept.pending() }))
  const [state, setState] = useState(() => firstState(landing.answer, kept.tokens()))
  const next = useRequest(application, wish)

  useLayoutEffect(() => {
    const { answer, pending } = landing
    if (answer === null) return
    // Spent, whatever comes of it: neither the address nor this tab keeps it.
    history.replaceState(null, '', location.pathname)
    kept.keepPending(null)
    if (!('code' in answer) || pending === null) return
    redeem(application, pending, answer).then(
      (tokens) => {
        kept.keepTokens(tokens)
        setState({ status: 'in', tokens, refusal: null })
      },
      (error: unknown) => setState({ status: 'out', refusal: refusalOf(error) }),
    )
  }, [application, kept, landing])

  const signIn = useCallback(() => {
    if (next === null) return
    kept.keepPending(next.pending)
    location.assign(`${application.endpoints}/authorize?${new URLSearchParams(next.query)}`)
  }, [application, kept, next])

  const tokens = state.status === 'in' ? state.tokens : null
  const isRenewing = useRef(false)
  const renewTokens = useCallback(() => {
    if (tokens === null || isRenewing.current) return
    isRenewing.current = true
    renew(application, tokens)
      .then(
        (renewed) => {
          kept.keepTokens(renewed)
          setState({ status: 'in', tokens: renewed, refusal: null })
        },
        (error: unknown) => setState({ status: 'in', tokens, refusal: refusalOf(error) }),
      )
      .finally(() => {
        isRenewing.current = false
      })
  }, [application, kept, tokens])

  const logOut = useCallback(() => {
    if (tokens === null) return
    kept.keepTokens(null)
    location.assign(logOutAddress(application, tokens))
  }, [application, kept, tokens])

  return { state, query: next?.query ?? null, signIn, renew: renewTokens, logOut }
}

function firstState(answer: Answer | null, tokens: Tokens | null): ApplicationState {
  if (answer === null)
    return tokens === null ? { status: 'out', refusal: null } : { status: 'in', tokens, refusal: null }
  return 'code' in answer ? { status: 'working' } : { status: 'out', refusal: answer }
}

/** The request that is sent next, made up anew for every wish. */
function useRequest(
  application: Application,
  { scopes, prompt }: Wish,
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

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedError) return error.refusal
  return { error: 'no_answer', description: error instanceof Error ? error.message : String(error) }
}
