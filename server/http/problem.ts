import type { FastifyError, FastifyReply } from 'fastify'
import { errors, type ErrorCode, type ProblemBody } from '#contract/errors.ts'
import { isUnavailable } from '#server/database/errors.ts'

export interface ProblemOptions {
  /** What the sentence needs: dates, names, limits. Goes over the wire. */
  readonly data?: Record<string, unknown>
  /** An English sentence beyond the code's own. Goes over the wire. */
  readonly detail?: string
  /** For `invalid_input`: where and why. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  /** Seconds to wait before trying again. */
  readonly retryAfter?: number
  /** Stays in the log. */
  readonly cause?: unknown
}

/** A refusal with its code. Thrown anywhere below a route; the route checks that its endpoint declares the code. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly options: ProblemOptions

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.options = options
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** The body on the wire. */
export function bodyOf({ code, options: { data, detail, errors: fields } }: Problem): ProblemBody {
  const { status, title } = errors[code]
  return {
    type: `/docs#${code}`,
    title,
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(data === undefined ? {} : { data }),
    ...(fields === undefined ? {} : { errors: fields }),
  }
}

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
