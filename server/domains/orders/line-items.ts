import { type LineKind, lineKinds } from '#contract/orders/answers.ts'
import type { Cause } from '#server/database/change-status.ts'
import { together, undoable, type Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { kindOf } from './line-kinds.ts'
import type { OrderRow } from './queries.ts'
import type {
  BoughtLine,
  HeldLine,
  Reservation,
  Lines,
  PaidOrder,
  PricedLine,
  RefusedLine,
  Replaced,
  SelectedLine,
  LineItemHandler,
  LineItemHandlers,
} from './line-item-handler.ts'

/** The order in which the parts of an order are locked: events last, because most buyers wait for them. */
const turns: Readonly<Record<LineKind | 'coupons', number>> = { membership: 1, coupons: 2, event: 3 }

const handlerOf = <K extends LineKind>(lineHandlers: LineItemHandlers, kind: K): LineItemHandler<K> =>
  lineHandlers.lines[kind]

/** Prices the lines, each kind's at once. The results keep the order of the lines. */
export async function priceLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  lines: readonly SelectedLine[],
  { byHand = false } = {},
): Promise<(PricedLine | RefusedLine)[]> {
  const answers = new Map<SelectedLine, PricedLine | RefusedLine>()
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['selected'] => kindOf(line) === kind)
    if (own.length === 0) continue
    const basket = [...answers.values()].filter(isPriced)
    const priced = await handlerOf(lineHandlers, kind).price(tx, buyer, own, basket, byHand ? [] : lines, byHand)
    own.forEach((line, at) => answers.set(line, priced[at]!))
  }
  return lines.map((line) => answers.get(line)!)
}

export const isPriced = (line: PricedLine | RefusedLine): line is PricedLine => !('refusal' in line)

export interface Basket {
  readonly lines: readonly SelectedLine[]
  readonly coupon?: string | undefined
}

/**
 * The organisation named by the lines; null if only events are selected, which know their own. Throws if there are
 * two.
 */
export function organisationOf(lines: readonly SelectedLine[]): string | null {
  const named = new Set(lines.flatMap((line) => ('orgId' in line ? line.orgId : [])))
  if (named.size > 1) throw new Problem('one_organisation_per_order')
  return [...named][0] ?? null
}

/**
 * Prices every line and applies the coupon. Throws the first refusal.
 * @returns coupon: the code as it is stored, or null
 */
export async function priceBasket(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  { lines: selected, coupon }: Basket,
): Promise<{ lines: PricedLine[]; coupon: string | null }> {
  const answers = await priceLines(lineHandlers, tx, buyer, selected)
  const lines = answers.map((answer) => {
    if (!isPriced(answer)) throw answer.refusal
    return answer
  })
  if (new Set(lines.map((line) => line.orgId)).size > 1) throw new Problem('one_organisation_per_order')
  if (!coupon) return { lines, coupon: null }
  const discounted = await lineHandlers.coupons.discount(tx, buyer, coupon, lines, selected)
  if (discounted instanceof Problem) throw discounted
  return { lines: discounted.lines, coupon: discounted.code }
}

/** Ends what an office's lines take the place of. */
export async function supersede(lineHandlers: LineItemHandlers, tx: Tx, lines: readonly PricedLine[]): Promise<void> {
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['priced'] => line.kind === kind)
    if (own.length > 0) await handlerOf(lineHandlers, kind).supersede?.(lineHandlers, tx, own)
  }
}

/** Reserves everything, or throws and reserves nothing. The results keep the order of the lines. */
export async function reserveLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  reservation: Reservation,
  lines: readonly PricedLine[],
): Promise<HeldLine[]> {
  const held = new Map<PricedLine, HeldLine>()
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['priced'] => line.kind === kind)
    if (own.length === 0) continue
    const kept = await handlerOf(lineHandlers, kind).reserve(tx, reservation, own, lines)
    own.forEach((line, at) => held.set(line, kept[at]!))
  }
  return lines.map((line) => held.get(line)!)
}

/** The last step of a new order: reserves what `reserveLines` left out, and releases it in the replaced orders. */
export async function allocateLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  reservation: Reservation,
  lines: readonly HeldLine[],
  replaced: Replaced,
): Promise<void> {
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['held'] => line.kind === kind)
    if (own.length > 0 || replaced.ids.length > 0)
      await handlerOf(lineHandlers, kind).allocate?.(tx, reservation, own, replaced)
  }
}

type SoldOrder = PaidOrder & Pick<OrderRow, 'kinds' | 'couponCode'>

/** Everything an order may consist of, in lock order. */
const allParts = ({ lines, coupons }: LineItemHandlers) =>
  [
    ...lineKinds.map((kind) => ({ name: kind, part: lines[kind] })),
    { name: 'coupons' as const, part: coupons },
  ].toSorted((a, b) => turns[a.name] - turns[b.name])

const partsOf = (lineHandlers: LineItemHandlers, { kinds, couponCode }: SoldOrder) =>
  allParts(lineHandlers)
    .filter(({ name }) => (name === 'coupons' ? couponCode !== null : kinds.includes(name)))
    .map(({ part }) => part)

/** Whether a payment of the order may start: nothing it holds has ended. */
export async function isPayable(lineHandlers: LineItemHandlers, tx: Tx, order: SoldOrder): Promise<boolean> {
  for (const kind of lineKinds) {
    if (order.kinds.includes(kind) && !(await lineHandlers.lines[kind].isPayable(tx, order))) return false
  }
  return true
}

/**
 * Extends the hold of everything in an order, or makes it permanent (null).
 * @returns false, with nothing changed, if others have some of it by now
 */
export async function renewOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: SoldOrder,
  until: Date | null,
): Promise<boolean> {
  const parts = partsOf(lineHandlers, order)
  const renewAll = async () => {
    for (const part of parts) if (!(await part.renew(tx, order, until))) return false
    return true
  }
  return parts.length === 1 ? renewAll() : undoable(tx, renewAll)
}

/** Notifies of what a paid order bought, for the kinds that do so themselves. */
export const notifyHolders = (lineHandlers: LineItemHandlers, tx: Tx, order: SoldOrder) =>
  together(tx, ...order.kinds.map((kind) => async () => lineHandlers.lines[kind].notify?.(tx, order)))

export async function fulfilOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: SoldOrder,
  cause: Cause,
): Promise<void> {
  for (const part of partsOf(lineHandlers, order)) await part.fulfil(tx, order, cause)
}

export async function releaseOrders(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orderIds: readonly string[],
  cause: Cause,
): Promise<void> {
  if (orderIds.length === 0) return
  for (const { part } of allParts(lineHandlers)) await part.release(tx, orderIds, cause)
}

/** Releases what replaced orders hold, except what `allocateLines` releases. */
export async function releaseReplaced(lineHandlers: LineItemHandlers, tx: Tx, { ids, cause }: Replaced): Promise<void> {
  for (const { part } of allParts(lineHandlers)) if (!('allocate' in part)) await part.release(tx, ids, cause)
}

export async function revokeLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  lines: readonly BoughtLine[],
  cause: Cause,
): Promise<void> {
  for (const kind of lineKinds) {
    const own = lines.filter((line) => line.kind === kind)
    if (own.length > 0) await lineHandlers.lines[kind].revoke(tx, own, cause)
  }
}
