import type { Failure } from '../flow/failure.ts'
import { failureOf } from '../flow/failure.ts'

/** What a call that was refused comes back as. */
interface Refused {
  readonly type: string
  readonly call: number
  readonly failure: Failure
}

export interface CallOptions<Outcome> {
  /** Tells the host page of a call that did not work. */
  readonly reportError: (error: unknown) => void
  readonly send: (outcome: Outcome) => void
  readonly call: number
  /** What it is called when the call is refused. */
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

/** Answers with one event, that of the work or that of its refusal, and never rejects. */
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
