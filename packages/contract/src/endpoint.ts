export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

declare const request: unique symbol
declare const response: unique symbol

/**
 * One call of the SDK API: a literal with the types of its body and of its `data` attached.
 * Literals, not factory calls: an endpoint that nobody uses leaves no trace in a bundle.
 *
 * @example
 * export const otpsAuthenticate: Endpoint<OtpsAuthenticateRequest, OtpsAuthenticateResponse> =
 *   { method: 'POST', path: '/otps/authenticate', guarded: true }
 */
export interface Endpoint<Request = unknown, Response = unknown> {
  readonly method: HttpMethod
  /** Below `/sdk/v1`; `{name}` marks a path parameter. */
  readonly path: string
  /** The body takes `captcha_token` and `dfp_telemetry_id`, and a captcha-required answer is retried once. */
  readonly guarded?: true
  /** The body is posted by an HTML form and answered with a page that moves on: there is no `data`. */
  readonly form?: true
  /** It is sent to this host, under the public token alone; to the API's where nothing is said. */
  readonly host?: 'telemetry'
  readonly [request]?: Request
  readonly [response]?: Response
}

/** The body of an endpoint; `null` for a call that sends none. */
export type RequestOf<E> = E extends Endpoint<infer Request, unknown> ? Request : never

/** What stands in the `data` of an endpoint's answer. */
export type ResponseOf<E> = E extends Endpoint<infer _Request, infer Response> ? Response : never

/** Every call of the SDK API lives under this prefix. */
export const sdkPath = '/sdk/v1'

/** Stands in every `data`. */
export interface Ok {
  request_id: string
  status_code: number
}

/** What a guarded call carries beside its own fields, when the project asks for it. */
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

/** Where the browser is sent to begin an OAuth sign-in, on the API host and outside `sdkPath`. */
export const oauthStartPath = '/v1/public/oauth/{provider}/start'
