import { batched } from '#server/database/batch.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared, isOneOf } from '#server/database/prepared.ts'
import { members, orderLines, orders } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import { mayAskForRenewal } from './order-actions.ts'
import type { OrderRow } from './queries.ts'

/** The price of a term in øre, and who paid it. */
export interface PaidTerm {
  readonly total: number
  readonly refunded: number
  readonly currency: string
  readonly testMode: boolean
  readonly orderNumber: string
  readonly buyerId: string
  readonly buyerName: string
  /** The holder's guardian; null if they have none. */
  readonly guardianId: string | null
}

/** The paid terms of these orders by id; refunded ones are included. */
export async function selectPaidTerms(db: Reader, orderIds: readonly string[]): Promise<Map<string, PaidTerm>> {
  const rows = await db
    .select({
      termId: orderLines.termId,
      total: orderLines.total,
      refunded: orderLines.refunded,
      currency: orders.currency,
      testMode: orders.testMode,
      orderNumber: orders.number,
      buyerId: orders.buyerId,
      guardianId: sql<
        string | null
      >`(select holder.parent_id from members holder where holder.id = ${orderLines.memberId})`,
      buyerName: fullNameOf('members'),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(members, eq(members.id, orders.buyerId))
    .where(and(inArray(orderLines.orderId, [...orderIds]), inArray(orders.status, ['paid', 'refunded'])))
  return new Map(rows.flatMap(({ termId, ...paid }) => (termId === null ? [] : [[termId, paid] as const])))
}

/** Whether a purchase renews a membership, by the seasons paid before: after a trial alone one joins. */
export const renewsAfter = (paid: readonly { readonly isTrial: boolean }[]): boolean =>
  paid.some(({ isTrial }) => !isTrial)

/** `renewsAfter` for a membership in SQL. @param earlier further conditions on the seasons paid before */
export const renewsMembership = (membershipId: SQL, earlier: SQL = sql``): SQL => sql`exists (
      select from membership_terms earlier join membership_configurations on membership_configurations.id = earlier.configuration_id
      where earlier.membership_id = ${membershipId} and earlier.status = 'active' and not is_trial ${earlier})`

/** `renewsByCard` in SQL. @param configuration a row of `membership_configurations` */
export const renewsByCardSql = (configuration: SQL): SQL =>
  sql`(not ${configuration}.is_trial and not ${configuration}.combinable)`

/** The ids of those orders whose payer is asked to save a card. Most are their buyer's own, and take no query. */
export const selectAskingForRenewal = (db: Reader, ofOrders: readonly OrderRow[]): Promise<Set<string>> =>
  selectRenewableOrders(
    db,
    ofOrders.filter(mayAskForRenewal).map(({ id }) => id),
  )

/** Those of these orders that hold a membership which a card renews. */
export async function selectRenewableOrders(db: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct lines.order_id as id
    from order_lines lines join membership_configurations sold on sold.id = lines.configuration_id
    where lines.order_id = any(${sql.param([...orderIds])}::uuid[]) and ${renewsByCardSql(sql`sold`)}`)
  return new Set(rows.map(({ id }) => id))
}

/** The memberships of an order in its order, and by the same rule whether each renews. */
export const selectSeasons = batched<BoughtSeason[]>(async (db, orderIds) => {
  const { rows } = await executePrepared<BoughtSeason & { readonly orderId: string }>(
    db,
    'orders.seasons',
    sql`
    select own.id, order_lines.order_id as "orderId", order_lines.member_name as name, ${renewsMembership(
      sql`own.membership_id`,
      sql`and earlier.id < own.id and earlier.order_id is distinct from own.order_id`,
    )} as renews, ${renewsByCardSql(sql`sold`)} as "byCard"
    from order_lines join membership_terms own on own.id = order_lines.term_id
    join membership_configurations sold on sold.id = own.configuration_id
    where ${isOneOf(sql`order_lines.order_id`, orderIds)}
    order by order_lines.position`,
  )
  return (id) => rows.filter(({ orderId }) => orderId === id)
})

interface BoughtSeason {
  /** Of the term. */
  readonly id: string
  /** Of the person. */
  readonly name: string
  readonly renews: boolean
  /** A saved card renews it next season. */
  readonly byCard: boolean
}

/** Lines as their page says which of them renew. */
export const withRenewals = <L extends { readonly termId: string | null }>(
  lines: readonly L[],
  seasons: readonly BoughtSeason[],
): (L & { renews: boolean })[] => {
  const renewing = new Set(seasons.flatMap(({ id, renews }) => (renews ? [id] : [])))
  return lines.map((line) => ({ ...line, renews: line.termId !== null && renewing.has(line.termId) }))
}

/** The lines that the buyer's saved card renews next season: none unless they agreed to it. */
export function linesByCard<L extends { readonly termId: string | null }>(
  { autoRenewal }: Pick<OrderRow, 'autoRenewal'>,
  lines: readonly L[],
  seasons: readonly BoughtSeason[],
): L[] {
  const ids = new Set(seasons.flatMap(({ id, byCard }) => (autoRenewal && byCard ? [id] : [])))
  return lines.filter(({ termId }) => termId !== null && ids.has(termId))
}
