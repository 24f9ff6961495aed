import type { AuthenticateResponse, ErrorType, SdkErrorKind, SessionDuration } from '@latchkey/contract'
import { landingErrorParameter, tokenTypeParameter } from '@latchkey/contract'
import type { SdkError } from '../core/errors.ts'
import { apiError } from '../core/errors.ts'
import type { ClientCallbacks, ClientOptions } from '../core/options.ts'
import type { Unsubscribe } from '../core/store.ts'
import { createPkce } from '../pkce/pkce.ts'
import { currentWindow } from '../platform/browser.ts'
import type { Platform } from '../platform/platform.ts'
import { registryKey } from '../platform/platform.ts'
import type { SessionKind } from '../session/session-kind.ts'
import type { SessionShape } from '../session/session-shape.ts'
import { observe } from '../session/session-store.ts'
import { createEvents } from '../telemetry/events.ts'
import type { ClientInternals } from './client-internals.ts'
import { internalsKey } from './client-internals.ts'
import type { ClientContext } from './context.ts'
import { createContext } from './context.ts'

/** The token or the error in the URL of a page that a link or an identity provider led to. */
export interface ParsedAuthenticateUrl {
  /** Empty if `errorType` is set. */
  readonly token: string
  readonly tokenType: string
  /** Whether `authenticateByUrl` redeems this token type. */
  readonly handled: boolean
  /** Why the provider sent no token, such as `unable_to_auth_magic_link` for a link that was used or has expired. */
  readonly errorType?: ErrorType | undefined
}

/** The type of the redeemed token and the response of its sign-in. */
export interface AuthenticatedByUrl<Data = AuthenticateResponse> {
  readonly tokenType: string
  readonly data: Data
}

/** Redeems the token of a URL, by its type. */
export type Redeemers<Data> = Record<string, (token: string, options: SessionDuration) => Promise<Data>>

/** The part of a client that does not depend on the kind of the project. */
export interface OpenClient<Kind extends SessionKind, Data> {
  readonly bootstrap: ClientContext['bootstrap']
  parseAuthenticateUrl(href?: string): ParsedAuthenticateUrl | null
  authenticateByUrl(options: SessionDuration, href?: string): Promise<AuthenticatedByUrl<Data> | null>
  onStateChange(callback: (state: Kind['state']) => void): Unsubscribe
  dispose(): void
  readonly [internalsKey]: ClientInternals<Kind>
}

/** Returns the client of the page for a public token, or creates it with the methods of `create`. */
export function openClient<Kind extends SessionKind, Data, Methods extends object>(
  publicToken: string,
  given: ClientOptions<Kind['state']>,
  shape: SessionShape<Kind>,
  create: (ctx: ClientContext<Kind>) => readonly [methods: Methods, redeemers: Redeemers<Data>],
): Methods & OpenClient<Kind, Data> {
  type Opened = Methods & OpenClient<Kind, Data>
  const options = { ...given, callbacks: { ...given.callbacks } }
  const page = given.platform ?? currentWindow()
  const existing = page?.[registryKey]?.get(publicToken) as Opened | undefined
  if (existing && isSame(existing[internalsKey].options, options)) {
    Object.assign((existing[internalsKey].options as ClientOptions).callbacks as ClientCallbacks, options.callbacks)
    return existing
  }
  const ctx = createContext(publicToken, options, shape)
  const {
    history,
    location,
    [registryKey]: clients,
  } = ctx.platform as Platform & Required<Pick<Platform, typeof registryKey>>
  const events = createEvents(ctx)
  const { onStateChange, onError } = options.callbacks
  events.log('client_created', { onStateChange: Boolean(onStateChange), onError: Boolean(onError) })
  const [methods, redeemers] = create(ctx)
  /** A token that the user has to confirm. It is dropped when the URL or the session has changed since. */
  let unconfirmedLanding: readonly [token?: ParsedAuthenticateUrl, pageState?: string] = []
  let landing: { readonly token: string; readonly result: Promise<AuthenticatedByUrl<Data>> } | undefined

  const readPageState = ({ id, ended } = ctx.session.sync()): string => location.href + id + ended

  function parseAuthenticateUrl(href = location.href): ParsedAuthenticateUrl | null {
    try {
      const { searchParams } = new URL(href)
      const tokenType = searchParams.get(tokenTypeParameter)
      const token = searchParams.get('token') ?? ''
      const error = searchParams.get(landingErrorParameter)
      if (/^https?:/.test(href) && (token || error) && tokenType) {
        return {
          token,
          tokenType,
          handled: Object.hasOwn(redeemers, tokenType),
          // Anyone can write a link to this page: pass on nothing but an identifier.
          errorType: token ? undefined : (/^\w{1,64}$/.exec(error as string)?.[0] ?? 'unknown_error'),
        }
      }
    } catch {}
    return null
  }

  async function redeem(parsed: ParsedAuthenticateUrl, options: SessionDuration): Promise<AuthenticatedByUrl<Data>> {
    const { token, tokenType, errorType } = parsed
    // Before the call, so that the token does not reach a Referer header, the history or an analytics script.
    const here = new URL(location.href)
    const { searchParams } = here
    if ((searchParams.get('token') ?? '') === token) {
      for (const name of ['token', tokenTypeParameter, landingErrorParameter]) searchParams.delete(name)
      history.replaceState(history.state, '', here.href)
    }
    if (errorType) throw apiError({ error_type: errorType }, 400)
    return { tokenType, data: await (redeemers[tokenType] as Redeemers<Data>[string])(token, options) }
  }

  const client: Opened = {
    ...methods,
    bootstrap: ctx.bootstrap,
    parseAuthenticateUrl,
    async authenticateByUrl(options, href) {
      const stored = !href && unconfirmedLanding[1] === readPageState() ? unconfirmedLanding[0] : null
      const parsed = parseAuthenticateUrl(href) ?? stored
      // The first call has removed the token from the URL: a call of the widget or of the page finds none there.
      if (landing && (parsed ? parsed.token === landing.token : !href)) return landing.result
      unconfirmedLanding = []
      if (!parsed?.handled) return null
      const redeemed = redeem(parsed, options)
      const pageState = readPageState()
      const result = redeemed
        .catch((error: Partial<SdkError>) => {
          if (error.kind === ('confirmation_required' satisfies SdkErrorKind)) unconfirmedLanding = [parsed, pageState]
          throw error
        })
        .finally(() => {
          landing = undefined
        })
      landing = { token: parsed.token, result }
      return result
    },
    onStateChange: (callback) => observe(ctx.session, callback),
    dispose() {
      const newest = clients.get(publicToken)
      ctx.dispose()
      // A client with other options has replaced this one.
      if (newest && newest !== client) clients.set(publicToken, newest)
    },
    [internalsKey]: {
      ...ctx,
      events,
      pkce: createPkce(ctx),
      forgetLanding() {
        unconfirmedLanding = []
      },
    },
  }
  clients.set(publicToken, client)
  return client
}

/** Compares options deeply. Functions are compared by source, because hot module replacement creates them again. */
function isSame(a: unknown, b: unknown, depth = 2): boolean {
  type Fields = Record<string, unknown>
  return (
    a === b ||
    (String(a) === String(b) &&
      (!depth ||
        Object.keys({ ...(a as Fields), ...(b as Fields) }).every((name) =>
          isSame((a as Fields)[name], (b as Fields)[name], depth - 1),
        )))
  )
}
