import type { Reader } from '#server/database/db.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { selectOptionalOrderByToken, type OrderRow, type OrderWithOrganisation } from './queries.ts'

const PURPOSE = 'orders.token'
const form = /^[A-Za-z0-9]{40}$/

/** The query key that carries the token in addresses. */
export const tokenKey = (productKey: string): string => `${productKey}token`

/** The stored form of a token: a hash to find its order by, and the token itself, encrypted, for addresses built later. */
export const sealToken = (secrets: Secrets, token: string) => ({
  tokenHash: hashToken(token),
  tokenEncrypted: secrets.encrypt(PURPOSE, token),
})

export const openToken = (secrets: Secrets, order: OrderRow): string => secrets.decrypt(PURPOSE, order.tokenEncrypted)

/** The order named by a `{product}token`, whatever its age. */
export async function findOrder(db: Reader, token: unknown): Promise<OrderWithOrganisation | null> {
  return typeof token === 'string' && form.test(token) ? selectOptionalOrderByToken(db, hashToken(token)) : null
}
