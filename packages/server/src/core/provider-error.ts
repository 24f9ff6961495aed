import type { KnownErrorType, SchemaIssue } from '@latchkey/contract'

/** Where in a request something does not fit the schema. */
export interface SchemaIssues {
  body?: SchemaIssue[]
  params?: SchemaIssue[]
  query?: SchemaIssue[]
}

/** The problem with its values, and the command that solves it. */
export interface Advice {
  message: string
  details: Record<string, string>
  /** An origin that is not on the project's list, and still may read this error; it gets nothing else. */
  readableBy?: string
}

/**
 * Thrown by type; status and words stand in the contract's table.
 *
 * @example
 * throw new ProviderError('too_many_requests', { retryAfterMs })
 */
export class ProviderError extends Error {
  readonly type: KnownErrorType
  /** How long the caller should wait, where that is known. */
  readonly retryAfterMs: number | null
  readonly issues: SchemaIssues | null
  /** The host page that shows the error, with it in the query; only ever a URL from the project's list. */
  readonly landing: string | null
  /** Replaces the message of the table, and says more: for set-up errors, whose reader is a developer. */
  readonly advice: Advice | null
  /** Goes out as `error_details`: facts that a program can act on, never a secret. */
  readonly details: Record<string, unknown> | null

  constructor(
    type: KnownErrorType,
    options: {
      retryAfterMs?: number
      issues?: SchemaIssues
      landing?: string | null
      advice?: Advice | null
      details?: Record<string, unknown> | undefined
      cause?: unknown
    } = {},
  ) {
    super(type, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ProviderError'
    this.type = type
    this.retryAfterMs = options.retryAfterMs ?? null
    this.issues = options.issues ?? null
    this.landing = options.landing ?? null
    this.advice = options.advice ?? null
    this.details = options.details ?? null
  }
}
