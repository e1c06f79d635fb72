import { copenhagenToday } from '#server/database/clock.ts'
import { batched } from '#server/database/batch.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared, prepared, preparedInsert, whenOne } from '#server/database/prepared.ts'
import { members, orderLines, orders, organisations, receipts } from '#server/database/schema/index.ts'
import { and, asc, desc, eq, inArray, or, sql, type SQL } from '#server/database/sql.ts'
import { traceparent } from '#server/telemetry/trace.ts'
import { resumeTeams } from '#server/domains/members/index.ts'
import { sellerOf } from '#server/domains/organisations/index.ts'
import type { Actor, OfficeCaller } from '#server/http/actor.ts'
import type { HeldLine } from './line-item-handler.ts'
import { boughtColumns } from './line-kinds.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
export type ReceiptRow = typeof receipts.$inferSelect

/** Who reads orders: a person, or a club's office. */
export type OrderReader = Pick<Actor, 'memberId'> | OfficeCaller

/** Which orders the reader may see: people what they bought, an office its club's. */
export const visibleTo = (reader: OrderReader): SQL =>
  'organisation' in reader
    ? eq(orders.orgId, reader.organisation.id)
    : sql`${orders.buyerId} = ${reader.memberId}::uuid`

/** `visibleTo` for a loaded order. */
export const isVisibleTo = (order: Pick<OrderRow, 'orgId' | 'buyerId'>, reader: OrderReader): boolean =>
  'organisation' in reader ? order.orgId === reader.organisation.id : order.buyerId === reader.memberId

const insertRows = preparedInsert('orders.insert', orders, (tx, rows) =>
  tx
    .insert(orders)
    .values(rows)
    .onConflictDoNothing({ target: [orders.buyerId, orders.clientTokenHash] })
    .returning(),
)

/** @returns null if the buyer has sent this client token before */
export async function insertOrder(tx: Tx, values: typeof orders.$inferInsert): Promise<OrderRow | null> {
  const [row] = await insertRows(tx, [{ ...values, traceparent: traceparent() ?? null }])
  return row?.testMode ? confirmTest(tx, row) : (row ?? null)
}

/** A test order's row keeps its club from going live. If the club went live a moment ago, the order is not a test. */
async function confirmTest(tx: Tx, row: OrderRow): Promise<OrderRow> {
  const [live] = await tx
    .update(orders)
    .set({ testMode: false })
    .where(
      and(
        eq(orders.id, row.id),
        sql`not exists (select from payment_configurations where org_id = ${row.orgId} and enabled and test_mode)
          and not exists (select from organisations where id = ${row.orgId} and state = 'test')`,
      ),
    )
    .returning()
  return live ?? row
}

/** Whether a member ever ordered something. */
export async function hasOrders(db: Reader, buyerId: string): Promise<boolean> {
  const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, buyerId)).limit(1)
  return row !== undefined
}

const byClientToken = prepared('orders.by-client-token', (db) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.buyerId, sql.placeholder('buyerId')),
        eq(orders.clientTokenHash, sql.placeholder('clientTokenHash')),
      ),
    ),
)

export async function selectOptionalOrderByClientToken(db: Reader, buyerId: string, clientTokenHash: string) {
  const [row] = await byClientToken(db).execute({ buyerId, clientTokenHash })
  return row ?? null
}

const insertLineRows = preparedInsert('orders.insert-lines', orderLines, (tx, rows) =>
  tx.insert(orderLines).values(rows),
)

export const insertLines = (tx: Tx, orderId: string, lines: readonly HeldLine[]) =>
  insertLineRows(
    tx,
    lines.map((line, position) => ({ ...line, orderId, position })),
  )

export type OrderWithOrganisation = OrderRow & { orgKey: string; orgName: string; orgEmail: string }

const organisationFacts = {
  orgKey: organisations.key,
  orgName: organisations.name,
  orgEmail: organisations.contactEmail,
}

const byToken = prepared('orders.by-token', (db) =>
  db
    .select({ order: orders, ...organisationFacts })
    .from(orders)
    .innerJoin(organisations, eq(organisations.id, orders.orgId))
    .where(eq(orders.tokenHash, sql.placeholder('tokenHash'))),
)

export async function selectOptionalOrderByToken(db: Reader, tokenHash: string): Promise<OrderWithOrganisation | null> {
  const [row] = await byToken(db).execute({ tokenHash })
  if (!row) return null
  const { order, ...facts } = row
  return { ...order, ...facts }
}

const byId = prepared('orders.by-id', (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id'))),
)

/** Throws if there is none: callers have the id from a row that refers to it. */
export async function selectOrder(db: Reader, id: string): Promise<OrderRow> {
  const row = await selectOptionalOrder(db, id)
  if (!row) throw new Error('Order not found')
  return row
}

const selectOptionalOrder = batched<OrderRow | undefined>(
  async (db, ids) => {
    const rows = await db
      .select()
      .from(orders)
      .where(inArray(orders.id, [...ids]))
    return (id) => rows.find((row) => row.id === id)
  },
  async (db, id) => (await byId(db).execute({ id }))[0],
)

/** A member's newest orders visible to the reader, in any status. */
export const selectNewestOrders = (
  db: Reader,
  reader: OrderReader,
  { buyerId, limit }: { buyerId: string; limit: number },
): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), visibleTo(reader)))
    .orderBy(desc(orders.id))
    .limit(limit)

