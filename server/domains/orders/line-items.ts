import { type LineKind, lineKinds } from '#contract/order-answers.ts'
import type { Cause } from '#server/database/change-status.ts'
import { undoable, type Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { kindOf } from './line-kinds.ts'
import type { OrderRow } from './queries.ts'
import type {
  BoughtLine,
  HeldLine,
  Hold,
  Lines,
  PaidOrder,
  PricedLine,
  RefusedLine,
  Replaced,
  SelectedLine,
  LineItemHandler,
  LineItemHandlers,
} from './line-item-handler.ts'

/** Whose turn it is to lock what an order holds: events last, because most people wait for them. */
const turns: Readonly<Record<LineKind | 'coupons', number>> = { membership: 1, coupons: 2, event: 3 }

const handlerOf = <K extends LineKind>(lineHandlers: LineItemHandlers, kind: K): LineItemHandler<K> =>
  lineHandlers.lines[kind]

/** Asks each kind's handler for its lines at once. The answers stand in the order of the lines. */
export async function priceLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  lines: readonly SelectedLine[],
): Promise<(PricedLine | RefusedLine)[]> {
  const answers = new Map<SelectedLine, PricedLine | RefusedLine>()
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['selected'] => kindOf(line) === kind)
    if (own.length === 0) continue
    const basket = [...answers.values()].filter(isPriced)
    const priced = await handlerOf(lineHandlers, kind).price(tx, buyer, own, basket, lines)
    own.forEach((line, at) => answers.set(line, priced[at]!))
  }
  return lines.map((line) => answers.get(line)!)
}

export const isPriced = (line: PricedLine | RefusedLine): line is PricedLine => !('refusal' in line)

/** Keeps everything from others, or throws and keeps nothing. The lines stand in their order. */
export async function holdLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  hold: Hold,
  lines: readonly PricedLine[],
): Promise<HeldLine[]> {
  const held = new Map<PricedLine, HeldLine>()
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['priced'] => line.kind === kind)
    if (own.length === 0) continue
    const kept = await handlerOf(lineHandlers, kind).hold(tx, hold, own)
    own.forEach((line, at) => held.set(line, kept[at]!))
  }
  return lines.map((line) => held.get(line)!)
}

/** The last step of a new order: takes what `holdLines` left for it, and lets go of it in orders that gave way. */
export async function takeLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  hold: Hold,
  lines: readonly HeldLine[],
  replaced: Replaced,
): Promise<void> {
  for (const kind of lineKinds) {
    const own = lines.filter((line): line is Lines[typeof kind]['held'] => line.kind === kind)
    if (own.length > 0 || replaced.ids.length > 0) await handlerOf(lineHandlers, kind).take?.(tx, hold, own, replaced)
  }
}

type SoldOrder = PaidOrder & Pick<OrderRow, 'kinds' | 'couponCode'>

/** Whoever may have a part in an order, in the order of their locks. */
const allParts = ({ lines, coupons }: LineItemHandlers) =>
  [
    ...lineKinds.map((kind) => ({ name: kind, part: lines[kind] })),
    { name: 'coupons' as const, part: coupons },
  ].toSorted((a, b) => turns[a.name] - turns[b.name])

/** Whoever has a part in this one. */
const partsOf = (lineHandlers: LineItemHandlers, { kinds, couponCode }: SoldOrder) =>
  allParts(lineHandlers)
    .filter(({ name }) => (name === 'coupons' ? couponCode !== null : kinds.includes(name)))
    .map(({ part }) => part)

/** Whether a payment of an order may begin: nothing that it holds has ended meanwhile. */
export async function isPayable(lineHandlers: LineItemHandlers, tx: Tx, order: SoldOrder): Promise<boolean> {
  for (const kind of lineKinds) {
    if (order.kinds.includes(kind) && !(await lineHandlers.lines[kind].isPayable(tx, order))) return false
  }
  return true
}

/**
 * Keeps all that an order holds until another time, or for good (null).
 * @returns false, with nothing changed, when others have some of it by now
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

/** Delivers all that a paid order bought. */
export async function fulfilOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: SoldOrder,
  cause: Cause,
): Promise<void> {
  for (const part of partsOf(lineHandlers, order)) await part.fulfil(tx, order, cause)
}

/** Lets go of all that orders held. */
export async function releaseOrders(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orderIds: readonly string[],
  cause: Cause,
): Promise<void> {
  if (orderIds.length === 0) return
  for (const { part } of allParts(lineHandlers)) await part.release(tx, orderIds, cause)
}

/** Lets go of what orders held that gave way, but for what `takeLines` lets go of. */
export async function releaseReplaced(lineHandlers: LineItemHandlers, tx: Tx, { ids, cause }: Replaced): Promise<void> {
  for (const { part } of allParts(lineHandlers)) if (!('take' in part)) await part.release(tx, ids, cause)
}

/** Ends at once what lines of paid orders bought. */
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
