/** One transition of a flow: the state before, the event, the state after. */
export interface RecordedTransition {
  /** Identifies the running flow. */
  readonly of: object
  /** The flow function. */
  readonly flow: unknown
  readonly before: unknown
  readonly event: unknown
  readonly after: unknown
}

/**
 * The hook of a recorder. Only `@latchkey/widgets/recorder` sets it, which production pages do not load.
 */
export const recording: { note?: ((happening: RecordedTransition) => void) | undefined } = {}
