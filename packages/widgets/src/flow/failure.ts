/** Why something did not work, as far as a screen needs to know: codes, no prose of ours. */
export interface Failure {
  readonly name: string
  /** Missing where no provider answered. */
  readonly error_type?: string
  /** The provider's own words, for types that the strings do not know. */
  readonly error_message: string
}

/** The error type of a screen's own for a passcode that cannot be guessed at again. */
export const noAttemptsLeft = 'no_attempts_left'

type Thrown = Error & Failure & { readonly error_details: { readonly attempts_remaining?: unknown } }

/** What a rejected call means for a screen. Anything may have been thrown. */
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

/** A value that was refused here, before anything was sent. */
export function refusal(error_type: string): Failure {
  return { name: 'ValidationError', error_type, error_message: '' }
}

/** Nothing answered: what was typed is as good as before, and may be sent again. */
export function isUnanswered(failure: Failure): boolean {
  return failure.error_type === undefined
}
