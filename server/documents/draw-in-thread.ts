import { Worker } from 'node:worker_threads'
import type { Language } from '#contract/values.ts'

/** Limits for routes that return documents: few at a time, and few a minute for one member. */
export const drawing = { limiter: 'documents', rate: { calls: 10, name: 'documents' } } as const

/** Milliseconds for one document, from the moment its thread begins to draw: loading the code takes a busy machine as long. */
const PATIENCE = 10_000

export type Drawn = { readonly bytes: Uint8Array } | { readonly error: unknown }

/** A message of the thread about a document: that it begins, and then the outcome. */
export type Said = 'begins' | Drawn

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
export function drawInThread(module: URL, input: unknown, locale: Language, patience = PATIENCE): Promise<Uint8Array> {
  const drawn = last.then(() => draw({ module: module.href, input, locale }, patience))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(job: object, patience: number): Promise<Uint8Array> {
  const worker = (thread ??= startThread())
  const answer = Promise.withResolvers<Drawn>()
  let deadline: NodeJS.Timeout | undefined
  const hear = (said: Said) => {
    if (said === 'begins') deadline = setTimeout(() => stopAfterTimeout(worker), patience)
    else answer.resolve(said)
  }
  const fail = (error: Error) => answer.reject(error)
  const end = () => fail(new Error('Document worker exited'))
  worker.on('message', hear).on('error', fail).on('exit', end)
  // The thread keeps the process alive only while somebody waits for a document.
  worker.ref()
  try {
    worker.postMessage(job, [])
    const drawn = await answer.promise
    if ('error' in drawn) throw drawn.error
    return drawn.bytes
  } finally {
    clearTimeout(deadline)
    worker.off('message', hear).off('error', fail).off('exit', end)
    worker.unref()
  }
}

/** The next document gets another thread, also while this one still ends. */
function stopAfterTimeout(worker: Worker) {
  forget(worker)
  void worker.terminate()
}

function forget(worker: Worker) {
  if (thread === worker) thread = undefined
}

function startThread(): Worker {
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
    // It needs none of the portal's environment.
    env: {},
    execArgv: [],
  })
  worker.on('error', () => {})
  worker.on('exit', () => forget(worker))
  return worker
}
