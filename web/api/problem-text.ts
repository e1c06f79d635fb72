import { m } from '#words/messages.js'
import { ApiProblem, type ClientCode } from './http-client.ts'
import type { detailedText } from './problem-words.ts'

type Words = Partial<Record<ClientCode, () => string>>

/** Texts that must work offline; the rest is loaded. */
let words: Words = {
  timeout: m.problem_timeout,
  offline: m.problem_offline,
  unauthenticated: m.problem_unauthenticated,
  forbidden: m.problem_forbidden,
  too_many_requests: m.problem_too_many_requests,
  unavailable: m.problem_unavailable,
  internal: m.problem_internal,
}

/** Texts with a waiting time or a name. */
let detailed: typeof detailedText | undefined

/** Loads the texts for refusals before they are shown. */
export async function loadProblemText(...problems: readonly ApiProblem[]): Promise<void> {
  if (problems.every(({ code, data }) => words[code] && !('retryAfter' in data))) return
  try {
    ;({ problemWords: words, detailedText: detailed } = await import('./problem-words.ts'))
  } catch {
    // Falls back to the server's title.
  }
}

/** A refusal within an answer, as an error. Its text is loaded where the answer is read. */
export const problemOfCode = (code: string, data: Readonly<Record<string, unknown>> | null = {}): ApiProblem =>
  new ApiProblem(code as ClientCode, 409, { data: data ?? {} })

/** An error in the user's language. Unknown codes, from a newer server, use the server's title. */
export function problemText(error: unknown): string {
  // A chunk that failed to load; each browser has its own message.
  if (error instanceof TypeError && /import/i.test(error.message)) return m.problem_offline()
  if (!(error instanceof ApiProblem)) return m.problem_internal()
  return detailed?.(error.code, error.data) ?? words[error.code]?.() ?? error.title
}
