import type { Failure } from './failure.ts'

/** Shows an error that belongs to no field of the screen, as a toast. */
export interface Notice {
  readonly type: 'notice'
  readonly failure: Failure
}

export function notice(failure: Failure): Notice {
  return { type: 'notice', failure }
}

/** Shows a success message as a toast. */
export interface SuccessNotice {
  readonly type: 'success_notice'
  readonly message: 'email_resent'
}

export function successNotice(message: SuccessNotice['message']): SuccessNotice {
  return { type: 'success_notice', message }
}
