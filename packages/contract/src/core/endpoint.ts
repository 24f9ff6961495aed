export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

declare const request: unique symbol
declare const response: unique symbol

/**
 * One endpoint of the SDK API: a literal that carries the types of its request body and response `data`. Endpoints are
 * literals, not factory calls, so that bundlers can remove unused ones.
 *
 * @example
 * export const otpsAuthenticate: Endpoint<OtpsAuthenticateRequest, OtpsAuthenticateResponse> =
 *   { method: 'POST', path: '/otps/authenticate', guarded: true }
 */
export interface Endpoint<Request = unknown, Response = unknown, Path extends string = string> {
  readonly method: HttpMethod
  /** Below `/sdk/v1`; `{name}` marks a path parameter. A literal type tells callers the names of the parameters. */
  readonly path: Path
  /** The body accepts `captcha_token` and `dfp_telemetry_id`, and the client retries once after `captcha_required`. */
  readonly guarded?: true
  /** The request is an HTML form post, and the response is a page that redirects: there is no `data`. */
  readonly form?: true
  /** The host of the request, which then carries the public token only. @default the API host */
  readonly host?: 'telemetry'
  readonly [request]?: Request
  readonly [response]?: Response
}

/** The request body of an endpoint; `null` if it has none. */
export type RequestOf<E> = E extends Endpoint<infer Request, unknown> ? Request : never

/** The `data` of the response of an endpoint. */
export type ResponseOf<E> = E extends Endpoint<infer _Request, infer Response> ? Response : never

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The names of the path parameters of an endpoint; `never` if it has none, or if its path has no literal type. */
export type PathParameterOf<E> = E extends { readonly path: infer Path extends string } ? NamesIn<Path> : never

/** The path prefix of the SDK API. */
export const sdkPath = '/sdk/v1'

/** The common fields of every `data`. */
export interface Ok {
  request_id: string
  status_code: number
}

/** The additional fields of a guarded request, if the project requires them. */
export interface Protection {
  captcha_token?: string
  dfp_telemetry_id?: string
}

export interface SessionDuration {
  session_duration_minutes: number
}

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}
