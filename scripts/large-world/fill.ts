/** npm run seed -- --large: thousands of clubs, events and families around the demo world, in statements that write a table each. */
import { newId, newToken } from '#server/database/new-id.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { sealToken } from '#server/domains/orders/index.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { searchOrders } from '../demo-world/purchases.ts'
import { insertClubs, insertConfigurations, insertEvents, countSold } from './clubs-and-events.ts'
import { insertConversations, insertFamilies, insertNotifications, listPeople } from './people.ts'
import {
  insertClubPeople,
  insertPlaces,
  insertSettlements,
  insertTerms,
  listMembershipOrders,
  listTicketOrders,
} from './purchases.ts'
import type { LargeWorld } from './size.ts'

/** Ids of version 7 as they were made at a moment of the past. */
const idAt = sql`
  create function pg_temp.id_at(moment timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid
  $$`

/** Adds to a demo world that was just seeded. Anna's family is among those who join, register and are notified. */
export async function fillLargeWorld(tx: Tx, secrets: Secrets, size: LargeWorld): Promise<void> {
  const run = (statement: Parameters<Tx['execute']>[0]) => tx.execute(statement)
  await run(sql`set local work_mem = '256MB'`)
  // Without nested loops: with a plan by rows, which PostgreSQL sometimes chooses, order lines take minutes.
  await run(sql`set local enable_nestloop = off`)
  await run(sql`select setseed(0.5)`)
  // Runs the demo data's deferred checks now: tables with pending checks cannot be altered.
  await run(sql`set constraints all immediate`)
  await run(idAt)
  const restore = await dropIndexes(tx)
  // Nobody listens to bells yet.
  await run(sql`alter table notifications disable trigger notifications_inserted`)
  // It looks up the order line of each place, which takes hours without the index.
  await run(sql`alter table event_entries disable trigger event_entries_sorted`)

  const keys = Array.from({ length: size.clubs }, () => ({
    id: newId(),
    key: secrets.encrypt(KEY_PURPOSE, newToken()),
  }))
  for (const statement of insertClubs(keys)) await run(statement)
  await run(insertConfigurations)
  for (const statement of insertEvents(size)) await run(statement)
  for (const statement of [...insertFamilies(size), ...listPeople(size)]) await run(statement)
  for (const statement of [...listMembershipOrders, ...listTicketOrders(size)]) await run(statement)
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_temp.bought where status in ('open', 'declined')`,
  )
  // The list of unpaid orders reads the tokens.
  const tokens = Array.from({ length: rows[0]!.count }, () => sealToken(secrets, newToken()))
  for (const statement of insertSettlements(tokens)) await run(statement)
  for (const statement of [...insertTerms, ...insertPlaces, ...insertClubPeople]) await run(statement)
  for (const statement of [...insertConversations, ...insertNotifications, ...countSold]) await run(statement)

  await run(searchOrders)

  await run(sql`alter table notifications enable trigger notifications_inserted`)
  await run(sql`alter table event_entries enable trigger event_entries_sorted`)
  for (const statement of restore) await run(statement)
}

/**
 * Drops indexes and foreign keys, which takes a quarter of the time in all.
 * @returns the statements that create them again
 */
async function dropIndexes(tx: Tx) {
  const { rows: keys } = await tx.execute<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`)
  for (const { table, name } of keys) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  for (const { name } of indexes) await tx.execute(sql.raw(`drop index ${name}`))
  return [
    ...indexes.map(({ definition }) => sql.raw(definition)),
    ...keys.map(({ table, name, definition }) => sql.raw(`alter table ${table} add constraint ${name} ${definition}`)),
  ]
}
