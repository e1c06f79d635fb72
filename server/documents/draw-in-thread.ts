import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '#contract/values.ts'

/** Limits for routes that return documents: few at a time, and few a minute for one member. */
export const drawing = { limiter: 'documents', rate: { calls: 10, name: 'documents' } } as const

/** Milliseconds for one document. */
const PATIENCE = 10_000

export type Drawn = { readonly bytes: Uint8Array } | { readonly error: unknown }

/** A module whose `draw` makes a document from structured-cloneable input. */
export interface DrawingModule {
  readonly draw: (input: unknown, locale: Language) => Promise<Uint8Array>
}

let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a document in a worker thread, one at a time: a page takes as much CPU as a hundred calls, and must not delay them. The thread
 * loads the fonts once.
 * @param module URL of the module: `new URL('./draw-receipt.ts', import.meta.url)`
 */
export function drawInThread(module: URL, input: unknown, locale: Language): Promise<Uint8Array> {
  const drawn = last.then(() => draw({ module: module.href, input, locale }))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(job: object): Promise<Uint8Array> {
  const worker = (thread ??= startThread())
  const deadline = setTimeout(() => void worker.terminate(), PATIENCE)
  const answered = new AbortController()
  // The thread keeps the process alive only while somebody waits for a document.
  worker.ref()
  try {
    const { signal } = answered
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('The thread that draws documents ended')
    })
    worker.postMessage(job, [])
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [Drawn]
    if ('error' in answer) throw answer.error
    return answer.bytes
  } finally {
    answered.abort()
    clearTimeout(deadline)
    worker.unref()
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
    // It needs none of the portal's environment.
    env: {},
    execArgv: [],
  })
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}
