import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** A span's options. Attributes never name a person, an address or a text. */
export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** The `traceparent` of the cause, when it is not the current span. */
  readonly parent?: string | null | undefined
}

/** Creates spans. Loaded only when tracing is on. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** The current span's; undefined when there is none. */
  traceparent(): string | undefined
  /** Sends the remaining spans and shuts down. */
  close(): Promise<void>
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** OpenTelemetry spans, sent as OTLP over HTTP. The exporter also reads variables such as `OTEL_EXPORTER_OTLP_HEADERS`. */
export function createTracer({
  endpoint,
  service,
  version,
}: {
  endpoint: string
  service: string
  version: string
}): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('portal', version)

  async function span<T>(
    name: string,
    { kind, attributes = {}, parent }: SpanOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    const cause = contextOf(parent) ?? context.active()
    return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, cause, async (active) => {
      try {
        return await work()
      } catch (error) {
        // Not the message, which may name somebody.
        active.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        active.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        active.end()
      }
    })
  }

  return {
    span,
    traceparent() {
      const current = trace.getActiveSpan()?.spanContext()
      return current && `00-${current.traceId}-${current.spanId}-0${current.traceFlags & 1}`
    },
    async close() {
      await provider.shutdown()
      context.disable()
    },
  }
}

/** Parses a W3C `traceparent`. Anything else is ignored. */
function contextOf(parent: string | null | undefined) {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(parent ?? '') ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  })
}
