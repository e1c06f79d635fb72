import type { Tx } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { fullName, languageOf, type MemberRow, selectOptionalMember } from '#server/domains/members/index.ts'
import { isTestState, type OrganisationRow } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import type { HeldLine, PricedLine } from '../line-item-handler.ts'
import { kindsOf, orderNumber, returnEvent } from '../line-kinds.ts'
import { sealToken } from '../order-token.ts'
import { insertLines, insertOrder } from '../queries.ts'
import { completeOrder, type CompleteServices } from '../settlement/complete-order.ts'

export interface ByHandServices extends CompleteServices {
  readonly secrets: Secrets
  readonly productKey: string
}

interface ByHand {
  readonly buyerId: string
  readonly lines: readonly HeldLine[]
  /** Of a guest, who has no account. */
  readonly email?: string | null
}

/** The row of an order that somebody else makes for its buyer, with what their profile says. */
export async function orderFor(
  { secrets, productKey }: Pick<ByHandServices, 'secrets' | 'productKey'>,
  tx: Tx,
  organisation: OrganisationRow,
  { buyerId, lines, email = null }: Pick<ByHand, 'buyerId' | 'email'> & { readonly lines: readonly PricedLine[] },
) {
  const buyer = (await selectOptionalMember(tx, buyerId))!
  const payment = await selectOptionalConfiguration(tx, organisation.id)
  const token = newToken()
  return {
    id: newId(),
    orgId: organisation.id,
    buyerId,
    number: orderNumber({ orgKey: organisation.key, productKey, token, lines, buyerId }),
    kinds: kindsOf(lines),
    eventId: returnEvent(lines),
    ...sealToken(secrets, token),
    clientTokenHash: hashToken(newToken()),
    selectionHash: '',
    total: lines.reduce((sum, line) => sum + line.total, 0),
    currency: organisation.currency,
    testMode: payment?.testMode ?? isTestState(organisation.state),
    billing: { ...billingOf(buyer), ...(email !== null && { email }) },
    language: languageOf(buyer),
  } as const
}

export const billingOf = (buyer: MemberRow) => ({
  name: fullName(buyer),
  email: buyer.email ?? '',
  phone: buyer.phone,
  addressLine1: buyer.addressLine1,
  addressLine2: buyer.addressLine2,
  addressLine3: buyer.addressLine3,
  postCode: buyer.postCode,
  city: buyer.city,
  country: buyer.country,
})

/**
 * An order of an office for somebody: nothing is to be paid on the portal, whatever the club was paid outside of it, so that it has no
 * receipt and is no income. The person gets its messages. What the lines reserve is taken afterwards.
 */
export async function createOrderByHand(
  services: ByHandServices,
  tx: Tx,
  { actor, organisation }: OfficeCaller<OrganisationRow>,
  { lines, ...whose }: ByHand,
): Promise<{ id: string }> {
  const values = await orderFor(services, tx, organisation, { ...whose, lines })
  const order = await insertOrder(tx, { ...values, origin: 'office' })
  await insertLines(tx, order!.id, lines)
  const cause = { reason: 'added by hand', actorId: actor.actorId, subjectId: whose.buyerId }
  await completeOrder(services, tx, order!, cause, '')
  return order!
}
