import type { Tx } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { hashToken } from '#server/database/secrets.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { completeOrder } from '../settlement/complete-order.ts'
import { membershipOrderNumber } from '../checkout/order-number.ts'
import { sealToken } from '../order-token.ts'
import type { PrepareServices } from '../checkout/prepare-order.ts'
import * as queries from '../queries.ts'
import { recordForOthers } from '../record-for-others.ts'
import { selectLastOrder } from './renewal-order-queries.ts'
import { holdLines } from '../sell-lines.ts'
import type { PricedLine } from '../seller.ts'

export interface RenewalWish {
  readonly orgId: string
  /** Priced by their seller, for this payer. */
  readonly lines: readonly PricedLine[]
  /** Until then it can be paid with another card. */
  readonly until: Date
}

/**
 * Makes the order of a renewal, as its payer would: with the same holds, billed as their last purchase of the club. A total of
 * zero is paid at once. Null when the club cannot be paid (any more).
 */
export async function prepareRenewal(
  services: PrepareServices,
  tx: Tx,
  payer: MemberActor,
  { orgId, lines, until }: RenewalWish,
): Promise<queries.OrderRow | null> {
  const { sellers, secrets, productKey } = services
  const payment = await selectOptionalConfiguration(tx, orgId)
  const last = await selectLastOrder(tx, payer.memberId, orgId)
  if (!payment || !last) return null
  const organisation = await selectOrganisation(tx, orgId)
  const member = await selectOptionalMember(tx, payer.memberId)
  const token = newToken()
  const first = lines.find((line) => line.memberId === payer.memberId) ?? lines[0]!
  const order = await queries.insertOrder(tx, {
    id: newId(),
    orgId,
    buyerId: payer.memberId,
    number: membershipOrderNumber(organisation.key, productKey, first.memberId),
    ...sealToken(secrets, token),
    clientTokenHash: hashToken(newToken()),
    selectionHash: '',
    total: lines.reduce((sum, line) => sum + line.total, 0),
    currency: organisation.currency,
    testMode: payment.testMode,
    billing: last.billing,
    language: member?.language ?? last.language,
    autoRenewal: true,
    renewalUntil: until,
    reservedUntil: until,
  })
  const hold = { orderId: order!.id, buyerId: payer.memberId, orgId, gdprAgreement: true, until, isFree: false }
  await queries.insertLines(tx, order!.id, await holdLines(sellers, tx, hold, lines))
  await recordForOthers(tx, payer, order!, { name: 'order_prepared', lines })
  const cause = { reason: 'nothing to pay', subjectId: payer.memberId }
  if (order!.total === 0) await completeOrder(services, tx, order!, cause, '')
  return order
}
