import { performance } from 'node:perf_hooks'
import { Histogram, Registry } from 'prom-client'
import { span } from './trace.ts'

/** Metrics of this process's calls to other components. */
export const outgoingMetrics = new Registry()

const seconds = new Histogram({
  name: 'portal_outgoing_seconds',
  help: 'Time of a call to another component, by component, call and outcome',
  labelNames: ['to', 'call', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [outgoingMetrics],
})

/**
 * Measures a call to another component, and traces it when tracing is on.
 * @param call one of few names, without ids or personal data
 */
export async function outgoing<T>(
  to: 'gateway' | 'provider' | 'smtp' | 'whatsapp' | 'bucket',
  call: string,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const observe = (outcome: 'ok' | 'error') =>
    seconds.observe({ to, call, outcome }, (performance.now() - start) / 1000)
  try {
    const answer = await span(`${to} ${call}`, { kind: 'client', attributes: { 'peer.service': to } }, work)
    observe('ok')
    return answer
  } catch (error) {
    observe('error')
    throw error
  }
}
