import type { NotificationType } from '#contract/notifications.ts'
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

/** Whoever has read a thread until a moment needs no notification of what came before. */
export const markThreadRead = (tx: Tx, receiverId: string, thread: UntilThen): Promise<unknown> =>
  update(tx, thread, eq(notifications.receiverId, receiverId))

/** Of those of an office, what they were told as such. */
export const markOfficeRead = (tx: Tx, receiverIds: readonly string[], thread: UntilThen): Promise<unknown> =>
  update(tx, thread, and(inArray(notifications.receiverId, [...receiverIds]), eq(notifications.type, 'CONTACT_US')))

/** What an office was told of threads is kept no more. */
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

/** What one profile was told of threads is the other's from now on, and what waits to be sent goes to them. */
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

/** Removes for good what somebody was told of a club's matters, which are theirs no more. @param about `org`: the club's key */
export const forgetNotificationsOf = (
  tx: Tx,
  receiverId: string,
  { type, org }: { type: NotificationType; org: string },
): Promise<unknown> =>
  tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.receiverId, receiverId),
        eq(notifications.type, type),
        sql`${notifications.data}->>'org' = ${org}`,
      ),
    )
