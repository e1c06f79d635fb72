import { Problem } from '../problem.ts'

const MINUTE = 60_000

/**
 * Counts what one caller reads in a minute, in this process alone: a read is cheap, and a round trip to count it would cost as
 * much as the read. Throws `too_many_requests`.
 */
export function createReadLimit(most: number, now: () => number = () => performance.now()) {
  let begun = now()
  let reads = new Map<string, number>()
  return (caller: string): void => {
    if (now() - begun >= MINUTE) {
      begun = now()
      reads = new Map()
    }
    const count = (reads.get(caller) ?? 0) + 1
    reads.set(caller, count)
    if (count <= most) return
    const retryAfter = Math.ceil((begun + MINUTE - now()) / 1000)
    throw new Problem('too_many_requests', { retryAfter, detail: `At most ${most} reads a minute.` })
  }
}
