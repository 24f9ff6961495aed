import type { ErrorBody, ErrorType, SchemaIssue, SdkErrorKind } from '@latchkey/contract'
import { unrecoverableErrorTypes } from '@latchkey/contract'

/** The values of `name` of a `LatchkeyError`. */
export type LatchkeyErrorKind = 'ApiError' | 'SchemaError' | 'UsageError' | 'UnreachableError' | 'SdkError'

/**
 * The error that the client throws. `name` tells the kinds apart: `ApiError`, `SchemaError`, `UsageError`,
 * `UnreachableError` or `SdkError`.
 *
 * @example
 * try { await client.otps.authenticate(code, methodId, { session_duration_minutes: 30 }) }
 * catch (error) {
 *   if (isLatchkeyError(error) && error.name === 'ApiError' && error.error_type === 'otp_code_not_found') …
 * }
 */
export class LatchkeyError extends Error {
  /** The brand that `isLatchkeyError` reads. */
  declare readonly latchkeyError: true

  constructor(kind: LatchkeyErrorKind, message: string, fields?: object) {
    super(message)
    Object.assign(this, { name: kind, latchkeyError: true }, fields)
  }
}

/** The provider responded with an error. */
export interface ApiError extends LatchkeyError {
  readonly name: 'ApiError'
  readonly status_code: number
  readonly error_type: ErrorType
  readonly error_message: string
  readonly error_url: string
  readonly request_id: string
  readonly error_details?: Record<string, unknown>
  /** The delay of the `Retry-After` header, if the response had one. */
  readonly retryAfterMs?: number
}

/** The request does not match the schema of the provider: a bug in the calling code, or incompatible versions. */
export interface SchemaError extends LatchkeyError {
  readonly name: 'SchemaError'
  readonly status_code: 400
  readonly request_id: string
  readonly issues: readonly SchemaIssue[]
}

/** A method was called with invalid arguments. Thrown before a request is sent. */
export interface UsageError extends LatchkeyError {
  readonly name: 'UsageError'
}

/** The provider did not respond, or its response could not be read. */
export interface UnreachableError extends LatchkeyError {
  readonly name: 'UnreachableError'
  readonly retryAfterMs?: number
}

/** A browser feature failed: the user canceled, or the browser does not support it. `cause` is the browser's error. */
export interface SdkError extends LatchkeyError {
  readonly name: 'SdkError'
  readonly kind: SdkErrorKind
}

export function sdkError(kind: SdkErrorKind, cause?: unknown): LatchkeyError {
  return new LatchkeyError('SdkError', cause ? `${kind}: ${(cause as Error).message}` : kind, { kind, cause })
}

export function usageError(method: string, problem: string): LatchkeyError {
  return new LatchkeyError('UsageError', `Invalid call to ${method}\n${problem}`)
}

export function unreachableError(message: string, fields?: object): LatchkeyError {
  return new LatchkeyError('UnreachableError', message, fields)
}

export const malformedResponse = 'Invalid response from our servers.'

/** Creates the error for an error response. Without an error type it is `unknown_error`. */
export function apiError(body: Partial<ErrorBody>, status: number, retryAfterMs?: number): LatchkeyError {
  const { error_details } = body
  const request_id = stringOrEmpty(body.request_id)
  const error_type = stringOrEmpty(body.error_type) || 'unknown_error'
  const status_code = error_type === body.error_type ? status : 400
  const error_message = stringOrEmpty(body.error_message)
  const error_url = stringOrEmpty(body.error_url)
  let message = `[${status_code}] ${error_type}`
  if (error_message) message += `\n${error_message}`
  if (error_url) message += `\nSee ${error_url} for more information.`
  if (request_id) message += `\nrequest_id: ${request_id}`
  if (error_details) message += `\nDetails: ${JSON.stringify(error_details)}`
  return new LatchkeyError('ApiError', message, {
    status_code,
    error_type,
    error_message,
    error_url,
    request_id,
    error_details,
    retryAfterMs,
  })
}

/** Fields of a response can have any type, also objects that throw when they are converted to a string. */
function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Whether an error was thrown by the client. It reads a property, so that it works across two bundles on a page.
 *
 * @example
 * if (isLatchkeyError(error) && error.name === 'ApiError') show(error.error_message)
 */
export function isLatchkeyError(
  error: unknown,
): error is ApiError | SchemaError | SdkError | UsageError | UnreachableError {
  return Boolean((error as Partial<LatchkeyError> | null | undefined)?.latchkeyError)
}

/** Whether an error ends the session. An unknown 401, the 404 of a proxy or an HTML page does not. */
export function isUnrecoverable(error: unknown): boolean {
  return (unrecoverableErrorTypes as readonly unknown[]).includes((error as Partial<ApiError>).error_type)
}
