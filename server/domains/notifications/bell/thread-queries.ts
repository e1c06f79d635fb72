import type { NotificationType } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/database/db.ts'
import { messages, notifications } from '#server/database/schema/index.ts'
import { and, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from '#server/database/sql.ts'

interface UntilThen {
  readonly threadId: string
  readonly until: Date
}

const update = (tx: Tx, { threadId, until }: UntilThen, whose: SQL | undefined) =>
  tx
    .update(notifications)
    .set({ read: true, readDate: sql`portal_now()` })
    .where(
      and(
        whose,
        eq(notifications.read, false),
        isNull(notifications.deletedAt),
        eq(notifications.messageThreadId, threadId),
        lte(notifications.createdAt, until),
      ),
    )

/** Marks notifications about a thread as read for somebody who has read it up to a moment. */
export const markThreadRead = (tx: Tx, receiverId: string, thread: UntilThen): Promise<unknown> =>
  update(tx, thread, eq(notifications.receiverId, receiverId))

/** Marks an office's notifications as read, only those that its members got as office. */
export const markOfficeRead = (tx: Tx, receiverIds: readonly string[], thread: UntilThen): Promise<unknown> =>
  update(tx, thread, and(inArray(notifications.receiverId, [...receiverIds]), eq(notifications.type, 'CONTACT_US')))

/** Deletes an office's notifications about threads. */
export const forgetThreadNotifications = (
  tx: Tx,
  receiverIds: readonly string[],
  threadIds: readonly string[],
): Promise<unknown> =>
  tx
    .delete(notifications)
    .where(
      and(
        inArray(notifications.receiverId, [...receiverIds]),
        eq(notifications.type, 'CONTACT_US'),
        inArray(notifications.messageThreadId, [...threadIds]),
      ),
    )

/** Moves a profile's notifications about threads, and mails still waiting, to the member it is merged into. */
export async function moveThreadNotifications(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx
    .update(notifications)
    .set({ receiverId: to, onceKey: sql`replace(${notifications.onceKey}, ${from}, ${to})` })
    .where(and(eq(notifications.receiverId, from), isNotNull(notifications.messageThreadId)))
  await tx
    .update(messages)
    .set({ memberId: to })
    .where(and(eq(messages.memberId, from), eq(messages.status, 'waiting'), eq(messages.template, 'contact-answered')))
}

/**
 * Deletes notifications about a club's matters from somebody who lost access to them, also from their open pages: the table rings bells
 * for what comes and changes, not for what is deleted.
 * @param about `org`: the club's key
 */
export async function forgetNotificationsOf(
  tx: Tx,
  receiverId: string,
  { type, org }: { type: NotificationType; org: string },
): Promise<void> {
  await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.receiverId, receiverId),
        eq(notifications.type, type),
        sql`${notifications.data}->>'org' = ${org}`,
      ),
    )
  await tx.execute(sql`select pg_notify('portal_bells', ${receiverId})`)
}
