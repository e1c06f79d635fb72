import { acting as endpoints } from '#contract/acting.ts'
import { setActing } from './acting.ts'
import { chooseActingFor } from './acting-for.ts'
import { act } from './change-acting.ts'
import { ApiProblem, call } from '../client.ts'

/** Asks the server whether what was chosen before this page was loaded still holds. @returns for whom the reader acts */
export async function resumeActing() {
  try {
    const { acting } = await call(endpoints.current, {})
    act(acting)
    return acting
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error })
    chooseActingFor(null)
    setActing({ acting: null, end: { acting: null, problem } })
    return null
  }
}
