import { errors, type ErrorCode, type ProblemBody } from '#contract/errors.ts'

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
