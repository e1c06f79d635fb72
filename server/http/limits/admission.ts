import { Problem } from '../problem.ts'

/** A kind of requests that is served so many at a time, so that no kind takes the server from the others. */
export interface Lane {
  /** Requests that run now. */
  readonly running: number
  /** Requests that wait for a place. */
  readonly waiting: number
  /** Requests refused since the start. */
  readonly refused: number
  /** Whether a newcomer has to be refused, which counts as done: asked before anything is done for it. */
  refuses(): boolean
  /** Does the work when there is a place. Throws `unavailable` when that would take too long. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** A lane of which nobody holds but a few places: how long they do is up to them. */
export interface FairLane extends Lane {
  /** Does the same when there is a place, and one of this caller's few. */
  runFor<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/**
 * Calls of the contract; calls that wait for the gateway, during which they need nothing of ours; the gateway's callbacks
 * and the browser's returns from it; documents that are drawn; files that members send, and those that strangers do, from before their bytes are read;
 * what strangers' files say of themselves before that; pages and files of the web app. Health checks and metrics have no lane:
 * they take next to nothing.
 */
export type Lanes = Readonly<
  Record<'calls' | 'gateway' | 'payments' | 'documents' | 'heads' | 'web', Lane> &
    Record<'uploads' | 'strangers', FairLane>
>

/** Places for calls are twice the pool's connections: some compute while the others have them (docs/decisions/0019). */
export const createLanes = (): Lanes => ({
  calls: createLane(24),
  gateway: createLane(200),
  payments: createLane(100),
  // One is drawn at a time, while another is looked up.
  documents: createLane(2, 2000),
  // The bytes of each are held until they are all there. A house shares one address.
  uploads: createFairLane(24, 4),
  strangers: createFairLane(8, 2),
  // Whoever has no place there yet is nobody, and takes few connections from those who have one.
  heads: createLane(4),
  web: createLane(64),
})

/** Milliseconds that a newcomer may expect to wait for a place; whoever would wait longer is refused at once. */
const LONGEST_WAIT = 600

/** Times that; whoever waits longer, because everything takes longer now than it did lately, is refused after all. */
const PATIENCE = 2.5

/** Weight of the latest request in the mean time that requests take. */
const RECENT = 0.05

/** Serves `places` requests at a time, the others in the order in which they came, as long as their turn comes soon. */
export function createLane(places: number, longestWait = LONGEST_WAIT): Lane {
  const queue: (() => void)[] = []
  let running = 0
  let refused = 0
  /** Milliseconds that a request takes, lately. */
  let mean = 20

  function refuses() {
    const full = running >= places && ((queue.length + 1) * mean) / places > longestWait
    if (full) refused++
    return full
  }

  function enter(): Promise<void> | void {
    if (running < places) {
      running++
      return
    }
    if (refuses()) throw busy()
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(deadline)
        resolve()
      }
      const deadline = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        refused++
        reject(busy())
      }, longestWait * PATIENCE)
      queue.push(turn)
    })
  }

  /** Whoever waits longest takes over the place. */
  function leave() {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    get running() {
      return running
    },
    get waiting() {
      return queue.length
    },
    get refused() {
      return refused
    },
    refuses,
    async run(work) {
      await enter()
      const begun = performance.now()
      try {
        return await work()
      } finally {
        mean += RECENT * (performance.now() - begun - mean)
        leave()
      }
    },
  }
}

/** Milliseconds that somebody's next file may expect to wait until one of theirs is done. */
const LONGEST_TURN = 8000

/** @param each places that one caller has at most; their others wait without taking any */
export function createFairLane(places: number, each: number): FairLane {
  const lane = createLane(places)
  return Object.assign(lane, { runFor: createTurns(each, (work) => lane.run(work)) })
}

/** Lets one caller do so much at a time, each in the order of coming, whatever others do. Throws `unavailable` like a lane. */
export function createTurns(each: number, run: <T>(work: () => Promise<T>) => Promise<T> = (work) => work()) {
  const own = new Map<string, Lane>()
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const lane = own.get(caller) ?? createLane(each, LONGEST_TURN)
    own.set(caller, lane)
    try {
      return await lane.run(() => run(work))
    } finally {
      if (lane.running + lane.waiting === 0) own.delete(caller)
    }
  }
}

/** Seconds until another try: not the same for all, or all would come back together. */
export const pauseOfBusy = (): number => 1 + Math.floor(Math.random() * 3)

const busy = () => new Problem('unavailable', { retryAfter: pauseOfBusy() })
