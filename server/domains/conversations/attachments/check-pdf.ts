import { Worker } from 'node:worker_threads'
import { createLane } from '#server/http/limits/admission.ts'

/** Milliseconds that one file may take; a hostile one of 5 MB takes half a second. */
const PATIENCE = 5000

/** At once in this process, so that hostile files leave the other cores to everybody else, and strangers' none in members' way. */
const lanes = { members: createLane(1, 5000), strangers: createLane(1, 5000) }

export type Senders = keyof typeof lanes

/**
 * Whether a PDF may be kept, found out in a thread of its own: nobody else waits meanwhile. What takes too long, or more
 * memory than honest files do, is refused. Throws `unavailable` when too many wait.
 */
export const checkPdf = (bytes: Uint8Array, senders: Senders): Promise<boolean> =>
  lanes[senders].run(() => checkInThread(bytes))

async function checkInThread(bytes: Uint8Array): Promise<boolean> {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: bytes,
    // It needs nothing of what the portal is started with.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const deadline = setTimeout(() => void thread.terminate(), PATIENCE)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('exit', () => resolve(false))
      thread.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(false) : reject(error),
      )
    })
  } finally {
    clearTimeout(deadline)
    await thread.terminate()
  }
}
