/** Why something did not work, as far as a screen needs to know: codes, no prose of ours. */
export interface Failure {
  readonly name: string
  /** Missing where no provider answered. */
  readonly error_type?: string
  /** The provider's own words, for types that the strings do not know. */
  readonly error_message: string
}

/** What a rejected call means for a screen. Anything may have been thrown. */
export function failureOf(thrown: unknown): Failure {
  const { name, message, error_type, error_message } = Object(thrown) as Partial<Error & Failure>
  return {
    name: name ?? 'Error',
    // A call that was written wrongly has no type of its own, but it is not the network's fault.
    error_type: error_type ?? (name === 'UnreachableError' ? undefined : 'unknown_error'),
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
