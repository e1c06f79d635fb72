import type { Tx } from '#server/database/db.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { allocateLines, reserveLines } from '../line-items.ts'
import { type ByHandServices, orderFor } from '../office/order-by-hand.ts'
import { MOST_EXTENSIONS } from '../order-actions.ts'
import { insertLines, insertOrder, type OrderRow } from '../queries.ts'

interface Offered {
  readonly buyerId: string
  readonly lines: readonly PricedLine[]
  /** The end of the hold. */
  readonly until: Date
  /** The office that offers out of turn. */
  readonly actorId: string | null
}

/** Holds what somebody waited for, in an order that they pay, or accept where it costs nothing. Its hold is extended once, for a payment. */
export async function offerOrder(
  services: ByHandServices,
  tx: Tx,
  organisation: OrganisationRow,
  { buyerId, lines, until, actorId }: Offered,
): Promise<OrderRow> {
  const values = await orderFor(services, tx, organisation, { buyerId, lines })
  const order = (await insertOrder(tx, {
    ...values,
    origin: 'waiting_list',
    preparedBy: actorId,
    reservedUntil: until,
    holdExtensions: MOST_EXTENSIONS - 1,
  }))!
  const reservation = {
    orderId: order.id,
    buyerId,
    orgId: organisation.id,
    gdprAgreement: false,
    until,
    isFree: false,
    isOffer: true,
  }
  const held = await reserveLines(services.lineHandlers, tx, reservation, lines)
  await insertLines(tx, order.id, held)
  const cause = { reason: 'offered', actorId, subjectId: buyerId }
  await allocateLines(services.lineHandlers, tx, reservation, held, { ids: [], cause })
  return order
}
