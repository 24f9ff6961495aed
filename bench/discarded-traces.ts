import * as openTelemetry from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'

/** Registers the SDK with batches of spans that are discarded, and returns the API for the provider. */
export function discardTraces(sampledShare: number): typeof openTelemetry {
  const exporter: SpanExporter = {
    // `ExportResultCode.SUCCESS`
    export: (_spans, done) => done({ code: 0 }),
    shutdown: async () => {},
  }
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) })
  const spanProcessors = [new BatchSpanProcessor(exporter)]
  openTelemetry.trace.setGlobalTracerProvider(new BasicTracerProvider({ sampler, spanProcessors }))
  openTelemetry.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  return openTelemetry
}
