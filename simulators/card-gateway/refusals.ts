/** An HTTP error in the gateway's format: `{"Message": "…"}`. */
export class GatewayRefusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const noSuchAuthorization = () => new GatewayRefusal(406, 'No matching authorization found')

/** The names of the gateway's result codes that the simulator uses. */
export const statusMessages: Record<number, string> = {
  0: 'Success',
  4: 'Declined by acquirer',
  6: 'Declined by issuer',
  7: 'Insufficient funds',
  10: 'Invalid card',
  11: 'Card expired',
  17: 'Internal error',
}
