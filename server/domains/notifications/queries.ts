import { and, desc, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { MOST_COUNTED, type NotificationType } from '#contract/notifications.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { notifications } from '#server/database/schema/index.ts'

export type NotificationRow = typeof notifications.$inferSelect

const present = isNull(notifications.deletedAt)
const unread = and(present, eq(notifications.read, false))

/** @returns null when what it is about was told before */
export async function insertNotification(
  tx: Tx,
  values: Omit<typeof notifications.$inferInsert, 'id'>,
): Promise<NotificationRow | null> {
  const [row] = await tx
    .insert(notifications)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function selectNotificationOnce(db: Reader, onceKey: string): Promise<NotificationRow | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.onceKey, onceKey))
  return row ?? null
}

export interface ManyNotifications {
  /** One column `member_id`. */
  readonly receivers: SQL
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly danish: { title: string; message: string }
  readonly data: Record<string, unknown>
  /** With the receiver's id it names the notification once and for all. */
  readonly onceKey: string
}

/** One statement for any number of receivers. @returns how many were not told before */
export async function insertNotifications(tx: Tx, many: ManyNotifications): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into notifications (id, receiver_id, type, title, message, danish, data, once_key)
    select portal_new_id(), member_id, ${many.type}, ${many.title}, ${many.message},
      ${JSON.stringify(many.danish)}::jsonb, ${JSON.stringify(many.data)}::jsonb, ${`${many.onceKey}:`} || member_id
    from (${many.receivers}) receivers
    on conflict do nothing`)
  return rowCount ?? 0
}

/** At most `limit`: unread ones first, then the newest. */
export const selectNotifications = (db: Db, receiverId: string, limit: number): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.receiverId, receiverId), present))
    .orderBy(notifications.read, desc(notifications.id))
    .limit(limit)

/** Newest first, those before an id. */
export const selectNotificationPage = (
  db: Db,
  receiverId: string,
  { before, onlyUnread, limit }: { before: string | undefined; onlyUnread: boolean; limit: number },
): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.receiverId, receiverId),
        onlyUnread ? unread : present,
        before ? lt(notifications.id, before) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)

export interface BellRow {
  readonly receiverId: string
  /** Up to `MOST_COUNTED` + 1: no more index entries than that are ever looked at. */
  readonly count: number
  /** Newest first. */
  readonly newest: NotificationRow[]
}

/** How many the bell lists. */
const LISTED = 8

/** The unread notifications of some members: each costs the same however many there are. */
export async function selectBells(db: Db, receiverIds: readonly string[]): Promise<BellRow[]> {
  const ids = sql.param([...receiverIds])
  const [counts, newest] = await Promise.all([
    db.execute<{ receiver_id: string; count: number }>(sql`
      select receiver_id, (
        select count(*)::int from (
          select from notifications
          where notifications.receiver_id = receivers.receiver_id and not read and deleted_at is null
          limit ${MOST_COUNTED + 1}
        ) counted
      ) as count from unnest(${ids}::uuid[]) as receivers (receiver_id)`),
    db
      .select()
      .from(notifications)
      .where(
        inArray(
          notifications.id,
          sql`(
            select newest.id from unnest(${ids}::uuid[]) as receivers (receiver_id) cross join lateral (
              select id from notifications
              where notifications.receiver_id = receivers.receiver_id and not read and deleted_at is null
              order by id desc limit ${LISTED}
            ) newest
          )`,
        ),
      )
      .orderBy(desc(notifications.id)),
  ])
  return counts.rows.map(({ receiver_id: receiverId, count }) => ({
    receiverId,
    count,
    newest: newest.filter((row) => row.receiverId === receiverId),
  }))
}

/** @returns how many were unread until now */
export async function updateRead(
  tx: Tx,
  receiverId: string,
  { id, inviteeEmail }: { id?: string | undefined; inviteeEmail?: string | null | undefined },
): Promise<number> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ read: true, readDate: sql`portal_now()` })
    .where(
      and(
        eq(notifications.receiverId, receiverId),
        unread,
        id ? eq(notifications.id, id) : undefined,
        inviteeEmail ? sql`${notifications.data}->>'inviteeEmail' = ${inviteeEmail}` : undefined,
      ),
    )
  return rowCount ?? 0
}

/** @returns null when it is not theirs, or deleted already */
export async function updateDeleted(tx: Tx, receiverId: string, id: string): Promise<NotificationRow | null> {
  const [row] = await tx
    .update(notifications)
    .set({ deletedAt: sql`portal_now()` })
    .where(and(eq(notifications.id, id), eq(notifications.receiverId, receiverId), present))
    .returning()
  return row ?? null
}

/** @returns null when it is not theirs, or gone */
export async function updateRestored(tx: Tx, receiverId: string, id: string): Promise<NotificationRow | null> {
  const [row] = await tx
    .update(notifications)
    .set({ deletedAt: null })
    .where(and(eq(notifications.id, id), eq(notifications.receiverId, receiverId)))
    .returning()
  return row ?? null
}

/** Removes for good what was deleted more than a day ago. */
export const deleteForgotten = (db: Reader) =>
  db.execute(sql`delete from notifications where deleted_at < portal_now() - interval '1 day'`)
