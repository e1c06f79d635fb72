import { Worker } from 'node:worker_threads'

/** A call of a function of a module with cloneable values. */
export interface Job {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

export type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** A message of the thread about a job: that it begins, and then the outcome. */
export type Said = 'begins' | Outcome

/** Milliseconds for one job, from the moment it begins: loading the code takes a busy machine as long. */
const PATIENCE = 10_000

/** The thread ended before its job did: for want of time or memory, or by itself. */
export class ThreadEnded extends Error {
  constructor(cause?: unknown) {
    super('Worker thread exited', { cause })
  }
}

/** A worker thread for what takes as much CPU as a hundred calls and must not delay them. It does one job at a time. */
export class WorkThread {
  #thread: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly #memory: number | undefined

  /** @param memory megabytes of its heap; a job that needs more ends the thread */
  constructor({ memory }: { readonly memory?: number } = {}) {
    this.#memory = memory
  }

  /** @param module URL of the module, which the thread loads once; @param name of its function */
  run(module: URL, name: string, args: readonly unknown[], patience = PATIENCE): Promise<unknown> {
    const done = this.#last.then(() => this.#do({ module: module.href, name, args }, patience))
    this.#last = done.catch(() => {})
    return done
  }

  async #do(job: Job, patience: number): Promise<unknown> {
    const worker = (this.#thread ??= this.#start())
    const answer = Promise.withResolvers<Outcome>()
    let deadline: NodeJS.Timeout | undefined
    const hear = (said: Said) => {
      if (said === 'begins') deadline = setTimeout(() => this.#stop(worker), patience)
      else answer.resolve(said)
    }
    const fail = (error: Error) => answer.reject(new ThreadEnded(error))
    const end = () => answer.reject(new ThreadEnded())
    worker.on('message', hear).on('error', fail).on('exit', end)
    // The thread keeps the process alive only while somebody waits for it.
    worker.ref()
    try {
      worker.postMessage(job, [])
      const outcome = await answer.promise
      if ('error' in outcome) throw outcome.error
      return outcome.value
    } finally {
      clearTimeout(deadline)
      worker.off('message', hear).off('error', fail).off('exit', end)
      worker.unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./work-thread-main.ts', import.meta.url), {
      // It needs none of the portal's environment.
      env: {},
      execArgv: [],
      ...(this.#memory && { resourceLimits: { maxOldGenerationSizeMb: this.#memory } }),
    })
    worker.on('error', () => this.#forget(worker))
    worker.on('exit', () => this.#forget(worker))
    return worker
  }

  /** The next job gets another thread, also while this one still ends. */
  #stop(worker: Worker) {
    this.#forget(worker)
    void worker.terminate()
  }

  #forget(worker: Worker) {
    if (this.#thread === worker) this.#thread = undefined
  }
}
