import type { Endpoint, Ok, Vertical } from '@latchkey/contract'
import type { BuiltInPermission, BuiltInResource } from '@latchkey/contract/b2b'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Caller, ClientInfo } from './caller.ts'

/** The cookie that gives a browser its own count of wrong passwords: one sealed value for each user. */
export interface DeviceCookie {
  /** The values of the request. */
  readonly values: readonly string[]
  /** Replaces the values. */
  keep(values: readonly string[]): void
}

/** One authorized and parsed request. */
export interface Call<Body> {
  project: ProjectRecord
  body: Body
  params: Readonly<Record<string, string>>
  requestId: string
  client: ClientInfo
  /** The authorized origin of the page; null for callers other than browsers. */
  origin: string | null
  /** Identifies the browser for the limit on a user's wrong passwords. */
  device: DeviceCookie
  /** The session token of the request; null without one. */
  sessionToken: string | null
  /** The impersonator of the session; set once the session was looked up. */
  impersonator?: string | null
  /** The member who makes a change that needs a permission: the audit row names this member, not the changed one. */
  actor?: { kind: 'member'; id: string }
  /** The live session of that token, looked up once; null without one. */
  session(): Promise<Caller | null>
  /** The same, or throws `user_unauthenticated`; `step_up_required` for a replaced token, unless the route accepts it. */
  requireSession(): Promise<Caller>
}

/** The same request with the body of another call, for a service that both kinds of projects use. */
export function withBody<Body>(call: Call<unknown>, body: Body): Call<Body> {
  return {
    ...call,
    body,
    // Set once the session was looked up.
    get impersonator() {
      return call.impersonator ?? null
    },
  }
}

/** The permission that a caller needs: one action, or one for each field that the request sets. */
export type RoutePermission = BuiltInPermission | FieldPermissions

/** The action for each field of the request. Fields without one, such as options, need no permission. */
export type FieldPermissions = {
  [Resource in BuiltInResource]: {
    readonly resource: Resource
    readonly actions: Readonly<Record<string, Extract<BuiltInPermission, { resource: Resource }>['action']>>
  }
}[BuiltInResource]

/** How a route differs from the default. */
export interface RouteOptions {
  /** The part of the request with the public token. Defaults to the header; telemetry has it in the body. */
  token?: 'header' | 'path' | 'body'
  /** The handler counts the request, after it has identified the caller. */
  countsItself?: true
  /** The kind of project that may call it. Defaults to consumer projects. */
  vertical?: Vertical | 'any'
  /** After a success the caller has no session, so its cookies are removed. */
  endsSession?: true
  /** The route only reads, refreshes or ends the session, so it accepts a replaced session token during its grace period. */
  acceptsReplacedToken?: true
  /** The app rejects a request whose session lacks the permission, before it calls the handler. */
  permission?: RoutePermission
  bodyLimit?: number
}

/** An endpoint and its handler. The contract defines the types of both. */
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
