/** The attributes of a span. Never a secret, an address, a name of a user or a value of a row. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** The work that a span describes. */
export interface SpanStart {
  /** From a fixed list, such as the template of a route. Never built from values of a request. */
  name: string
  kind: 'server' | 'client' | 'consumer'
  attributes: SpanAttributes
  /**
   * `active`: the span that is running, or a new trace. `required`: the same, but without a running span there is no
   * span at all. `none`: a new trace. A `traceparent` header: the span of another process, if the header is valid.
   */
  parent: 'active' | 'required' | 'none' | { traceparent: string | null; tracestate: string | null }
}

/** A span while its work runs. */
export interface Span {
  /** For log lines; null without tracing. */
  readonly traceId: string | null
  setAttributes(attributes: SpanAttributes): void
  /** Marks the work as failed. `type` is from a fixed list: messages of errors may contain values. */
  fail(type: string): void
  /** Adds a link to the span that caused this work, in the form of `Tracing.activeSpan()`. */
  link(traceparent: string): void
}

/** Reports what the provider does as spans. */
export interface Tracing {
  /** Runs `work` in a span. An error that it throws ends the span as failed, with the name of the error's class. */
  run<T>(start: () => SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** The running span as a `traceparent` header; null if no span is running, or if it is not recorded. */
  activeSpan(): string | null
}

const noSpan: Span = { traceId: null, setAttributes() {}, fail() {}, link() {} }

/** Without OpenTelemetry: starts no span and computes no attribute. */
export const noTracing: Tracing = { run: (_start, work) => work(noSpan), activeSpan: () => null }
