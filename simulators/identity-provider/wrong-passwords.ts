const minute = 60_000

/** Counts wrong passwords per name over the last minute, in memory. */
export function countWrongPasswords(limit = 10) {
  const tries = new Map<string, number[]>()
  const recent = (name: string) => (tries.get(name) ?? []).filter((time) => time > Date.now() - minute)
  const keyOf = (name: string) => name.trim().toLowerCase()
  return {
    tooMany: (name: string) => recent(keyOf(name)).length >= limit,
    count(name: string) {
      if (tries.size > 10_000) tries.clear()
      tries.set(keyOf(name), [...recent(keyOf(name)), Date.now()])
    },
    forget: (name: string) => tries.delete(keyOf(name)),
  }
}
