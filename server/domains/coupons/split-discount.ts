/** What a code takes off: whole percent of each, or øre of all together. Exactly one of them. */
export interface Worth {
  readonly percent: number | null
  readonly amount: number | null
}

/**
 * What a code takes off each of these amounts, in øre: never more than there is. A percentage is rounded half up on each; an
 * amount is spread by their sizes, to the last øre.
 */
export function splitDiscount({ percent, amount }: Worth, totals: readonly number[]): number[] {
  if (percent !== null) return totals.map((total) => Math.floor((total * percent + 50) / 100))
  const sum = totals.reduce((all, total) => all + total, 0)
  if (sum === 0) return totals.map(() => 0)
  return spread(Math.min(amount ?? 0, sum), totals, sum)
}

/** Whole øre first; those left over go to where the most was cut away, the first of equals before the others. */
function spread(off: number, totals: readonly number[], sum: number): number[] {
  // The products are beyond what a number holds exactly.
  const shares = totals.map((total) => BigInt(off) * BigInt(total))
  const whole = shares.map((share) => Number(share / BigInt(sum)))
  const left = off - whole.reduce((all, one) => all + one, 0)
  const cut = shares.map((share, at) => ({ at, rest: Number(share % BigInt(sum)) }))
  const favoured = new Set(
    cut
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, left)
      .map(({ at }) => at),
  )
  return whole.map((one, at) => one + (favoured.has(at) ? 1 : 0))
}
