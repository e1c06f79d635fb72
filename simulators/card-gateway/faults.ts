import type { FastifyInstance, FastifyReply } from 'fastify'
import { loseAnswer } from './captures.ts'
import { fieldsOf, wholeNumber } from './link-request.ts'
import { GatewayRefusal } from './refusals.ts'

/** A scripted fault of one endpoint, or of `*`, for so many calls. */
interface Rule {
  endpoint: string
  /** `before`: nothing has happened when it strikes; `after`: the work is done and only its answer suffers. */
  phase: 'before' | 'after'
  delayMs: number
  status: number | null
  drop: boolean
  times: number
}

/** `POST …/faults` scripts what goes wrong next, `GET` lists it, `DELETE` ends it. Kept in memory. */
export function faultRoutes(app: FastifyInstance) {
  let rules: Rule[] = []

  app.get('/faults', async () => rules)
  app.delete('/faults', async (_request, reply) => {
    rules = []
    return reply.code(204).send()
  })
  app.post('/faults', async (request, reply) => {
    const added = (Array.isArray(request.body) ? request.body : [request.body]).map(readRule)
    rules = [...rules, ...added]
    return reply.code(201).send(rules)
  })

  /** The rule that strikes now, used up by one. */
  return (endpoint: string | undefined, phase: Rule['phase']): Rule | undefined => {
    const rule =
      endpoint &&
      rules.find((one) => one.phase === phase && one.times > 0 && (one.endpoint === endpoint || one.endpoint === '*'))
    if (!rule) return undefined
    rule.times -= 1
    rules = rules.filter(({ times }) => times > 0)
    return rule
  }
}

/** Lets scripted faults strike the endpoints of this part of the gateway. */
export function sufferFaults(app: FastifyInstance, strike: ReturnType<typeof faultRoutes>, held: Set<FastifyReply>) {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

  app.addHook('preHandler', async (request, reply) => {
    const rule = strike(request.routeOptions.config.endpoint, 'before')
    if (!rule) return
    if (rule.drop) return loseAnswer(reply, held, rule.delayMs)
    await wait(rule.delayMs)
    if (rule.status !== null) await reply.code(rule.status).send({ Message: 'Scripted fault' })
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const rule = strike(request.routeOptions.config.endpoint, 'after')
    if (!rule) return payload
    await wait(rule.delayMs)
    if (rule.drop) reply.raw.destroy()
    if (rule.status === null) return payload
    reply.code(rule.status)
    return JSON.stringify({ Message: 'Scripted fault' })
  })
}

function readRule(value: unknown): Rule {
  const fields = fieldsOf(value)
  const endpoint = fields?.get('endpoint')
  if (typeof endpoint !== 'string') throw new GatewayRefusal(400, 'endpoint must be a text.')
  return {
    endpoint,
    phase: fields?.get('phase') === 'after' ? 'after' : 'before',
    delayMs: wholeNumber(fields?.get('delayms')) ?? 0,
    status: wholeNumber(fields?.get('status')) ?? null,
    drop: fields?.get('drop') === true,
    times: wholeNumber(fields?.get('times')) ?? 1,
  }
}
