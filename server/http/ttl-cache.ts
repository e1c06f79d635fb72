/**
 * Caches reads for a few seconds in this process. Nothing invalidates it, so use it only for what is shown, never for decisions.
 * Null and failures are not cached.
 * @param most how many entries are kept, the newest
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
