import { m } from '#words/messages.js'
import { ApiProblem, type ClientCode } from './http-client.ts'
import type { detailedText } from './problem-words.ts'

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

/** The words for how long it lasts or whom it is about, where that is known. */
let detailed: typeof detailedText | undefined

/** Has the words of a refusal at hand, before anybody reads it. */
export async function loadProblemText({ code, data }: ApiProblem): Promise<void> {
  if (words[code] && !('retryAfter' in data)) return
  try {
    ;({ problemWords: words, detailedText: detailed } = await import('./problem-words.ts'))
  } catch {
    // Then it reads as the server says it.
  }
}

/** What went wrong, in the reader's language. A code of a newer server reads as the server's own sentence. */
export function problemText(error: unknown): string {
  // Code that comes with its first use, and that no network brought: each browser words it in its own way.
  if (error instanceof TypeError && /import/i.test(error.message)) return m.problem_offline()
  if (!(error instanceof ApiProblem)) return m.problem_internal()
  return detailed?.(error.code, error.data) ?? words[error.code]?.() ?? error.title
}
