/** No valid token for the next request. */
export class RefreshFailed extends Error {
  /** True when the provider refused the refresh token, so the session is over; false when it did not respond. */
  readonly refused: boolean

  constructor(refused: boolean, options?: ErrorOptions) {
    super('Failed to refresh token', options)
    this.refused = refused
  }
}
