import type { Selection } from '#contract/orders/orders.ts'
import { inTransaction, together, type Db, type Tx } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { fullName, keepLinks, type MemberRow, selectOptionalMember } from '#server/domains/members/index.ts'
import { isTestState, selectOptionalOrganisation, sells } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { completeOrder, type CompleteServices } from '../settlement/complete-order.ts'
import { decodeSelection, hasAddress, readSelection } from './read-selection.ts'
import { paidAtOnce } from '../order-state.ts'
import { openToken, sealToken } from '../order-token.ts'
import { selectRenewableOrders } from '../paid-term-queries.ts'
import * as queries from '../queries.ts'
import { auditOrderForOthers } from '../audit-order.ts'
import { lockReplacedOrders } from '../replaceable-queries.ts'
import { replaceUnpaidOrders } from './replace-unpaid-orders.ts'
import { allocateLines, organisationOf, priceBasket, reserveLines } from '../line-items.ts'
import { hashOfLines, kindsOf, orderNumber, requestedItem, returnEvent } from '../line-kinds.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { notifyOrderReady } from '../notifications/buyer.ts'

const HOLD_MINUTES = 30

export interface PrepareServices extends CompleteServices {
  readonly secrets: Secrets
  readonly productKey: string
}

interface PrepareInput {
  /** Chosen by the client; a repeated request with the same token finds the same order. */
  readonly token: string
  readonly membershipData: string
}

/**
 * Prepares an order in its own transaction. A wrong coupon code counts as a guess even though the transaction is
 * rolled back.
 */
export function submitOrder(
  services: PrepareServices,
  db: Db,
  buyer: MemberActor,
  input: PrepareInput,
): Promise<string> {
  const prepare = () => inTransaction(db, (tx) => prepareOrder(services, tx, buyer, input), { pipelined: true })
  return mayNameCode(input) ? services.lineHandlers.coupons.limitGuesses(db, buyer, prepare) : prepare()
}

/** Whether the selection may contain a coupon code. Unreadable data counts as one. */
function mayNameCode({ membershipData }: PrepareInput): boolean {
  try {
    return Boolean((decodeSelection(membershipData) as { coupon?: unknown }).coupon)
  } catch {
    return true
  }
}

/**
 * Turns a selection into an order: prices it, checks every rule, and holds what it needs for 30 minutes, or for the
 * time left on an order it replaces. All of it succeeds or nothing does. A total of zero is completed at once, unless an
 * administrator made the order: then its buyer is asked first.
 * @returns the `{product}token` that names the order
 */
export async function prepareOrder(
  services: PrepareServices,
  tx: Tx,
  buyer: MemberActor,
  input: PrepareInput,
): Promise<string> {
  const { lineHandlers } = services
  const forAnother = isImpersonating(buyer)
  const selection = readSelection(input.membershipData, { forAnother })
  const named = organisationOf(selection.lines)
  const request = requestOf(input, selection)
  const [namedShop, repeated, wait, member, , basket] = await together(
    tx,
    async () => named && selectSeller(tx, named),
    () => findRepeated(services.secrets, tx, buyer, { request, selection }),
    () => queries.selectUnpaidWait(tx, buyer.memberId, MOST_UNPAID),
    () => selectOptionalMember(tx, buyer.memberId),
    // A family link that is ending now either releases what is prepared here or has already ended.
    () =>
      selection.lines.some(({ memberId }) => memberId !== buyer.memberId)
        ? keepLinks(tx, buyer.memberId)
        : Promise.resolve(),
    // A repeated request may find its own places taken.
    () => priceBasket(lineHandlers, tx, buyer, selection).catch((refusal: Error) => refusal),
  )
  if (repeated) return repeated
  // Stops somebody from blocking places all day with orders they never pay.
  if (!forAnother && wait !== null)
    throw new Problem('too_many_unpaid_orders', { retryAfter: wait, data: { most: MOST_UNPAID } })
  if (basket instanceof Error) throw basket
  const { lines, coupon } = basket
  const shop = namedShop || (await selectSeller(tx, lines[0]!.orgId))
  const token = newToken()
  const values = orderOf(services, tx, buyer, {
    selection,
    shop,
    request,
    lines,
    coupon,
    token,
    member: member!,
  })
  const [order, replaceable] = await together(
    tx,
    () => queries.insertOrder(tx, values),
    () => lockReplacedOrders(tx, values, lines.map(requestedItem)),
  )
  // A concurrent request with the same client token won.
  if (!order) return (await findRepeated(services.secrets, tx, buyer, { request, selection }))!

  const cause = { reason: 'chosen', actorId: buyer.actorId, subjectId: buyer.memberId }
  const club = shop.organisation.name
  const chosen = { club, cause, until: holdUntil(tx) }
  const { until, replaced } = await replaceUnpaidOrders(lineHandlers, tx, order, replaceable, chosen)
  const gdprAgreement = selection.gdprAgreement && !forAnother
  const { id: orderId, orgId } = order
  const isFree = order.status === 'paid'
  const reservation = {
    orderId,
    orgId,
    buyerId: buyer.memberId,
    gdprAgreement,
    until,
    isFree,
    isForAnother: forAnother,
  }
  const held = await reserveLines(lineHandlers, tx, reservation, lines)
  if (coupon !== null) await lineHandlers.coupons.reserve(tx, reservation, { code: coupon, lines })
  await together(
    tx,
    () => queries.insertLines(tx, order.id, held),
    () => auditOrderForOthers(tx, buyer, order, { name: 'order_prepared', lines }),
    async () => forAnother && notifyOrderReady(tx, order, { club, actorId: buyer.actorId }),
    async () => isFree && completeOrder(services, tx, order, { ...cause, reason: 'nothing to pay' }, null),
  )
  // From here to the commit, other buyers of the same places wait.
  await allocateLines(lineHandlers, tx, reservation, held, replaced)
  return token
}

