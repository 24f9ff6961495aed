import type { KnownErrorType, SchemaIssue } from '@latchkey/contract'

/** The parts of a request that do not match the schema. */
export interface SchemaIssues {
  body?: SchemaIssue[]
  params?: SchemaIssue[]
  query?: SchemaIssue[]
}

/** The problem with its values, and the command that fixes it. */
export interface Advice {
  message: string
  details: Record<string, string>
  /** An origin that is not on the project's list, but may read this error and nothing else. */
  readableBy?: string
}

/**
 * Thrown by type; the status and the message are in the error table of the contract.
 *
 * @example
 * throw new ProviderError('too_many_requests', { retryAfterMs })
 */
export class ProviderError extends Error {
  readonly type: KnownErrorType
  /** How long the caller should wait; null if unknown. */
  readonly retryAfterMs: number | null
  readonly issues: SchemaIssues | null
  /** The landing page that shows the error, with the error in its query; always a URL of the project's redirect list. */
  readonly landing: string | null
  /** Replaces the message of the table with a more detailed one, for set-up errors that developers read. */
  readonly advice: Advice | null
  /** Sent as `error_details`: facts for programs, never a secret. */
  readonly details: Record<string, unknown> | null
  /** Whether the audit log has a row about this rejection. */
  isAudited: boolean

  constructor(
    type: KnownErrorType,
    options: {
      retryAfterMs?: number
      issues?: SchemaIssues
      landing?: string | null
      advice?: Advice | null
      details?: Record<string, unknown> | undefined
      isAudited?: boolean
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
    this.isAudited = options.isAudited ?? false
  }
}
