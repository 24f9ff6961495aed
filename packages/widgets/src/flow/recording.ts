/** What has happened in a flow: where it stood, what came, where it stands. */
export interface RecordedTransition {
  /** The same for everything that happens in one flow at work. */
  readonly of: object
  /** The rules that were asked. */
  readonly flow: unknown
  readonly before: unknown
  readonly event: unknown
  readonly after: unknown
}

/**
 * Where a recorder listens, and nobody does where there is none: only `@latchkey/widgets/recorder` writes it, which no
 * page that goes to people loads.
 */
export const recording: { note?: ((happening: RecordedTransition) => void) | undefined } = {}
