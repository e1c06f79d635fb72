import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressSource } from '#contract/members/address-source.ts'
import { Problem, sendProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that a path takes; none where there is nothing. */
    allowedAt(path: string): readonly string[]
  }
}

const everything = ['/*', '*']

/** Remembers which methods each route takes, so that a refusal can name them. Called before any route is added. */
export function rememberMethods(app: FastifyInstance, pages: readonly string[]): void {
  const known = pages.map((pattern) => ({ methods: ['GET', 'HEAD'], addresses: whole(`${addressSource(pattern)}/?`) }))
  app.addHook('onRoute', ({ method, url }) => {
    if (!everything.includes(url)) known.push({ methods: [method].flat(), addresses: whole(sourceOf(url)) })
  })
  app.decorate('allowedAt', (path) => {
    const found = new Set(known.filter(({ addresses }) => addresses.test(path)).flatMap(({ methods }) => methods))
    return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((method) => found.has(method))
  })
}

const whole = (source: string) => new RegExp(`^${source}$`)

/** `:name` is a part of the address, `*` the rest. */
const sourceOf = (url: string) => addressSource(url.replace(/:(\w+)/g, '{$1}')).replace('\\*', '.*')

/** Answers what no route does: 405 with the methods that the path takes, or 404. */
export function answerUnknown({ method, url, server }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = server.allowedAt(pathIn(url))
  if (allowed.length === 0 || allowed.includes(method)) return sendProblem(reply, new Problem('not_found'))
  return sendProblem(reply.header('allow', allowText(allowed)), new Problem('method_not_allowed'))
}

export const pathIn = (url: string): string => url.split('?', 1)[0]!

export const allowText = (allowed: readonly string[]): string => [...allowed, 'OPTIONS'].join(', ')
