export interface LargeWorld {
  readonly clubs: number
  readonly events: number
  readonly members: number
  /** Places at events; about as many tickets. */
  readonly entries: number
}

export const largeWorld: LargeWorld = { clubs: 1000, events: 10_000, members: 100_000, entries: 300_000 }
