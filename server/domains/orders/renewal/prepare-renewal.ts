import type { Reader, Tx } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { orders } from '#server/database/schema/index.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { and, desc, eq, inArray, isNotNull, sql } from '#server/database/sql.ts'
import { languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { PrepareServices } from '../checkout/prepare-order.ts'
import { openToken, sealToken } from '../order-token.ts'
import { insertLines, insertOrder, type OrderRow } from '../queries.ts'
import { auditOrderForOthers } from '../audit-order.ts'
import { reserveLines } from '../line-items.ts'
import { kindsOf, orderNumber, returnEvent } from '../line-kinds.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { completeOrder } from '../settlement/complete-order.ts'

interface RenewalWish {
  readonly orgId: string
  /** Priced by their handler for this payer. */
  readonly lines: readonly PricedLine[]
  /** It can be paid with another card until then. */
  readonly until: Date
}

/**
 * Creates the order of a renewal with the same holds as a purchase, billed like the payer's last purchase from the
 * club. A total of zero is completed at once. Null if the club can no longer be paid.
 */
export async function prepareRenewal(
  services: PrepareServices,
  tx: Tx,
  payer: MemberActor,
  { orgId, lines, until }: RenewalWish,
): Promise<OrderRow | null> {
  const { lineHandlers, secrets, productKey } = services
  const payment = await selectOptionalConfiguration(tx, orgId)
  const last = await selectLastOrder(tx, payer.memberId, orgId)
  const organisation = await selectOrganisation(tx, orgId)
  if (!payment || !last || !sells(organisation.state)) return null
  const member = await selectOptionalMember(tx, payer.memberId)
  const token = newToken()
  const order = await insertOrder(tx, {
    id: newId(),
    orgId,
    buyerId: payer.memberId,
    number: orderNumber({ orgKey: organisation.key, productKey, token, lines, buyerId: payer.memberId }),
    ...sealToken(secrets, token),
    clientTokenHash: hashToken(newToken()),
    selectionHash: '',
    kinds: kindsOf(lines),
    eventId: returnEvent(lines),
    total: lines.reduce((sum, line) => sum + line.total, 0),
    currency: organisation.currency,
    testMode: payment.testMode,
    billing: last.billing,
    language: languageOf(member, last.language),
    autoRenewal: true,
    renewalUntil: until,
    reservedUntil: until,
  })
  const reservation = { orderId: order!.id, buyerId: payer.memberId, orgId, gdprAgreement: true, until, isFree: false }
  await insertLines(tx, order!.id, await reserveLines(lineHandlers, tx, reservation, lines))
  await auditOrderForOthers(tx, payer, order!, { name: 'order_prepared', lines })
  const cause = { reason: 'nothing to pay', subjectId: payer.memberId }
  if (order!.total === 0) await completeOrder(services, tx, order!, cause, '')
  return order
}

/** The buyer's last paid order at a club, preferably one with an address: free tickets have none. */
export async function selectLastOrder(db: Reader, buyerId: string, orgId: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.orgId, orgId), isNotNull(orders.paidAt)))
    .orderBy(desc(sql`${orders.billing} ->> 'addressLine1' <> ''`), desc(orders.id))
    .limit(1)
  return row ?? null
}

/** The tokens of those orders that can still be paid, for their buyer. */
export async function selectUnpaidTokens(
  secrets: Secrets,
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), inArray(orders.status, ['open', 'declined'])))
  return new Map(rows.map((order) => [order.id, openToken(secrets, order)]))
}