/** The organisation that sells, with its payment configuration if it has one. */
async function selectSeller(tx: Tx, orgId: string) {
  const [organisation, payment] = await together(
    tx,
    () => selectOptionalOrganisation(tx, orgId),
    () => selectOptionalConfiguration(tx, orgId),
  )
  if (!organisation) throw new Problem('organisation_not_found')
  if (!sells(organisation.state)) throw new Problem('club_paused')
  return { organisation, payment }
}

/** How many orders one buyer may start and leave unpaid within a day; cancelled free tickets count too. */
const MOST_UNPAID = 60

/**
 * How a repeated request finds its order: by what is bought. Other parts of the selection keep their first value.
 * `selectionHash` is what the previous version compares.
 */
const requestOf = ({ token, membershipData }: PrepareInput, { lines, coupon }: Selection) => ({
  clientTokenHash: hashToken(token),
  linesHash: hashOfLines(lines, coupon),
  selectionHash: hashToken(membershipData),
})

type Request = ReturnType<typeof requestOf>

/** The order created earlier with this client token, if any. */
async function findRepeated(
  secrets: Secrets,
  tx: Tx,
  buyer: MemberActor,
  { request, selection }: { request: Request; selection: Selection },
) {
  const order = await queries.selectOptionalOrderByClientToken(tx, buyer.memberId, request.clientTokenHash)
  if (!order) return null
  const isSame =
    order.linesHash === null ? order.selectionHash === request.selectionHash : order.linesHash === request.linesHash
  // A repeat must not save a card that its first request did not agree to.
  const isAgreed =
    order.origin !== 'buyer' ||
    order.autoRenewal === (selection.autoRenewal ?? false) ||
    !(await selectRenewableOrders(tx, [order.id])).has(order.id)
  if (!isSame || !isAgreed) throw new Problem('token_reused')
  return openToken(secrets, order)
}

interface Chosen {
  readonly selection: Selection
  readonly shop: Awaited<ReturnType<typeof selectSeller>>
  readonly request: Request
  readonly lines: readonly PricedLine[]
  readonly coupon: string | null
  readonly token: string
  /** The buyer. */
  readonly member: MemberRow
}

const holdUntil = (tx: Tx) => new Date(tx.now.getTime() + HOLD_MINUTES * 60_000)

function orderOf({ secrets, productKey }: PrepareServices, tx: Tx, buyer: MemberActor, chosen: Chosen) {
  const { selection, shop, request, lines, coupon, token, member } = chosen
  const forAnother = isImpersonating(buyer)
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  if (total > 0 && !shop.payment) throw new Problem('payment_not_configured')
  if (total > 0 && !hasAddress(selection)) throw new Problem('address_incomplete')
  const number = orderNumber({ orgKey: shop.organisation.key, productKey, token, lines, buyerId: buyer.memberId })
  const isFree = total === 0 && !forAnother
  return {
    id: newId(),
    orgId: shop.organisation.id,
    buyerId: buyer.memberId,
    number,
    kinds: kindsOf(lines),
    eventId: returnEvent(lines),
    couponCode: coupon,
    ...sealToken(secrets, token),
    ...request,
    total,
    currency: shop.organisation.currency,
    testMode: shop.payment?.testMode ?? isTestState(shop.organisation.state),
    billing: { ...selection.billing, postCode: selection.billing.postCode.replace(/\s/g, '') },
    language: member.language ?? buyer.via.language,
    initDevice: buyer.via.device,
    // Nobody can agree on a member's behalf, nor to save their card; the member is asked when they pay.
    ...agreedTexts(forAnother ? {} : selection, shop.organisation),
    // A card that would renew nothing is not saved.
    autoRenewal:
      (selection.autoRenewal ?? false) &&
      !forAnother &&
      lines.some((line) => line.kind === 'membership' && line.renewsByCard),
    origin: forAnother ? 'administrator' : 'buyer',
    preparedBy: forAnother ? buyer.actorId : null,
    ...(isFree
      ? { ...paidAtOnce(tx.now, buyer.via.device), search: searchedWords(number, member, lines) }
      : { reservedUntil: holdUntil(tx) }),
  } as const
}

/** As the view `searched_orders` has them. */
const searchedWords = (number: string, member: MemberRow, lines: readonly PricedLine[]): string =>
  [number, fullName(member), member.email ?? [], ...lines.map(({ memberName, title }) => [memberName, title])]
    .flat()
    .join('\n')

/** The versions of the club's texts that the buyer was shown; none that the club has not written. */
function agreedTexts({ texts }: Pick<Selection, 'texts'>, club: Chosen['shop']['organisation']) {
  const shown = (agreed: number | null | undefined, latest: number | null) =>
    agreed && latest && agreed > 0 && agreed <= latest ? agreed : null
  return {
    termsVersion: shown(texts?.terms, club.termsVersion),
    privacyVersion: shown(texts?.privacy, club.privacyVersion),
  }
}
