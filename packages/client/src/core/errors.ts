import type { ErrorBody, ErrorType, SchemaIssue, SdkErrorKind } from '@latchkey/contract'
import { unrecoverableErrorTypes } from '@latchkey/contract'

export type LatchkeyErrorKind = 'ApiError' | 'SchemaError' | 'UsageError' | 'UnreachableError' | 'SdkError'

/**
 * What the client throws: an `ApiError`, a `SchemaError`, a `UsageError`, an `UnreachableError` or an
 * `SdkError`, by name.
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

/** The provider answered with an error of its catalogue. */
export interface ApiError extends LatchkeyError {
  readonly name: 'ApiError'
  readonly status_code: number
  readonly error_type: ErrorType
  readonly error_message: string
  readonly error_url: string
  readonly request_id: string
  readonly error_details?: Record<string, unknown>
  /** How long the provider asks to be left alone, where it said so. */
  readonly retryAfterMs?: number
}

/** The provider could not make sense of the request: a bug in the caller, or versions that do not fit. */
export interface SchemaError extends LatchkeyError {
  readonly name: 'SchemaError'
  readonly status_code: 400
  readonly request_id: string
  readonly issues: readonly SchemaIssue[]
}

/** A call with arguments of the wrong type. Thrown before anything is sent. */
export interface UsageError extends LatchkeyError {
  readonly name: 'UsageError'
}

/** No answer came, or none that the client can read. */
export interface UnreachableError extends LatchkeyError {
  readonly name: 'UnreachableError'
  readonly retryAfterMs?: number
}

/** The browser did not do its part: the person said no, or there is no such thing here. `cause` has its own words. */
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

export const malformedAnswer = 'Invalid response from our servers.'

/** The error of a response. A response that names no error type becomes `unknown_error`. */
export function answerError(body: Partial<ErrorBody>, status: number, retryAfterMs?: number): LatchkeyError {
  const { error_details } = body
  const request_id = words(body.request_id)
  const error_type = words(body.error_type) || 'unknown_error'
  const status_code = error_type === body.error_type ? status : 400
  const error_message = words(body.error_message)
  const error_url = words(body.error_url)
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

/** A response may hold anything, even objects that cannot be converted to text. */
function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Was this thrown by the client? Reads a literal and no class: two bundles may be on one page.
 *
 * @example
 * if (isLatchkeyError(error) && error.name === 'ApiError') show(error.error_message)
 */
export function isLatchkeyError(
  error: unknown,
): error is ApiError | SchemaError | SdkError | UsageError | UnreachableError {
  return Boolean((error as Partial<LatchkeyError> | null | undefined)?.latchkeyError)
}

/** Only these types end a session; an unknown 401, a proxy's 404 or a page of HTML never does. */
export function isUnrecoverable(error: unknown): boolean {
  return (unrecoverableErrorTypes as readonly unknown[]).includes((error as Partial<ApiError>).error_type)
}
