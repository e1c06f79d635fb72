import { visitors, type Challenge } from '#contract/visitors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { m } from '#words/messages.js'

/** Does the work that the portal asks of a visitor's browser. @returns a pass for one message and its files */
export async function getPass(): Promise<string> {
  const challenge = await call(visitors.challenge, {})
  const number = await work(challenge)
  if (number === null) throw failed()
  const { salt, signature } = challenge
  return (await call(visitors.pass, { salt, number, signature })).pass
}

const failed = () => new ApiProblem('challenge_failed', 0, { title: m.problem_challenge_failed() })

function work(challenge: Challenge): Promise<number | null> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => resolve(data))
    worker.addEventListener('error', () => reject(failed()))
    worker.postMessage(challenge, [])
  }).finally(() => worker.terminate())
}
