import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { messages, notifications } from '#server/database/schema/index.ts'

export type MessageRow = typeof messages.$inferSelect

/** @returns null when what it is about was told before */
export async function insertNotification(
  tx: Tx,
  values: Omit<typeof notifications.$inferInsert, 'id'>,
): Promise<string | null> {
  const [row] = await tx
    .insert(notifications)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning({ id: notifications.id })
  return row?.id ?? null
}

/** @returns null when this message was asked for before */
export async function insertMessage(
  tx: Tx,
  values: Pick<MessageRow, 'channel' | 'onceKey' | 'template' | 'data'>,
): Promise<string | null> {
  const [row] = await tx
    .insert(messages)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  return row?.id ?? null
}

export async function selectMessage(db: Reader, id: string): Promise<MessageRow> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('A message named by a job is gone')
  return row
}

/** The outcome of one try to send. A message that was sent stays sent. */
export const updateMessageStatus = (tx: Tx, id: string, status: MessageRow['status']) =>
  tx
    .update(messages)
    .set({ status, attempts: sql`attempts + 1`, sentAt: status === 'sent' ? sql`portal_now()` : null })
    .where(and(eq(messages.id, id), sql`${messages.status} <> 'sent'`))

/** Takes a waiting message for oneself to hand over. @returns false when it is not waiting */
export async function takeMessage(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(messages)
    .set({ status: 'sending' })
    .where(and(eq(messages.id, id), eq(messages.status, 'waiting')))
    .returning({ id: messages.id })
  return rows.length === 1
}
