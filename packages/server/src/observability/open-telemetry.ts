import { noTracing, type Span, type SpanStart, type Tracing } from '../core/tracing.ts'

/**
 * What the provider uses of the package `@opentelemetry/api`, 1.9 or newer: pass the package itself. Its types are
 * repeated here, because the package is optional.
 *
 * @example
 * import * as openTelemetry from '@opentelemetry/api'
 * const provider = createProvider({ ...options, openTelemetry })
 */
export interface OpenTelemetryApi {
  trace: {
    getTracer(name: string, version?: string): OpenTelemetryTracer
    getSpan(context: OpenTelemetryContext): OpenTelemetrySpan | undefined
    setSpanContext(context: OpenTelemetryContext, spanContext: OpenTelemetrySpanContext): OpenTelemetryContext
  }
  context: { active(): OpenTelemetryContext }
  ROOT_CONTEXT: OpenTelemetryContext
  isSpanContextValid(spanContext: OpenTelemetrySpanContext): boolean
  createTraceState(text?: string): { serialize(): string }
}

/** `Tracer` of `@opentelemetry/api`, as far as the provider uses it. */
export interface OpenTelemetryTracer {
  startSpan(name: string): OpenTelemetrySpan
  startActiveSpan<T>(
    name: string,
    options: { kind?: number; attributes?: Record<string, string | number | boolean>; root?: boolean },
    context: OpenTelemetryContext,
    work: (span: OpenTelemetrySpan) => T,
  ): T
}

/** `Span` of `@opentelemetry/api`, as far as the provider uses it. */
export interface OpenTelemetrySpan {
  spanContext(): OpenTelemetrySpanContext
  setAttributes(attributes: Record<string, string | number | boolean>): OpenTelemetrySpan
  setStatus(status: { code: number }): OpenTelemetrySpan
  addLink(link: { context: OpenTelemetrySpanContext }): OpenTelemetrySpan
  end(): void
}

/** `Context` of `@opentelemetry/api`. The provider only passes it on. */
export interface OpenTelemetryContext {
  getValue(key: symbol): unknown
}

/** `SpanContext` of `@opentelemetry/api`, as far as the provider uses it. */
export interface OpenTelemetrySpanContext {
  traceId: string
  spanId: string
  traceFlags: number
}

/** `SpanKind` of `@opentelemetry/api`. */
const kinds = { server: 1, client: 2, consumer: 4 } as const
/** `SpanStatusCode.ERROR` of `@opentelemetry/api`. */
const failed = 2
/** `TraceFlags.SAMPLED` of `@opentelemetry/api`. */
const sampled = 1
const tracerName = '@latchkey/server'

/** Reports spans to OpenTelemetry. Exceptions are not recorded: their messages may contain values of the request. */
export function createOpenTelemetryTracing(api: OpenTelemetryApi, version?: string): Tracing {
  const tracer = api.trace.getTracer(tracerName, version)

  /** Null: no span is started. */
  function parentOf({ parent }: SpanStart): { context: OpenTelemetryContext; root: boolean } | null {
    if (parent === 'none') return { context: api.ROOT_CONTEXT, root: true }
    if (typeof parent === 'object') {
      const remote = readTraceparent(api, parent.traceparent)
      if (remote) {
        const traceState = parent.tracestate === null ? {} : { traceState: api.createTraceState(parent.tracestate) }
        const context = api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, ...traceState })
        return { context, root: false }
      }
    }
    const context = api.context.active()
    return parent === 'required' && api.trace.getSpan(context) === undefined ? null : { context, root: false }
  }

  return {
    run(start, work) {
      const described = start()
      const found = parentOf(described)
      if (!found) return noTracing.run(start, work)
      const options = { kind: kinds[described.kind], attributes: { ...described.attributes }, root: found.root }
      return tracer.startActiveSpan(described.name, options, found.context, async (span) => {
        try {
          return await work(toSpan(api, span))
        } catch (error) {
          fail(span, error instanceof Error ? error.name : typeof error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    activeSpan() {
      const found = api.trace.getSpan(api.context.active())?.spanContext()
      if (!found || !isSampled(found)) return null
      return `00-${found.traceId}-${found.spanId}-01`
    },
  }
}

/**
 * Whether an OpenTelemetry SDK is registered. Without one, spans are not worth starting.
 *
 * @example
 * const provider = createProvider({ ...options, openTelemetry: hasTracerProvider(api) ? api : undefined })
 */
export function hasTracerProvider(api: OpenTelemetryApi): boolean {
  // The tracer of the API alone returns spans without an id. This span is never ended, so it is not exported.
  return api.isSpanContextValid(api.trace.getTracer(tracerName).startSpan('start').spanContext())
}

function toSpan(api: OpenTelemetryApi, span: OpenTelemetrySpan): Span {
  const own = span.spanContext()
  return {
    traceId: api.isSpanContextValid(own) ? own.traceId : null,
    setAttributes: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (type) => fail(span, type),
    link(traceparent) {
      const context = readTraceparent(api, traceparent)
      if (context) span.addLink({ context })
    },
  }
}

function fail(span: OpenTelemetrySpan, type: string): void {
  span.setAttributes({ 'error.type': type })
  span.setStatus({ code: failed })
}

function isSampled({ traceFlags }: OpenTelemetrySpanContext): boolean {
  return (traceFlags & sampled) === sampled
}

/** W3C Trace Context §3.2. Null if the header is missing or invalid. */
function readTraceparent(api: OpenTelemetryApi, header: string | null): OpenTelemetrySpanContext | null {
  const parts = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header ?? '')
  if (!parts) return null
  const [, version, traceId = '', spanId = '', flags = '', rest] = parts
  if (version === '00' && rest !== undefined) return null
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & sampled, isRemote: true }
  return api.isSpanContextValid(found) ? found : null
}
