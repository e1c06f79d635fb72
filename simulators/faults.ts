import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Store } from './store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's name, for scripted faults. */
    endpoint?: string
  }
}

/** A fault of an endpoint, or of all (`*`), for a number of calls. */
export interface Fault {
  endpoint: string
  /** Only calls with this key in their head, as one club sends it; null: everybody's. */
  key: string | null
  /** `before`: nothing is done. `after`: the work is done and only the answer fails. */
  phase: 'before' | 'after'
  delayMs: number
  status: number | null
  /** The connection is closed without an answer. */
  drop: boolean
  /** How often it happens at the same moment; callbacks only. */
  copies: number
  /** A forged callback is sent before or after the real one; callbacks only. */
  forged: 'before' | 'after' | null
  times: number
}

interface Row {
  number: number
  rule: string
  times: number
}

const schema = `create table if not exists fault (number integer primary key, rule text not null, times integer not null)`

/** The scripted faults of one simulator. They are stored, so that they survive a killed process. */
export function openFaults(store: Store) {
  store.run(schema)
  const rows = () => store.all<Row>('select * from fault order by number')
  const ruleOf = ({ rule, times }: Row): Fault => ({ ...(JSON.parse(rule) as Fault), times })
  return {
    list: (): Fault[] => rows().map(ruleOf),
    clear: () => store.run('delete from fault'),
    add({ times, ...rule }: Fault) {
      if (times > 0) store.run('insert into fault (rule, times) values (?, ?)', JSON.stringify(rule), times)
    },
    /** Takes the oldest matching fault and decrements its count. */
    strike(endpoint: string | undefined, phase: Fault['phase'], key?: string): Fault | undefined {
      if (endpoint === undefined) return undefined
      const row = rows().find((one) => {
        const rule = ruleOf(one)
        return (
          rule.phase === phase &&
          (rule.endpoint === endpoint || rule.endpoint === '*') &&
          (!rule.key || rule.key === key)
        )
      })
      if (!row) return undefined
      if (row.times > 1) store.run('update fault set times = times - 1 where number = ?', row.number)
      else store.run('delete from fault where number = ?', row.number)
      return ruleOf(row)
    },
  }
}

export type Faults = ReturnType<typeof openFaults>

/** `POST {base}/faults` adds a fault or a list of them, `GET` lists the remaining ones, `DELETE` clears them. */
export function faultRoutes(app: FastifyInstance, faults: Faults, base = '') {
  app.get(`${base}/faults`, async () => faults.list())
  app.delete(`${base}/faults`, async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.post(`${base}/faults`, async (request, reply) => {
    const read = (Array.isArray(request.body) ? request.body : [request.body]).map(readFault)
    const wrong = read.find((one) => typeof one === 'string')
    if (wrong !== undefined) return reply.code(400).send({ Message: wrong })
    for (const fault of read) if (typeof fault !== 'string') faults.add(fault)
    return reply.code(201).send(faults.list())
  })
}

/** Applies faults to the endpoints of this part of a simulator, by the name in their configuration. */
export function injectFaults(
  app: FastifyInstance,
  faults: Faults,
  held: Set<FastifyReply>,
  said: object = { Message: 'Scripted fault' },
) {
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.strike(request.routeOptions.config.endpoint, 'before', request.headers.authorization)
    if (!fault) return
    if (fault.drop) return loseAnswer(reply, held, fault.delayMs)
    await delay(fault.delayMs)
    if (fault.status !== null) await reply.code(fault.status).send(said)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.strike(request.routeOptions.config.endpoint, 'after', request.headers.authorization)
    if (!fault) return payload
    await delay(fault.delayMs)
    if (fault.drop) reply.raw.destroy()
    if (fault.status === null) return payload
    reply.code(fault.status)
    return JSON.stringify(said)
  })
}

/** Does not keep the process alive. */
export const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

/** Keeps the caller waiting, then closes the connection without an answer. */
export function loseAnswer(reply: FastifyReply, held: Set<FastifyReply>, after: number) {
  reply.hijack()
  held.add(reply)
  const timer = setTimeout(() => reply.raw.destroy(), after)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    held.delete(reply)
  })
}

/** @returns what is wrong, if anything */
function readFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null) return 'A fault is an object.'
  const {
    endpoint,
    key = null,
    phase = 'before',
    delayMs = 0,
    status = null,
    drop = false,
    copies = 1,
    forged = null,
    times = 1,
    ...more
  } = value as Record<string, unknown>
  const count = (one: unknown): one is number => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0
  if (Object.keys(more).length > 0) return `A fault has no ${Object.keys(more).join(', ')}.`
  if (typeof endpoint !== 'string') return 'endpoint must be a text.'
  if (key !== null && typeof key !== 'string') return 'key must be a text.'
  if (phase !== 'before' && phase !== 'after') return 'phase must be before or after.'
  if (forged !== null && forged !== 'before' && forged !== 'after') return 'forged must be before or after.'
  if (!count(delayMs) || !count(copies) || !count(times)) return 'delayMs, copies and times must be whole numbers.'
  if (status !== null && !(count(status) && status >= 200 && status < 600)) return 'status must be an answer’s number.'
  if (typeof drop !== 'boolean') return 'drop must be true or false.'
  return { endpoint, key, phase, delayMs, status, drop, copies, forged, times }
}
