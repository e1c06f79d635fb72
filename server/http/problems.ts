import type { FastifyError, FastifyReply } from 'fastify'
import { isUnavailable } from '#server/database/errors.ts'
import { bodyOf, Problem } from './problem.ts'

/** Errors of the framework that are the caller's doing. */
const framework: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => unreadable('The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => unreadable('The body ended early.'),
  FST_STATIC_FORBIDDEN_PATH: () => new Problem('not_found'),
  FST_ERR_BAD_URL: () => unreadable('The address is not valid.'),
}

const unreadable = (message: string) => new Problem('invalid_input', { errors: [{ path: '', message }] })

/** What the caller is told about an error. Nothing of an unexpected one but that it happened. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const known = framework[(error as FastifyError | null)?.code ?? '']
  if (known) return known()
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfter: 1, cause: error })
  if (error instanceof SyntaxError && (error as FastifyError).statusCode === 400)
    return unreadable('The body is not valid JSON.')
  return new Problem('internal', { cause: error })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const retryAfter = problem.options.retryAfter ?? (problem.status === 503 ? 1 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(bodyOf(problem))
}