const lockedById = prepared('orders.lock', (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .for('update'),
)

/** Settling, paying, declining or ending an order needs this lock; it is taken before all others. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  const [row] = await lockedById(tx).execute({ id })
  if (!row) throw new Error('Order not found')
  return row
}

/** Whether its buyer, or somebody it is for, was erased: what they did not pay in time is not honoured any more. */
export async function isOfErased(db: Reader, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from erasures where member_id in (
      select buyer_id from orders where id = ${orderId} union select member_id from order_lines where order_id = ${orderId}
    ) limit 1`)
  return rows.length > 0
}

/** The buyer's unpaid orders; those that expire first come first. */
export async function selectUnpaidOrders(
  db: Reader,
  buyer: OrderReader,
): Promise<(OrderWithOrganisation & { readonly begunBy: string | null })[]> {
  const begunBy = fullNameOf('members')
  const rows = await db
    .select({ order: orders, begunBy, ...organisationFacts })
    .from(orders)
    .innerJoin(organisations, eq(organisations.id, orders.orgId))
    .leftJoin(members, eq(members.id, orders.preparedBy))
    .where(and(visibleTo(buyer), inArray(orders.status, ['open', 'declined'])))
    .orderBy(asc(orders.reservedUntil), asc(orders.id))
    .limit(50)
  return rows.map(({ order, ...facts }) => ({ ...order, ...facts }))
}

/** The lines of several orders, in the order they were selected. */
export const selectLinesOf = (db: Reader, orderIds: readonly string[]): Promise<OrderLineRow[]> =>
  db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.position))

export async function selectOwnOrders(db: Reader, reader: OrderReader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(visibleTo(reader), inArray(orders.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

const linesOfOrder = prepared('orders.lines', (db) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .orderBy(asc(orderLines.position)),
)

/** The lines of an order, in the order they were selected. */
export const selectLines = batched<OrderLineRow[]>(
  async (db, orderIds) => {
    const rows = await db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, [...orderIds]))
      .orderBy(asc(orderLines.position))
    return (id) => rows.filter(({ orderId }) => orderId === id)
  },
  (db, orderId) => linesOfOrder(db).execute({ orderId }),
)

/**
 * Seconds until a buyer may start another order; null if they may now. Counts orders of the last day that they
 * started and did not pay.
 */
export async function selectUnpaidWait(db: Reader, buyerId: string, most: number): Promise<number | null> {
  const { rows } = await executePrepared<{ wait: number }>(
    db,
    'orders.unpaid-wait',
    sql`
    select greatest(1, ceil(extract(epoch from created_at + interval '1 day' - portal_now())))::int as wait
    from orders
    -- Not by value: PostgreSQL would plan it anew for each order.
    where buyer_id = (select ${buyerId}::uuid) and origin = 'buyer' and renewal_until is null and created_at > portal_now() - interval '1 day'
      and (status in ('expired', 'cancelled') or (status = 'paid' and total = 0 and exists (
        select from event_entries where event_entries.order_id = orders.id and event_entries.status = 'cancelled')))
    order by created_at desc offset ${sql.raw(String(most - 1))} limit 1`,
  )
  return rows[0]?.wait ?? null
}

/** @param extensions how often the hold has been extended */
export const updateHold = (tx: Tx, id: string, until: Date, extensions: number) =>
  tx
    .update(orders)
    .set({ reservedUntil: until, holdExtensions: extensions })
    .where(eq(orders.id, id))
    .prepare('orders.hold')
    .execute()

/** Records the payer's renewal choice. */
export const updateAutoRenewal = (tx: Tx, id: string, autoRenewal: boolean) =>
  tx.update(orders).set({ autoRenewal }).where(eq(orders.id, id))

/** Records that the payer agreed to an order that somebody else made. */
export const updateAgreed = (tx: Tx, id: string) => tx.update(orders).set({ agreedAt: tx.now }).where(eq(orders.id, id))

/** Makes the hold permanent once the money is authorised. */
export const makeHoldPermanent = (tx: Tx, id: string) =>
  tx.update(orders).set({ reservedUntil: null }).where(eq(orders.id, id)).prepare('orders.firm-hold').execute()

/** Locks unpaid orders whose hold ran out; those locked by others are skipped. */
export async function lockExpiredOrders(tx: Tx, limit: number, except: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['open', 'declined']),
        sql`${orders.reservedUntil} <= portal_now()`,
        sql`${orders.id} <> all(${sql.param([...except])}::uuid[])`,
      ),
    )
    .orderBy(asc(orders.reservedUntil))
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.map((row) => row.id)
}

type Series = Pick<ReceiptRow, 'orgId' | 'year' | 'testMode'>

/** The counter row stays locked until the commit, so that no number is lost. Callers commit right after. */
const nextNumber = ({ orgId, year, testMode }: Series) => sql`
  insert into receipt_counters as counter (org_id, year, test_mode, last) values (${orgId}, ${year}, ${testMode}, 1)
  on conflict (org_id, year, test_mode) do update set last = counter.last + 1 returning last`

/** The next number of an organisation's series, for a credit note. */
export async function nextReceiptNumber(tx: Tx, series: Series): Promise<number> {
  const { rows } = await executePrepared<{ last: number }>(tx, 'orders.receipt-number', nextNumber(series))
  return rows[0]!.last
}

/** Inserts the receipt of an order with the next number of its series. */
export const insertReceipt = (tx: Tx, { orderId, ...series }: Series & Pick<ReceiptRow, 'orderId'>) =>
  executePrepared(
    tx,
    'orders.insert-receipt',
    sql`
    with taken as (${nextNumber(series)})
    insert into receipts (order_id, org_id, year, test_mode, number, seller)
    select ${orderId}::uuid, ${series.orgId}::uuid, ${series.year}::int, ${series.testMode}::boolean, last, ${sellerOf(series.orgId)}
    from taken`,
  )

/**
 * Enters the buyer of an order, and everybody on its lines, in the club's register. Whoever left comes back with a membership, and stays in
 * teams that would have ended on a day that is to come.
 */
export const joinByOrder = (tx: Tx, orderId: string) =>
  executePrepared(
    tx,
    'orders.join-club',
    sql`
    with people as (
      select orders.org_id, person.id, bool_or(person.joins) as joins
      from orders cross join lateral (
        select orders.buyer_id as id, false as joins
        union select member_id, kind = 'membership' from order_lines where order_id = orders.id
      ) person
      where orders.id = ${orderId}::uuid group by 1, 2
    ),
    back as (
      update club_people set left_on = null, left_reason = null, version = version + 1 from people
      where club_people.org_id = people.org_id and member_id = people.id and people.joins and left_on is not null
      returning club_people.org_id, member_id
    ),
    resumed as (${resumeTeams(sql`(org_id, member_id) in (select org_id, member_id from back) and until_on > ${copenhagenToday}`)})
    insert into club_people (org_id, member_id, since, source)
    select org_id, id, ${copenhagenToday}, case when joins then 'joined' else 'bought' end
    from people order by id
    on conflict (org_id, member_id) do nothing`,
  )

export const selectOptionalReceipt = batched<ReceiptRow | null>(async (db, orderIds) => {
  const rows = await db
    .select()
    .from(receipts)
    .where(inArray(receipts.orderId, [...orderIds]))
    .prepare(whenOne('orders.receipt', orderIds))
    .execute()
  return (id) => rows.find(({ orderId }) => orderId === id) ?? null
})

/**
 * A line with its order, found by its own id or by the term or ticket it bought; only if the reader may see the
 * order.
 */
export async function selectOptionalLine(
  db: Reader,
  reader: OrderReader,
  which: { id: string } | { termId: string } | { entryId: string },
): Promise<{ order: OrderRow; line: OrderLineRow } | null> {
  const [row] = await db
    .select({ order: orders, line: orderLines })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        'id' in which
          ? eq(orderLines.id, which.id)
          : 'termId' in which
            ? eq(orderLines.termId, which.termId)
            : eq(orderLines.entryId, which.entryId),
        visibleTo(reader),
      ),
    )
  return row ?? null
}

/** The order that bought a term or a ticket; null if the reader may not see it. */
export async function selectOptionalOrderOf(
  db: Reader,
  reader: OrderReader,
  boughtId: string,
): Promise<OrderRow | null> {
  const [row] = await db
    .select({ order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(or(...boughtColumns.map((column) => eq(column, boughtId))), visibleTo(reader)))
  return row?.order ?? null
}

/** The buyer's paid orders of a member's season of a year in a club. */
export async function selectPaidOrdersFor(
  db: Reader,
  buyer: OrderReader,
  { memberId, orgKey, year }: { memberId: string; orgKey: string; year: number },
): Promise<OrderRow[]> {
  const rows = await db
    .selectDistinct({ order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(organisations, eq(organisations.id, orders.orgId))
    .where(
      and(
        eq(orderLines.memberId, memberId),
        visibleTo(buyer),
        eq(orders.status, 'paid'),
        eq(organisations.key, orgKey),
        sql`extract(year from ${orderLines.startDate}) = ${year}::int`,
      ),
    )
    .limit(10)
  return rows.map(({ order }) => order)
}

/** The orders with a receipt that the reader may see. */
export async function selectOrdersWithReceipt(
  db: Reader,
  reader: OrderReader,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ orderId: receipts.orderId })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(and(inArray(receipts.orderId, [...orderIds]), visibleTo(reader)))
  return new Set(rows.map((row) => row.orderId))
}

/** The address that each buyer left with the order, by its id. */
export async function selectBuyerEmails(db: Reader, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: orders.id, email: sql<string>`${orders.billing} ->> 'email'` })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
  return new Map(rows.map(({ id, email }) => [id, email]))
}
