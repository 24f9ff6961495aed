import type { Failure } from './failure.ts'

/** Says in passing what belongs to no field of the screen. */
export interface Notice {
  readonly type: 'notice'
  readonly failure: Failure
}

export function notice(failure: Failure): Notice {
  return { type: 'notice', failure }
}
