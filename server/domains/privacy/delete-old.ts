import { type Db, inTransaction } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { deleteDueAnswers, isWaiting } from '#server/domains/events/index.ts'
import type { LineItemHandlers } from '#server/domains/orders/index.ts'
import { wasSuperAdmin } from '#server/domains/members/index.ts'
import { erasePerson } from './erase-person.ts'
import { emptyBilling, personalData, YEARS_OF_RECEIPTS } from './personal-data.ts'

const CHUNK = 2000
/** Of sign-ups in a night; the rest follows in the next. */
const MOST_SIGN_UPS = 200

interface Services {
  readonly db: Db
  readonly lineHandlers: LineItemHandlers
}

/** Deletes what is kept for a time, table by table, as it is classified. @returns how many rows of which table */
export async function deleteOld(services: Services): Promise<Record<string, number>> {
  const { db } = services
  const counts: Record<string, number> = {}
  for (const [table, { old }] of Object.entries(personalData))
    if (old)
      counts[table] = await inChunks(
        db,
        sql`delete from ${sql.identifier(table)} where ctid = any(array(select ctid from ${sql.identifier(table)} where ${old} limit ${CHUNK}))`,
      )
  counts['answers'] = await deleteDueAnswers(db)
  counts['unpaid orders'] = await emptyUnpaidOrders(db)
  counts['old receipts'] = await forgetOldReceipts(db)
  counts['sign-ups'] = await eraseUnfinishedSignUps(services)
  await inTransaction(db, (tx) =>
    tx.execute(
      sql`update erasures set sign_ins = '{}' where sign_ins <> '{}' and erased_at < portal_now() - interval '1 day'`,
    ),
  )
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

async function inChunks(db: Db, change: SQL): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await inTransaction(db, async (tx) => {
      await tx.execute(sql`set local portal.erasing = 'on'`)
      return tx.execute(change)
    })
    total += rowCount ?? 0
    if ((rowCount ?? 0) < CHUNK) return total
  }
}

/** Empties unpaid orders after 90 days. The row stays, so that a payment that comes late is recognised. */
const emptyUnpaidOrders = (db: Db) =>
  inChunks(
    db,
    sql`
    with unpaid as (
      select id from orders where status in ('expired', 'cancelled') and (billing ->> 'name' <> '' or billing ->> 'email' <> '')
        and created_at < portal_now() - interval '90 days' limit ${CHUNK}
    ), nameless as (
      update order_lines set member_name = '' from unpaid where order_id = unpaid.id
    )
    update orders set billing = ${emptyBilling(sql`''`)}, init_device = '', completion_device = '' from unpaid where orders.id = unpaid.id`,
  )

/** Takes erased people off their receipts, once bookkeeping does not demand the names any more. */
async function forgetOldReceipts(db: Db): Promise<number> {
  const isOld = sql`exists (select from receipts where receipts.order_id = orders.id
    and receipts.year + ${YEARS_OF_RECEIPTS} < extract(year from portal_now() at time zone 'Europe/Copenhagen'))`
  const orders = await inChunks(
    db,
    sql`update orders set billing = ${emptyBilling(sql`''`)} where id = any(array(
      select id from orders where buyer_id in (select member_id from erasures) and billing ->> 'name' <> '' and ${isOld} limit ${CHUNK}))`,
  )
  const lines = await inChunks(
    db,
    sql`update order_lines set member_name = '' where id = any(array(
      select order_lines.id from order_lines join orders on orders.id = order_lines.order_id
      where member_id in (select member_id from erasures) and member_name <> '' and ${isOld} limit ${CHUNK}))`,
  )
  return orders + lines
}

/** Whether a person bought nothing, waits for no place, belongs to nobody, works in no office and wrote nothing. */
const hasNothing = sql`not exists (select from memberships where member_id = members.id)
  and not exists (select from club_people where member_id = members.id)
  and not exists (select from orders where buyer_id = members.id)
  and not exists (select from order_lines where member_id = members.id)
  and not ${isWaiting(sql`members.id`)}
  and not exists (select from members children where children.parent_id = members.id)
  and not exists (select from family_invitations where inviter_id = members.id or invitee_id = members.id)
  and not exists (select from threads where member_id = members.id)
  and not exists (select from notes where member_id = members.id)
  and not exists (select from office_grants where member_id = members.id)
  and not exists (select from organisation_admins where member_id = members.id)`

/** Erases those of the people of a removed club who have nothing else here. @returns how many */
export async function eraseStrangers({ db, lineHandlers }: Services, ids: readonly string[]): Promise<number> {
  let erased = 0
  // Children first: a guardian may have nothing but them.
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from members where id = any(${sql.param([...ids])}::uuid[]) order by parent_id is null, id`,
  )
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      const found = await tx.execute(
        sql`select from members where id = ${id} and enabled and ${hasNothing} and not ${wasSuperAdmin(sql`members.id`)}`,
      )
      if (found.rows.length > 0) erased += (await erasePerson(lineHandlers, tx, id)).length
    })
  return erased
}

/** Erases who signed up, bought nothing, belongs to nobody and was not seen for a year. */
async function eraseUnfinishedSignUps({ db, lineHandlers }: Services): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from members where parent_id is null and enabled and registration_date < portal_now() - interval '1 year'
      and exists (select from member_identities where member_id = members.id)
      and not exists (select from member_identities where member_id = members.id and last_seen_at > portal_now() - interval '1 year')
      and ${hasNothing}
    order by id limit ${MOST_SIGN_UPS}`)
  for (const { id } of rows) await inTransaction(db, (tx) => erasePerson(lineHandlers, tx, id))
  return rows.length
}
