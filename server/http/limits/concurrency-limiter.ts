import { Problem } from '../problem.ts'

export interface ConcurrencyLimits {
  /** How many run at a time. */
  readonly places: number
  /** How many of them for one caller; no limit when left out. */
  readonly perCaller?: number
  /** Milliseconds; a request that is expected to wait longer is refused at once. */
  readonly longestWait?: number
  readonly onRefusal?: () => void
}

interface Waiter {
  readonly caller: string
  readonly start: () => void
}

/** The longest wait for a caller's own requests. */
const LONGEST_OWN_WAIT = 8000

/** A queued request is refused after this many times the longest wait: the estimate was wrong. */
const PATIENCE = 2.5

/** Weight of the newest duration in the moving average. */
const RECENT = 0.05

/**
 * Runs a limited number of requests at a time. The rest queue, first come first served, as long as their turn comes soon. A caller at
 * their own limit waits for their own requests and delays nobody else.
 */
export class ConcurrencyLimiter {
  /** Refusals since the start. */
  refused = 0
  #running = 0
  /** Moving average of a request's milliseconds. */
  #mean = 20
  readonly #queue: Waiter[] = []
  readonly #byCaller = new Map<string, number>()
  readonly #limits: Required<ConcurrencyLimits>

  constructor({ places, perCaller = Infinity, longestWait = 600, onRefusal = () => {} }: ConcurrencyLimits) {
    this.#limits = { places, perCaller, longestWait, onRefusal }
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** Whether a new request would start soon enough. Counts a refusal when not. */
  hasRoom(): boolean {
    const { places, longestWait } = this.#limits
    const isFull = this.#running >= places && this.#expectedWait() > longestWait
    if (isFull) this.#countRefusal()
    return !isFull
  }

  /** Runs the work when there is room. Throws `unavailable` when that would take too long. */
  async run<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    await this.#enter(caller)
    const begun = performance.now()
    try {
      return await work()
    } finally {
      this.#mean += RECENT * (performance.now() - begun - this.#mean)
      this.#release(caller)
    }
  }

  #enter(caller: string): Promise<void> | void {
    const isOwn = this.#hasShare(caller)
    if (!isOwn && this.#running < this.#limits.places) return this.#start(caller)
    const longest = isOwn ? LONGEST_OWN_WAIT : this.#limits.longestWait
    if ((isOwn ? this.#expectedOwnWait(caller) : this.#expectedWait()) > longest) throw this.#refusal()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(deadline)
        this.#start(caller)
        resolve()
      }
      const waiter = { caller, start }
      const deadline = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1)
        reject(this.#refusal())
      }, longest * PATIENCE)
      this.#queue.push(waiter)
    })
  }

  #start(caller: string): void {
    this.#running++
    this.#byCaller.set(caller, this.#runningOf(caller) + 1)
  }

  #release(caller: string): void {
    this.#running--
    const left = this.#runningOf(caller) - 1
    if (left > 0) this.#byCaller.set(caller, left)
    else this.#byCaller.delete(caller)
    const next = this.#queue.findIndex((waiter) => !this.#hasShare(waiter.caller))
    if (next >= 0) this.#queue.splice(next, 1)[0]!.start()
  }

  #runningOf(caller: string): number {
    return this.#byCaller.get(caller) ?? 0
  }

  #hasShare(caller: string): boolean {
    return this.#runningOf(caller) >= this.#limits.perCaller
  }

  #expectedWait(): number {
    const { places, perCaller } = this.#limits
    const ahead =
      perCaller === Infinity ? this.#queue.length : this.#queue.filter(({ caller }) => !this.#hasShare(caller)).length
    return ((ahead + 1) * this.#mean) / places
  }

  #expectedOwnWait(caller: string): number {
    const ahead = this.#queue.filter((waiter) => waiter.caller === caller).length
    return ((ahead + 1) * this.#mean) / this.#limits.perCaller
  }

  #countRefusal(): void {
    this.refused++
    this.#limits.onRefusal()
  }

  #refusal(): Problem {
    this.#countRefusal()
    return new Problem('unavailable', { retryAfter: busyPause() })
  }
}

/** Seconds for `Retry-After`, random so that clients do not all come back together. */
export const busyPause = (): number => 1 + Math.floor(Math.random() * 3)
