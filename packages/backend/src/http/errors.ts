import type { ErrorBody, ErrorType, SchemaIssue } from '@latchkey/contract'

/** The values of `name` of a `LatchkeyError`. */
export type LatchkeyErrorKind = 'ApiError' | 'ForbiddenError' | 'UnreachableError' | 'UsageError'

/**
 * The error that the backend throws. `name` tells the kinds apart: `ApiError`, `ForbiddenError`, `UnreachableError` or
 * `UsageError`.
 *
 * @example
 * try { await admin.users.create({ email }) }
 * catch (error) {
 *   if (isLatchkeyError(error) && error.name === 'ApiError' && error.error_type === 'duplicate_email') …
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
  /** The fields that do not match the schema, for the type `schema_error`. */
  readonly issues: readonly SchemaIssue[]
  /** The delay of the `Retry-After` header, if the response had one. */
  readonly retryAfterMs?: number
}

/** The roles of the user do not permit an action. */
export interface ForbiddenError extends LatchkeyError {
  readonly name: 'ForbiddenError'
  readonly error_type: 'unauthorized_action'
  /** The status that the error handlers of Express and Fastify respond with. */
  readonly status: 403
}

/** The provider did not respond, or its response could not be read: whether the user is signed in is unknown. */
export interface UnreachableError extends LatchkeyError {
  readonly name: 'UnreachableError'
  /** The status that the error handlers of Express and Fastify respond with. */
  readonly status: 503
  readonly retryAfterMs?: number
}

/** An option or argument is missing or invalid. */
export interface UsageError extends LatchkeyError {
  readonly name: 'UsageError'
}

export function usageError(problem: string): LatchkeyError {
  return new LatchkeyError('UsageError', problem)
}

export function unreachableError(
  message: string,
  fields: { cause?: unknown; retryAfterMs?: number | undefined },
): LatchkeyError {
  return new LatchkeyError('UnreachableError', message, { status: 503, ...fields })
}

export function forbiddenError(resource: string, action: string): LatchkeyError {
  const fields = { status: 403, error_type: 'unauthorized_action' }
  return new LatchkeyError('ForbiddenError', `No role of the user permits ${resource}: ${action}.`, fields)
}

export function apiError({ params, query, body, ...rest }: ErrorBody, retryAfterMs: number | undefined): LatchkeyError {
  const issues = [params, query, body].flatMap((some) => some ?? [])
  const lines = issues.map(({ dataPath, message }) => `\n${dataPath} ${message}`)
  const message = `[${rest.status_code}] ${rest.error_type}\n${rest.error_message}${lines.join('')}`
  return new LatchkeyError('ApiError', `${message}\nrequest_id: ${rest.request_id}`, { ...rest, issues, retryAfterMs })
}

/**
 * Whether an error was thrown by the backend. It reads a property, so that it works if two copies are installed.
 *
 * @example
 * if (isLatchkeyError(error) && error.name === 'UnreachableError') return new Response(null, { status: 503 })
 */
export function isLatchkeyError(error: unknown): error is ApiError | ForbiddenError | UnreachableError | UsageError {
  return Boolean((error as Partial<LatchkeyError> | null | undefined)?.latchkeyError)
}
