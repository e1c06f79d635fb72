import type { FastifyError, FastifyReply } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { errors, type ErrorCode, type ProblemBody } from '#contract/errors.ts'
import { isUnavailable } from '#server/database/errors.ts'

export interface ProblemOptions {
  /** Values for the client's message: dates, names, limits. Sent to the client. */
  readonly data?: Record<string, unknown>
  /** A further English sentence. Sent to the client. */
  readonly detail?: string
  /** For `invalid_input`: the fields and what is wrong with them. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  /** Seconds to wait before trying again. */
  readonly retryAfter?: number
  /** Only logged. */
  readonly cause?: unknown
}

/** An error with a code of the contract. The route checks that its endpoint declares the code. */
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

/** Throws `changed_meanwhile` with the thing as it is now if somebody else has saved it since that version. Without a version it may be anything. */
export async function refuseIfChanged(
  saved: { readonly version: number },
  seen: number | undefined,
  current: () => unknown,
): Promise<void> {
  if (seen === undefined || saved.version === seen) return
  throw new Problem('changed_meanwhile', { data: { current: await current() } })
}

/** Checks what was computed from input as input is: a day that was moved may leave the years that its field can have. */
export function requireValid(schema: ZodMiniType, fields: unknown): void {
  const issues = schema.safeParse(fields).error?.issues ?? []
  if (issues.length === 0) return
  throw new Problem('invalid_input', {
    errors: issues.slice(0, 50).map(({ path, message }) => ({ path: path.join('.'), message })),
  })
}

/** Fastify's errors that are the client's fault. */
const framework: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => unreadable('The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => unreadable('The body ended early.'),
  FST_STATIC_FORBIDDEN_PATH: () => new Problem('not_found'),
  FST_ERR_BAD_URL: () => unreadable('The address is not valid.'),
}

const unreadable = (message: string) => new Problem('invalid_input', { errors: [{ path: '', message }] })

/** The problem to send for any error. An unexpected one reveals nothing. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const known = framework[(error as FastifyError | null)?.code ?? '']
  if (known) return known()
  // A folder, or a file that browsers do not get.
  if ([403, 404].includes((error as FastifyError | null)?.statusCode ?? 0)) return new Problem('not_found')
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfter: 1, cause: error })
  if (error instanceof SyntaxError && (error as FastifyError).statusCode === 400)
    return unreadable('The body is not valid JSON.')
  return new Problem('internal', { cause: error })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const retryAfter = problem.options.retryAfter ?? (problem.status === 503 ? 1 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // RFC 9470 names what a client has to ask the provider for.
  const stepUp =
    problem.code === 'fresh_sign_in_required' ? ' error="insufficient_user_authentication", max_age="900"' : ''
  if (problem.status === 401) reply.header('www-authenticate', `Bearer${stepUp}`)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(bodyOf(problem))
}
