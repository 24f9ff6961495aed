import type { ErrorBody, ErrorType, SchemaIssue } from '@latchkey/contract'
import { unrecoverableErrorTypes } from '@latchkey/contract'

export type LatchkeyErrorKind = 'api' | 'schema' | 'usage' | 'unreachable'

/**
 * The root of everything the client throws.
 *
 * @example
 * try { await client.otps.authenticate(code, methodId, { session_duration_minutes: 30 }) }
 * catch (error) { if (isApiError(error) && error.error_type === 'otp_code_not_found') … }
 */
export class LatchkeyError extends Error {
  /** Read by the guards instead of `instanceof`: two bundles may be on one page. */
  readonly latchkeyError: LatchkeyErrorKind

  constructor(kind: LatchkeyErrorKind, name: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.latchkeyError = kind
    this.name = name
  }
}

/** The provider answered with an error of its catalogue. */
export class ApiError extends LatchkeyError {
  readonly status_code: number
  readonly error_type: ErrorType
  readonly error_message: string
  readonly error_url: string
  readonly request_id: string
  readonly error_details: Record<string, unknown> | undefined
  /** How long the provider asks to be left alone, where it said so. */
  readonly retryAfterMs: number | undefined

  constructor(body: Partial<ErrorBody>, retryAfterMs?: number) {
    const type = text(body.error_type)
    // What cannot be read as an error of the catalogue is answered as one unknown error.
    const status = type && Number(body.status_code) ? Number(body.status_code) : 400
    const message = text(body.error_message)
    const url = text(body.error_url)
    const requestId = text(body.request_id)
    const details = body.error_details
    super(
      'api',
      'ApiError',
      [
        `[${status}] ${type || 'unknown_error'}`,
        message,
        url && `See ${url} for more information.`,
        requestId && `request_id: ${requestId}`,
        details && `Details: ${JSON.stringify(details)}`,
      ]
        .filter(Boolean)
        .join('\n'),
    )
    this.status_code = status
    this.error_type = type || 'unknown_error'
    this.error_message = message
    this.error_url = url
    this.request_id = requestId
    this.error_details = details
    this.retryAfterMs = retryAfterMs
  }
}

/** The provider could not make sense of the request: a bug in the caller, or versions that do not fit. */
export class SchemaError extends LatchkeyError {
  readonly status_code = 400
  readonly error_type = 'schema_error'
  readonly request_id: string
  readonly issues: readonly SchemaIssue[]

  constructor(body: Partial<ErrorBody>) {
    const lines: string[] = []
    const all: SchemaIssue[] = []
    for (const part of ['body', 'params', 'query'] as const) {
      const issues = body[part]
      if (!Array.isArray(issues)) continue
      for (const issue of issues) {
        all.push(issue)
        lines.push(`\n${part}${text(issue?.dataPath)}: ${text(issue?.message)}`)
      }
    }
    super('schema', 'SchemaError', `[400] Request does not match expected schema${lines.join('')}`)
    this.request_id = text(body.request_id)
    this.issues = all
  }
}

/** A call with arguments of the wrong type. Thrown before anything is sent. */
export class UsageError extends LatchkeyError {
  constructor(method: string, problem: string) {
    super('usage', 'UsageError', `Invalid call to ${method}\n${problem}`)
  }
}

export type UnreachableReason = 'unreachable' | 'invalid_json' | 'no_response' | 'invalid_response'

/** No answer came, or none that the client can read. */
export class UnreachableError extends LatchkeyError {
  readonly reason: UnreachableReason
  readonly retryAfterMs: number | undefined

  constructor(reason: UnreachableReason, cause?: unknown, retryAfterMs?: number) {
    super('unreachable', 'UnreachableError', unreachableTexts[reason], cause)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

const unreachableTexts: Record<UnreachableReason, string> = {
  unreachable: 'Unable to contact our servers.',
  invalid_json: 'Invalid JSON response from our servers.',
  no_response: 'Invalid or no response from server',
  invalid_response: 'Invalid response from our servers.',
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function kindOf(error: unknown): unknown {
  return (error as Partial<LatchkeyError> | null | undefined)?.latchkeyError
}

/** Was this thrown by the client? Holds across bundles and realms. */
export function isLatchkeyError(error: unknown): error is LatchkeyError {
  return typeof kindOf(error) === 'string'
}

export function isApiError(error: unknown): error is ApiError {
  return kindOf(error) === 'api'
}

export function isSchemaError(error: unknown): error is SchemaError {
  return kindOf(error) === 'schema'
}

export function isUsageError(error: unknown): error is UsageError {
  return kindOf(error) === 'usage'
}

export function isUnreachableError(error: unknown): error is UnreachableError {
  return kindOf(error) === 'unreachable'
}

/** Only these types end a session; an unknown 401, a proxy's 404 or a page of HTML never does. */
export function isUnrecoverable(error: unknown): boolean {
  return isApiError(error) && (unrecoverableErrorTypes as readonly string[]).includes(error.error_type)
}
