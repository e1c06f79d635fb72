/** Takes a place; whoever gets one calls what is returned when done. `null`: none became free in time. */
export type TakePlace = () => Promise<(() => void) | null>

/**
 * Lets at most `size` senders of this process work at once, so that a slow receiver leaves the worker's other places to
 * other jobs.
 * @param patience milliseconds for which one waits for a place
 */
export function createPlaces(size: number, patience: number): TakePlace {
  let free = size
  const waiting = new Set<() => void>()

  const leave = () => {
    const [next] = waiting
    if (next) next()
    else free++
  }

  return () => {
    if (free > 0) {
      free--
      return Promise.resolve(once(leave))
    }
    return new Promise((resolve) => {
      const enter = () => {
        waiting.delete(enter)
        clearTimeout(timer)
        resolve(once(leave))
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        resolve(null)
      }, patience)
      waiting.add(enter)
    })
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
