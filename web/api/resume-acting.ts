import { acting } from '#contract/acting.ts'
import { currentActing, resume } from './acting.ts'
import { ApiProblem, call } from './client.ts'

/** Asks the server whether what was chosen before this page was loaded still holds. @returns for whom the reader acts */
export async function resumeActing() {
  try {
    resume(await call(acting.current, {}))
  } catch (error) {
    resume({
      problem: error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error }),
    })
  }
  return currentActing()
}
