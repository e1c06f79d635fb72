import { m } from '#words/messages.js'
import { ApiProblem, type ClientCode } from './http-client.ts'

type Words = Partial<Record<ClientCode, () => string>>

/** What is said without asking the server for more: it may be what does not answer. */
let words: Words = {
  timeout: m.problem_timeout,
  offline: m.problem_offline,
  unauthenticated: m.problem_unauthenticated,
  forbidden: m.problem_forbidden,
  too_many_requests: m.problem_too_many_requests,
  unavailable: m.problem_unavailable,
  internal: m.problem_internal,
}

/** What says how long to wait. */
const waits: Partial<Record<ClientCode, (inputs: { time: string }) => string>> = {
  too_many_requests: m.problem_too_many_requests_wait,
  upload_limit: m.problem_upload_limit_wait,
}

/** What says it where the wait is longer than `LONG`: a day's measure is reached, and trying again soon is no use. */
const daily: typeof waits = { ...waits, too_many_requests: m.problem_too_many_requests_day }
const LONG = 90 * 60

/** Has the words of a refusal at hand, before anybody reads it. */
export async function readyProblemText({ code }: ApiProblem): Promise<void> {
  if (words[code]) return
  try {
    words = (await import('./problem-words.ts')).problemWords
  } catch {
    // Then it reads as the server says it.
  }
}

/** What went wrong, in the reader's language. A code of a newer server reads as the server's own sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.problem_internal()
  const { retryAfter } = error.data
  if (typeof retryAfter === 'number') {
    const waiting = (retryAfter > LONG ? daily : waits)[error.code]
    if (waiting) return waiting({ time: timeWords(retryAfter) })
  }
  return words[error.code]?.() ?? error.title
}

/** So many seconds, in seconds, whole minutes or whole hours. */
function timeWords(seconds: number): string {
  if (seconds < 90) return m.time_seconds({ count: Math.ceil(seconds) })
  if (seconds <= LONG) return m.time_minutes({ count: Math.ceil(seconds / 60) })
  return m.time_hours({ count: Math.ceil(seconds / 3600) })
}
