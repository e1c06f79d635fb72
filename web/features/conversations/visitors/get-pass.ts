import { solveChallengeWorkers } from 'altcha-lib'
import { visitors } from '#contract/visitors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { m } from '#words/messages.js'

/** Does the work that the portal asks of a visitor's browser. @returns a pass for one message and its files */
export async function getPass(): Promise<string> {
  const challenge = await call(visitors.challenge, {})
  const solution = await solveChallengeWorkers({ challenge, concurrency: 1, createWorker }).catch(() => null)
  if (!solution) throw new ApiProblem('challenge_failed', 0, { title: m.problem_challenge_failed() })
  const { counter, derivedKey } = solution
  return (await call(visitors.pass, { challenge, solution: { counter, derivedKey } })).pass
}

/** Beside the page, which stays quick meanwhile; from our own origin, as the policy demands. */
const createWorker = () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
