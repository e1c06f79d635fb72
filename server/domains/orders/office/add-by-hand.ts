import type { LineByHand, OrderByHand, PayByHand } from '#contract/orders/by-hand.ts'
import { MOST_DUE_DAYS } from '#contract/orders/by-hand.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { type Db, inTransactionThenRead, lockKey, type Tx } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { joinClub, numberPeople } from '#server/domains/members/index.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasAccount, holdEndOf } from '../invoices/owes.ts'
import { requestInvoiceMail } from '../invoices/invoice-mail.ts'
import { requireReceivedDay, takePayment } from '../invoices/record-payment.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { allocateLines, isPriced, reserveLines, supersede } from '../line-items.ts'
import { insertLines, insertOrder } from '../queries.ts'
import { completeOrder } from '../settlement/complete-order.ts'
import { type ByHandServices, orderFor } from './order-by-hand.ts'
import { readOrderByHand } from './club-orders.ts'
import { atPrice, findBuyer, priceByHand } from './price-by-hand.ts'

interface Added {
  readonly token: string
  readonly memberId: string
  readonly lines: readonly LineByHand[]
  readonly pay: PayByHand
  readonly reason: string
}

/**
 * Adds memberships and places for somebody as an office: the order, receipt and messages of a purchase, without its payment window. When and
 * to whom something is sold is the office's business, and so is the price, with a reason; never more places than there are, nor a season
 * twice. Money taken already is recorded with it; an invoice holds everything until it expires; what is free is delivered at once. A
 * repeated token answers with the first order; where something else is sent with it, it is refused with that order.
 */
export const addByHand = (
  services: ByHandServices,
  db: Db,
  caller: OfficeCaller<OrganisationRow>,
  added: Added,
): Promise<OrderByHand> => inTransactionThenRead(db, (tx) => insertByHand(services, tx, caller, added), readOrderByHand)

/** An office, or the job that does what it asked for. */
interface Adder {
  readonly actor: Pick<MemberActor, 'actorId'>
  readonly organisation: OrganisationRow
}

/** `addByHand` within a transaction. @returns the id of the order */
export async function insertByHand(services: ByHandServices, tx: Tx, caller: Adder, added: Added): Promise<string> {
  const { actor, organisation } = caller
  const { id: orgId } = organisation
  const { memberId, pay, reason } = added
  const clientTokenHash = hashToken(added.token)
  await lockKey(tx, `by hand ${orgId} ${clientTokenHash}`)
  // Changed after an answer was lost, it is another order.
  const linesHash = hashToken(JSON.stringify([memberId, added.lines, pay, reason]))
  const repeated = await selectByToken(tx, orgId, clientTokenHash)
  if (repeated && (repeated.linesHash ?? linesHash) !== linesHash)
    throw new Problem('token_reused', { data: { order: await readOrderByHand(tx, repeated.id) } })
  if (repeated) return repeated.id

  const { buyerId } = await findBuyer(tx, orgId, memberId)
  const lines = await linesAtPrices(services, tx, orgId, { ...added, buyerId })
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  requirePayment(tx, organisation, pay, total)
  await supersede(services.lineHandlers, tx, lines)
  const order = await insertOrder(
    tx,
    await orderOf(services, tx, caller, { buyerId, lines, pay, clientTokenHash, linesHash }),
  )
  if (!order) throw new Problem('token_reused')
  const isPaid = pay.how !== 'invoice'
  const cause = { reason: 'added by hand', actorId: actor.actorId, subjectId: buyerId }
  const reservation = {
    orderId: order.id,
    orgId,
    buyerId,
    gdprAgreement: true,
    until: order.reservedUntil ?? tx.now,
    isFree: isPaid,
    byHand: { actorId: actor.actorId, reason },
  }
  const held = await reserveLines(services.lineHandlers, tx, reservation, lines)
  await insertLines(tx, order.id, held)
  await joinClub(tx, { orgId, memberIds: [buyerId, memberId], source: 'added' })
  await numberPeople(tx, orgId)
  await recordOfficeChange(tx, caller, {
    name: 'added_by_hand',
    thing: 'order',
    thingId: order.id,
    label: order.number,
    after: {
      person: lines[0]!.memberName,
      lines: lines.map(({ title }) => title).join(', '),
      amount: total,
      ...(pay.how === 'taken' && { method: pay.method, receivedOn: pay.receivedOn, reference: pay.reference }),
      ...(pay.how === 'invoice' && { dueOn: pay.dueOn }),
    },
    reason: reason || undefined,
  })
  if (pay.how === 'taken') await takePayment(tx, order, pay, actor.actorId)
  if (isPaid) await completeOrder(services, tx, order, cause, '')
  else await requestInvoiceMail(tx, order)
  // From here to the commit, buyers of the same places wait.
  await allocateLines(services.lineHandlers, tx, reservation, held, { ids: [], cause })
  return order.id
}

/** The lines at the prices that the office chose. Throws the first refusal, or that a reason is missing. */
async function linesAtPrices(
  { lineHandlers }: ByHandServices,
  tx: Tx,
  orgId: string,
  { lines: added, pay, reason, ...whom }: Added & { readonly buyerId: string },
): Promise<PricedLine[]> {
  const answers = await priceByHand(lineHandlers, tx, orgId, { ...whom, lines: added })
  let needsReason = false
  const lines = answers.map((answer, at) => {
    if (!isPriced(answer)) throw answer.refusal
    if (answer.orgId !== orgId) throw new Problem('event_not_found')
    const line = atPrice(answer, pay.how === 'free' ? 0 : (added[at]!.price ?? answer.total))
    needsReason ||= line.total !== answer.total || (answer.overrules?.length ?? 0) > 0
    return line
  })
  if (needsReason && !reason) throw new Problem('reason_needed')
  return lines
}

function requirePayment(tx: Tx, organisation: OrganisationRow, pay: PayByHand, total: number): void {
  if (pay.how !== 'free' && total === 0) throw new Problem('nothing_to_pay')
  if (pay.how === 'taken') requireReceivedDay(tx, pay.receivedOn)
  if (pay.how !== 'invoice') return
  const today = copenhagenDate(tx.now)
  if (pay.dueOn < today || pay.dueOn > addDays(today, MOST_DUE_DAYS)) throw new Problem('due_day_wrong')
  if (!hasAccount(organisation)) throw new Problem('bank_account_missing')
}

interface Chosen {
  readonly buyerId: string
  readonly lines: readonly PricedLine[]
  readonly pay: PayByHand
  readonly clientTokenHash: string
  readonly linesHash: string
}

async function orderOf(
  services: ByHandServices,
  tx: Tx,
  { organisation }: Adder,
  { buyerId, lines, pay, ...hashes }: Chosen,
) {
  return {
    ...(await orderFor(services, tx, organisation, { buyerId, lines })),
    ...hashes,
    origin: 'office',
    ...(pay.how === 'invoice' && { dueOn: pay.dueOn, reservedUntil: holdEndOf(pay.dueOn) }),
  } as const
}

async function selectByToken(tx: Tx, orgId: string, clientTokenHash: string) {
  const [row] = await tx
    .select({ id: orders.id, linesHash: orders.linesHash })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.clientTokenHash, clientTokenHash), sql`origin = 'office'`))
  return row
}
