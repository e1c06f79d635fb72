/** What people and the gateway call an order of memberships: never a key, at most 20 characters. */
export function membershipOrderNumber(orgKey: string, productKey: string, participantId: string): string {
  return `${(orgKey || productKey).slice(0, 5)}-M-${participantId.slice(-11)}`
}
