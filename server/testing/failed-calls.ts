/** Log lines about failed calls, except timeouts while waiting for a connection, which happen on a busy machine. */
export const failedCalls = (log: readonly string[]): string[] =>
  log.filter((line) => line.includes('A call failed') && !line.includes('timeout exceeded when trying to connect'))
