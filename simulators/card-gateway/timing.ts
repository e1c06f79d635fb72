/** How long things take, in milliseconds. */
export interface GatewayTiming {
  /** 1 = real time; multiplies the waits between callback tries and the late callback. */
  callbackTimeScale: number
  /** How long the browser is kept for the answer to the callback that goes before it. */
  callbackFirst: number
  /** How long a lost answer keeps its caller waiting before the connection ends. */
  lostAnswerAfter: number
}
