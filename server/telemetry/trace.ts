import type { SpanOptions, Tracer } from './open-telemetry.ts'

let tracer: Tracer | null = null

/** Tells spans to this OTLP endpoint from now on. Nothing of OpenTelemetry is loaded before. */
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

/** Runs a piece of work as a span; where traces are off it just runs. */
export const span = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.span(name, options, work) : work()

/** The `traceparent` of the work under way, for what goes on elsewhere or later; undefined where traces are off. */
export const traceparent = (): string | undefined => tracer?.traceparent()
