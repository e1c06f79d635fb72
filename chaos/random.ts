/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => from[whole(0, from.length - 1)]!
  return {
    /** An integer, both limits included. */
    whole,
    chance: (share: number) => next() < share,
    pick,
    /** One of several makers, by weight. */
    weighted<T>(choices: readonly (readonly [number, () => T])[]): T {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, make] of choices) if ((left -= weight) < 0) return make()
      return choices.at(-1)![1]()
    },
    times: <T>(count: number, make: (index: number) => T): T[] =>
      Array.from({ length: count }, (_, index) => make(index)),
  }
}

export type Random = ReturnType<typeof randomFrom>
