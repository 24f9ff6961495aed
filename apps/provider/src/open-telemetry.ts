import { hasTracerProvider, type OpenTelemetryApi } from '@latchkey/server'
import { context, createTraceState, isSpanContextValid, ROOT_CONTEXT, trace } from '@opentelemetry/api'

/** The API of OpenTelemetry, if an SDK was registered before (with `node --import`). */
export function findOpenTelemetry(): OpenTelemetryApi | undefined {
  const api = { trace, context, ROOT_CONTEXT, isSpanContextValid, createTraceState }
  return hasTracerProvider(api) ? api : undefined
}
