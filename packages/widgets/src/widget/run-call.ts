import type { Failure } from '../flow/failure.ts'
import { failureOf } from '../flow/failure.ts'

/** The event of a rejected call. */
interface Refused {
  readonly type: string
  readonly call: number
  readonly failure: Failure
}

export interface CallOptions<Outcome> {
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
  readonly send: (outcome: Outcome) => void
  readonly call: number
  /** The type of the event if the call is rejected. */
  readonly refused: Extract<Outcome, Refused>['type']
}

/** Only a developer can fix these: users of a live project are not shown what the provider says about the fix. */
const setUpErrors = ['invalid_redirect_url', 'no_redirect_url']

function shownFailure(error: unknown): Failure {
  const failure = failureOf(error)
  const isLive = String(Object(error).request_id).startsWith('request-id-live')
  return isLive && setUpErrors.includes(failure.error_type ?? '')
    ? { ...failure, error_type: 'unknown_error', error_message: '' }
    : failure
}

/** Sends one event, that of the work or that of its rejection. Never rejects. */
export async function runCall<Outcome extends { readonly type: string }>(
  { reportError, send, call, refused: type }: CallOptions<Outcome>,
  work: () => Promise<Outcome>,
): Promise<void> {
  let outcome: Outcome
  try {
    outcome = await work()
  } catch (error) {
    reportError(error)
    outcome = { type, call, failure: shownFailure(error) } as unknown as Outcome
  }
  send(outcome)
}
