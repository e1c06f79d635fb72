import { performance } from 'node:perf_hooks'
import { Histogram, Registry } from 'prom-client'
import { span } from './trace.ts'

/** What this process tells of the calls it makes, whoever's they are. */
export const outgoingMetrics = new Registry()

const seconds = new Histogram({
  name: 'portal_outgoing_seconds',
  help: 'Time of a call to what lies elsewhere, by whom it goes to, what it asks and whether it was answered',
  labelNames: ['to', 'call', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [outgoingMetrics],
})

/**
 * A call to another component, told as a duration and, where traces are on, as a span.
 * @param call what is asked, in one of few words: no ids, nothing of a person
 */
export async function outgoing<T>(
  to: 'gateway' | 'provider' | 'smtp' | 'whatsapp',
  call: string,
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  const told = (outcome: 'ok' | 'error') => seconds.observe({ to, call, outcome }, (performance.now() - begun) / 1000)
  try {
    const answer = await span(`${to} ${call}`, { kind: 'client', attributes: { 'peer.service': to } }, work)
    told('ok')
    return answer
  } catch (error) {
    told('error')
    throw error
  }
}
