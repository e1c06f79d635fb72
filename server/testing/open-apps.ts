/** What a test app leaves behind of a test: what it wrote into its log, and whom it slows down. */
export interface Traces {
  readonly log: string[]
  forgetRates(): Promise<unknown>
}

/** Those of every app that is open. */
export const openApps = new Set<Traces>()
