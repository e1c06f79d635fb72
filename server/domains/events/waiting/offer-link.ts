import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'waiting-offer'

/** Lets whoever holds the mail of an offer decline it without signing in. */
export const offerToken = (secrets: Secrets, orderId: string): string => `${orderId}.${secrets.sign(PURPOSE, orderId)}`

/** @returns the order of the offer; null if we did not sign it */
export function readOfferToken(secrets: Secrets, token: string): string | null {
  const [orderId = '', signature = '', ...more] = token.split('.')
  return more.length === 0 && secrets.verify(PURPOSE, orderId, signature) ? orderId : null
}
