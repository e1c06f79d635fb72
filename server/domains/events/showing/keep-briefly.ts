interface Kept<T> {
  readonly value: Promise<T | null>
  readonly until: number
}

/**
 * Reads a thing once in a while instead of every time. Each process keeps its own for these few seconds and none is told of
 * a change: so it holds only what is shown, and what nobody acts on without its being read again. What does not exist, or
 * could not be read, is not kept.
 * @param most so many things at once, the latest
 */
export function keepBriefly<T>(
  read: (id: string) => Promise<T | null>,
  { seconds, most }: { seconds: number; most: number },
): (id: string) => Promise<T | null> {
  const kept = new Map<string, Kept<T>>()
  return (id) => {
    const known = kept.get(id)
    if (known && known.until > performance.now()) return known.value
    const value = read(id)
    kept.delete(id)
    kept.set(id, { value, until: performance.now() + seconds * 1000 })
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    const forget = () => {
      if (kept.get(id)?.value === value) kept.delete(id)
    }
    value.then((found) => found === null && forget(), forget)
    return value
  }
}
