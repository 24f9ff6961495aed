/** An error as far as a screen needs it: codes, and the provider's message. */
export interface Failure {
  readonly name: string
  /** Missing if the provider did not respond. */
  readonly error_type?: string
  /** The provider's message. Shown for an `error_type` without a text of ours. */
  readonly error_message: string
}

/** Used by screens for a passcode without attempts left. */
export const noAttemptsLeft = 'no_attempts_left'

type Thrown = Error & Failure & { readonly error_details: { readonly attempts_remaining?: unknown } }

/** Converts the error of a rejected call. Any value may have been thrown. */
export function failureOf(thrown: unknown): Failure {
  const { name, message, error_type, error_message, error_details } = Object(thrown) as Partial<Thrown>
  const type = error_details?.attempts_remaining === 0 ? noAttemptsLeft : error_type
  return {
    name: name ?? 'Error',
    // A call with wrong arguments has no type of its own, but the network is not the cause.
    error_type: type ?? (name === 'UnreachableError' ? undefined : 'unknown_error'),
    error_message: error_message ?? message ?? '',
  }
}

/** A value that was rejected before a request was sent. */
export function refusal(error_type: string): Failure {
  return { name: 'ValidationError', error_type, error_message: '' }
}

/** The provider did not respond: the same input may be sent again. */
export function isUnanswered(failure: Failure): boolean {
  return failure.error_type === undefined
}
