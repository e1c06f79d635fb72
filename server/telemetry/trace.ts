import type { SpanOptions, Tracer } from './open-telemetry.ts'

let tracer: Tracer | null = null

/** Starts sending spans to an OTLP endpoint. OpenTelemetry is loaded only now. */
export async function startTracing(options: { endpoint: string; service: string; version: string }): Promise<Tracer> {
  const { createTracer } = await import('./open-telemetry.ts')
  const own = createTracer(options)
  tracer = own
  return {
    ...own,
    close: async () => {
      if (tracer === own) tracer = null
      await own.close()
    },
  }
}

/** Runs work in a span, if tracing is on. */
export const span = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.span(name, options, work) : work()

/** The current `traceparent`, to pass on to other components and jobs; undefined when tracing is off. */
export const traceparent = (): string | undefined => tracer?.traceparent()
