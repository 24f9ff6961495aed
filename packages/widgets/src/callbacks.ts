import type { WidgetEvent } from './flow/widget-events.ts'

/**
 * How a widget tells its host page what happens.
 *
 * @example
 * const callbacks: Callbacks = {
 *   onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') },
 *   onError: (error) => { if (isLatchkeyError(error)) report(error.message) },
 * }
 */
export interface Callbacks {
  onEvent?(event: WidgetEvent): void
  /** Every call that did not work. What a person can act on is on the screen already. */
  onError?(error: Error): void
}
