import { MOST_COUNTED } from '#contract/notifications/notifications.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { preparedInsert } from '#server/database/prepared.ts'
import { newId } from '#server/database/new-id.ts'
import { messages, notifications } from '#server/database/schema/index.ts'
import { and, desc, eq, getTableColumns, isNull, sql } from '#server/database/sql.ts'
import { isWithin, isWithinReceivers, reachValues, type Reach } from './reach-queries.ts'

export type NotificationRow = typeof notifications.$inferSelect & {
  /** The names of whom it is about; null if that is nobody, or the receiver alone. */
  readonly about?: readonly string[] | null
}

const present = isNull(notifications.deletedAt)
const unread = and(present, eq(notifications.read, false))
/** Names are read with it, and not kept in it: whoever is erased has none any more. */
const shown = {
  ...getTableColumns(notifications),
  about: sql<string[] | null>`(
    select json_agg(${fullNameOf('people')} order by people.id = notifications.receiver_id desc, people.date_of_birth, people.id)
    from members people
    where ${fullNameOf('people')} <> '' and people.id = any(array(select jsonb_array_elements_text(notifications.data -> 'people')::uuid))
    having bool_or(people.id <> notifications.receiver_id))`,
}
const newestFirst = [desc(notifications.createdAt), desc(notifications.id)]

/** The notifications of a member that the reader may see; others do not exist for them. */
const ofReach = (reach: Reach) => and(eq(notifications.receiverId, reach.receiverId), isWithin(reach))

const insertRows = preparedInsert('notifications.insert', notifications, (tx, rows) =>
  tx.insert(notifications).values(rows).onConflictDoNothing().returning(),
)

/** @returns null if its `onceKey` exists */
export async function insertNotification(
  tx: Tx,
  values: Omit<typeof notifications.$inferInsert, 'id'>,
): Promise<NotificationRow | null> {
  const [row] = await insertRows(tx, [{ ...values, id: newId() }])
  return row ?? null
}

/** Inserts several notifications in one statement. */
export async function insertNotificationsOnce(
  tx: Tx,
  rows: readonly Omit<typeof notifications.$inferInsert, 'id'>[],
): Promise<void> {
  if (rows.length > 0)
    await insertRows(
      tx,
      rows.map((row) => ({ ...row, id: newId() })),
    )
}

export async function selectNotificationOnce(db: Reader, onceKey: string): Promise<NotificationRow | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.onceKey, onceKey))
  return row ?? null
}

/** Mails to a club's office about questions, since a moment. */
export const selectMailsToClub = (db: Reader, orgId: string, since: Date) =>
  db
    .select({ data: messages.data, createdAt: messages.createdAt })
    .from(messages)
    .where(sql`template = 'contact-asked' and data->>'orgId' = ${orgId} and created_at > ${since}`)

/** At most `limit`, newest first: either read or unread ones. */
export const selectNotifications = (
  db: Db,
  reach: Reach,
  { read, limit }: { read: boolean; limit: number },
): Promise<NotificationRow[]> =>
  db
    .select(shown)
    .from(notifications)
    .where(and(ofReach(reach), present, eq(notifications.read, read)))
    .orderBy(...newestFirst)
    .limit(limit)

/** Newest first, before an id. */
export const selectNotificationPage = (
  db: Db,
  reach: Reach,
  { before, onlyUnread, limit }: { before: string | undefined; onlyUnread: boolean; limit: number },
): Promise<NotificationRow[]> =>
  db
    .select(shown)
    .from(notifications)
    .where(
      and(
        ofReach(reach),
        onlyUnread ? unread : present,
        before
          ? sql`(created_at, id) < (select mark.created_at, mark.id from notifications mark where mark.id = ${before})`
          : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)

export interface BellRow {
  /** Counted up to `MOST_COUNTED` + 1. */
  readonly count: number
  /** Newest first. */
  readonly newest: NotificationRow[]
}

/** How many the bell lists. */
const LISTED = 8

/** The unread notifications of several readers, in their order, at a cost independent of how many there are. */
export async function selectBells(db: Db, reaches: readonly Reach[]): Promise<BellRow[]> {
  const receivers = reachValues(reaches)
  const [counts, newest] = await Promise.all([
    db.execute<{ count: number }>(sql`
      select (
        select count(*)::int from (
          select from notifications
          where notifications.receiver_id = receivers.receiver_id and not read and deleted_at is null and ${isWithinReceivers}
          order by created_at desc limit ${MOST_COUNTED + 1}
        ) counted
      ) as count from ${receivers} order by place`),
    db
      .select({ place: sql<number>`place::int`, row: shown })
      .from(sql`(
        select place, newest.id as newest_id from ${receivers} cross join lateral (
          select id from notifications
          where notifications.receiver_id = receivers.receiver_id and not read and deleted_at is null and ${isWithinReceivers}
          order by created_at desc, id desc limit ${LISTED}
        ) newest
      ) listed`)
      .innerJoin(notifications, sql`${notifications.id} = newest_id`)
      .orderBy(...newestFirst),
  ])
  const listed = Map.groupBy(newest, ({ place }) => place)
  return counts.rows.map(({ count }, at) => ({ count, newest: (listed.get(at + 1) ?? []).map(({ row }) => row) }))
}

/** @returns how many were unread */
export async function updateRead(
  tx: Tx,
  reach: Reach,
  { id, inviteeEmail }: { id?: string | undefined; inviteeEmail?: string | null | undefined },
): Promise<number> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ read: true, readDate: sql`portal_now()` })
    .where(
      and(
        ofReach(reach),
        unread,
        id ? eq(notifications.id, id) : undefined,
        inviteeEmail ? sql`${notifications.data}->>'inviteeEmail' = ${inviteeEmail}` : undefined,
      ),
    )
  return rowCount ?? 0
}

/** Marks the notification of an invitation as read. */
export const updateReadAbout = (tx: Tx, receiverId: string, invitationId: string) =>
  tx
    .update(notifications)
    .set({ read: true, readDate: sql`portal_now()` })
    .where(
      and(
        eq(notifications.receiverId, receiverId),
        unread,
        eq(notifications.type, 'FAMILY_LINK_REQUEST'),
        sql`${notifications.data}->>'invitationId' = ${invitationId}`,
      ),
    )

/** A family link request by the id of its notification, for any reader. */
export async function selectRequest(db: Reader, id: string): Promise<NotificationRow | null> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.type, 'FAMILY_LINK_REQUEST')))
  return row ?? null
}

/** @returns null if it is not theirs, or deleted already */
export async function updateDeleted(tx: Tx, reach: Reach, id: string): Promise<NotificationRow | null> {
  const [row] = await tx
    .update(notifications)
    .set({ deletedAt: sql`portal_now()` })
    .where(and(eq(notifications.id, id), ofReach(reach), present))
    .returning()
  return row ?? null
}

/** @returns null if it is not theirs, or gone */
export async function updateRestored(tx: Tx, reach: Reach, id: string): Promise<NotificationRow | null> {
  const [row] = await tx
    .update(notifications)
    .set({ deletedAt: null })
    .where(and(eq(notifications.id, id), ofReach(reach)))
    .returning(shown)
  return row ?? null
}

/** Deletes what was removed more than a day ago. */
export const deleteForgotten = (db: Reader) =>
  db.execute(sql`delete from notifications where deleted_at < portal_now() - interval '1 day'`)
