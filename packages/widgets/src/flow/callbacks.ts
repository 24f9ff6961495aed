import type { WidgetEvent } from './widget-events.ts'

/**
 * Called by a widget when something happens.
 *
 * @example
 * const callbacks: Callbacks = {
 *   onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') },
 *   onError: (error) => { if (isLatchkeyError(error)) report(error.message) },
 * }
 */
export interface Callbacks {
  /** Called for each step of the flow, such as `AUTHENTICATE_FLOW_COMPLETE` after a sign-in. */
  onEvent?(event: WidgetEvent): void
  /** Called with the error of every failed call. The screen already shows what the user can act on. */
  onError?(error: Error): void
}
