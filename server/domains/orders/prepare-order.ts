import type { Selection } from '#contract/orders.ts'
import type { Tx } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { selectOptionalOrganisation } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { completeOrder } from './complete-order.ts'
import { membershipOrderNumber } from './order-number.ts'
import { transitionOrders } from './order-state.ts'
import { openToken, sealToken } from './order-token.ts'
import * as queries from './queries.ts'
import { readSelection } from './selection.ts'
import type { PricedLine, Sellers } from './seller.ts'

const HOLD_MINUTES = 30

export interface PrepareServices {
  readonly secrets: Secrets
  readonly sellers: Sellers
  readonly productKey: string
}

export interface PrepareInput {
  /** Made by the client: the same one names the same order, so that a repeated request makes no second. */
  readonly token: string
  readonly membershipData: string
}

/**
 * Turns a selection into an order: prices it, checks every rule, and holds what it needs for 30 minutes. All of it stands
 * or nothing. A total of zero is paid at once.
 * @returns the `{product}token` that names the order from here on
 */
export async function prepareOrder(
  services: PrepareServices,
  tx: Tx,
  buyer: MemberActor,
  input: PrepareInput,
): Promise<string> {
  const { secrets, sellers } = services
  const selection = readSelection(input.membershipData)
  const orgId = selection.lines[0]!.orgId
  const organisation = await selectOptionalOrganisation(tx, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  const payment = await selectOptionalConfiguration(tx, orgId)
  if (!payment) throw new Problem('payment_not_configured')

  const clientTokenHash = hashToken(input.token)
  const selectionHash = hashToken(input.membershipData)
  const repeated = await queries.selectOptionalOrderByClientToken(tx, buyer.memberId, clientTokenHash)
  if (repeated) return answerRepeated(secrets, repeated, selectionHash)

  const lines = await sellers.membership.price(tx, buyer, selection.lines)
  const token = newToken()
  const order = await queries.insertOrder(tx, {
    id: newId(),
    orgId,
    buyerId: buyer.memberId,
    number: membershipOrderNumber(organisation.key, services.productKey, mainParticipant(buyer, lines)),
    ...sealToken(secrets, token),
    clientTokenHash,
    selectionHash,
    total: lines.reduce((sum, line) => sum + line.total, 0),
    currency: payment.currencySymbol,
    testMode: payment.testMode,
    billing: billingOf(selection),
    language: buyer.via.language,
    initDevice: buyer.via.device,
    reservedUntil: new Date(tx.now.getTime() + HOLD_MINUTES * 60_000),
  })
  // Another request with this client token was a moment faster.
  if (!order)
    return answerRepeated(
      secrets,
      (await queries.selectOptionalOrderByClientToken(tx, buyer.memberId, clientTokenHash))!,
      selectionHash,
    )

  await cancelReplaced(sellers, tx, buyer, order, lines)
  const hold = { orderId: order.id, orgId, gdprAgreement: selection.gdprAgreement, until: order.reservedUntil! }
  await queries.insertLines(tx, order.id, await sellers.membership.hold(tx, hold, lines))
  if (order.total === 0) {
    await completeOrder(
      sellers,
      tx,
      order,
      { reason: 'nothing to pay', actorId: buyer.memberId, subjectId: buyer.memberId },
      buyer.via.device,
    )
  }
  return token
}

function answerRepeated(secrets: Secrets, order: queries.OrderRow, selectionHash: string): string {
  if (order.selectionHash !== selectionHash) throw new Problem('token_reused')
  return openToken(secrets, order)
}

/** Whoever chooses anew for the same people gives up the order left unpaid, so that it does not stand in their own way. */
async function cancelReplaced(
  sellers: Sellers,
  tx: Tx,
  buyer: MemberActor,
  order: queries.OrderRow,
  lines: readonly PricedLine[],
) {
  const replaced = await queries.lockReplacedOrders(
    tx,
    order,
    lines.map((line) => line.memberId),
  )
  if (replaced.length === 0) return
  const cause = { reason: 'replaced by another selection', actorId: buyer.memberId, subjectId: buyer.memberId }
  await transitionOrders(tx, replaced, 'cancelled', cause)
  await sellers.membership.release(tx, replaced, cause)
}

const mainParticipant = (buyer: MemberActor, lines: readonly PricedLine[]): string =>
  (lines.find((line) => line.memberId === buyer.memberId) ?? lines[0]!).memberId

const billingOf = ({ billing }: Selection) => ({ ...billing, postCode: billing.postCode.replace(/\s/g, '') })
