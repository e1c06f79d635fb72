/** How long things take, in milliseconds. */
export interface GatewayTiming {
  /** Factor for the delays between callback attempts and of late callbacks; 1 is real time. */
  callbackTimeScale: number
  /** How long the redirect waits for the answer to the callback before it. */
  callbackFirst: number
  /** How long a caller waits before the connection of a lost answer is closed. */
  lostAnswerAfter: number
}
