/** SQLSTATE of a database error or of its cause; `undefined` for anything else. */
export function sqlState(error: unknown): string | undefined {
  for (const one of chain(error)) {
    if (typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one.code
  }
}

/** A deadlock or serialisation failure. Running the transaction again will succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** A referenced row has been deleted meanwhile. Running the transaction again will find that out by reading. */
export const isReferenceGone = (error: unknown): boolean => sqlState(error) === '23503'

/** The database did not answer in time. Whether the statement ran is unknown. */
export const isUnanswered = (error: unknown): boolean =>
  chain(error).some((one) => one.message?.includes('Query read timeout'))

/** Network errors of a broken connection. */
const broken = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNABORTED']

/** The connection broke, which rolls back its open transaction. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || ['57P01', '57P02', '25P03'].includes(state)
  return chain(error).some(
    (one) =>
      broken.includes(one.code ?? '') ||
      /Connection terminated|connection error|Query read timeout/.test(one.message ?? ''),
  )
}

/** The server has become read-only, as after a failover. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** PostgreSQL's disk has no room left. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === '53100'

/** A migration changed the result of a prepared statement. Another connection will prepare it again. */
export const isStalePlan = (error: unknown): boolean =>
  chain(error).some((one) => one.routine === 'RevalidateCachedQuery')

/** The database cannot serve right now: down, starting, full, out of connections, or too slow. Trying later may help. */
export function isUnavailable(error: unknown): boolean {
  if (isConflict(error) || isConnectionLost(error) || isStalePlan(error)) return true
  const state = sqlState(error)
  if (state) return /^(53|57P|58)/.test(state) || ['55P03', '57014', '25006', '25P04'].includes(state)
  return chain(error).some(
    ({ code, message, syscall }) =>
      (['connect', 'getaddrinfo'].includes(syscall ?? '') && code !== undefined) ||
      /timeout exceeded when trying to connect/.test(message ?? ''),
  )
}

interface Failure {
  code?: string
  message?: string
  constraint?: string
  syscall?: string
  /** The C function that raised the error; unlike the message it is not translated. */
  routine?: string
}

/** An error and its causes, outermost first, parts of an aggregate included. */
function chain(error: unknown): Failure[] {
  const found: Failure[] = []
  const waiting = [error]
  while (waiting.length && found.length < 20) {
    const one = waiting.shift()
    if (!(one instanceof Error)) continue
    found.push(one)
    waiting.push(one.cause)
    if (one instanceof AggregateError) waiting.push(...one.errors)
  }
  return found
}
