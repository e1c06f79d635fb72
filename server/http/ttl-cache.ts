/**
 * Reads a thing once in a while instead of every time. Each process keeps its own for these few seconds and none is told of
 * a change: so it holds only what is shown, and what nobody acts on without its being read again. What does not exist, or
 * could not be read, is not kept.
 * @param most so many things at once, the latest
 */
export function ttlCache<T>(
  read: (id: string) => Promise<T | null>,
  { seconds, most }: { seconds: number; most: number },
): (id: string) => Promise<T | null> {
  const kept = new Map<string, Promise<T | null>>()
  return (id) => {
    const known = kept.get(id)
    if (known) return known
    const value = read(id)
    const forget = () => {
      if (kept.get(id) === value) kept.delete(id)
    }
    kept.set(id, value)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    setTimeout(forget, seconds * 1000).unref()
    value.then((found) => found === null && forget(), forget)
    return value
  }
}
