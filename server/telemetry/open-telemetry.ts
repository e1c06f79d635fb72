import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** What is told of a piece of work: where it stands in the whole, and how it ended; never a person, an address or a text. */
export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** The `traceparent` of what caused it, when that was not the work around it. */
  readonly parent?: string | null | undefined
}

/** What tells spans; loaded only where they are wanted. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** Of the work under way; undefined when there is none. */
  traceparent(): string | undefined
  /** Sends what is not sent yet, and ends. */
  close(): Promise<void>
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Spans by OpenTelemetry, sent as OTLP over HTTP. The exporter reads its own variables, such as `OTEL_EXPORTER_OTLP_HEADERS`, by itself. */
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
    return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, cause, async (one) => {
      try {
        return await work()
      } catch (error) {
        // Not its message: that may name somebody.
        one.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        one.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        one.end()
      }
    })
  }

  return {
    span,
    traceparent() {
      const here = trace.getActiveSpan()?.spanContext()
      return here && `00-${here.traceId}-${here.spanId}-0${here.traceFlags & 1}`
    },
    async close() {
      await provider.shutdown()
      context.disable()
    },
  }
}

/** W3C's form; whatever else somebody sends is none. */
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
