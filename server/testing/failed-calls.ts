/** Lines about calls that failed; waiting too long for a connection, as on a busy machine, is no failure of the call's own. */
export const failedCalls = (log: readonly string[]): string[] =>
  log.filter((line) => line.includes('A call failed') && !line.includes('timeout exceeded when trying to connect'))
