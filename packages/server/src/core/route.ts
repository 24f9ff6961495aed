import type { Endpoint, Ok, Vertical } from '@latchkey/contract'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Caller, ClientInfo } from './caller.ts'

/** The cookie by which a browser gets a count of its own for wrong passwords: one sealed value for each user. */
export interface DeviceCookie {
  /** As they were sent. */
  readonly values: readonly string[]
  /** Replaces them. */
  keep(values: readonly string[]): void
}

/** One admitted, parsed request. */
export interface Call<Body> {
  project: ProjectRecord
  body: Body
  params: Readonly<Record<string, string>>
  requestId: string
  client: ClientInfo
  /** The authorised page the call comes from; null for callers that are no browser. */
  origin: string | null
  /** By which the browser is known for a user's password. */
  device: DeviceCookie
  /** The session token as it was sent; null when none was. */
  sessionToken: string | null
  /** Who acts in the user's place: known once the session was asked for. */
  impersonator?: string | null
  /** The live session of that token, looked up once; null if there is none. */
  session(): Promise<Caller | null>
  /** The same, or `user_unauthenticated`; `step_up_required` for a replaced token, unless the route accepts it. */
  requireSession(): Promise<Caller>
}

/** How a route is reached, where it differs from the rest. */
export interface RouteOptions {
  /** Where the public token stands: the header (default), the path, or the body of telemetry. */
  token?: 'header' | 'path' | 'body'
  /** The handler counts by itself, once it knows who is calling. */
  countsItself?: true
  /** Which kind of project it is for: consumer projects, if nothing is said. */
  vertical?: Vertical | 'any'
  /** Whoever is answered has no session any more. */
  endsSession?: true
  /** It only reads, refreshes or ends the session, so a replaced session token is accepted during its grace. */
  acceptsReplacedToken?: true
  bodyLimit?: number
}

/** An endpoint and what answers it. The types of both sides are the contract's. */
export interface Route extends RouteOptions {
  endpoint: Endpoint
  handle(context: ProviderContext, call: Call<never>): Promise<object>
}

export type DataOf<Response> = Omit<Response, keyof Ok>

/**
 * @example
 * route(sessionsRevoke, revokeSession)
 */
export function route<Request, Response>(
  endpoint: Endpoint<Request, Response>,
  handle: (context: ProviderContext, call: Call<Request>) => Promise<DataOf<Response> & object>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, handle }
}
