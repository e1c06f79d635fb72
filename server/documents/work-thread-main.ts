import { parentPort } from 'node:worker_threads'
import type { Job, Outcome, Said } from './work-thread.ts'

const say = (said: Said) => parentPort!.postMessage(said, [])

parentPort!.on('message', (job: Job) => {
  void done(job).then(say)
})

async function done({ module, name, args }: Job): Promise<Outcome> {
  try {
    const functions = (await import(module)) as Record<string, (...args: readonly unknown[]) => unknown>
    say('begins')
    return { value: await functions[name]!(...args) }
  } catch (error) {
    return { error }
  }
}
