import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { mails, notifications } from '#server/database/schema/index.ts'

export type MailRow = typeof mails.$inferSelect

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

/** @returns null when this mail was asked for before */
export async function insertMail(
  tx: Tx,
  values: Pick<MailRow, 'onceKey' | 'template' | 'data'>,
): Promise<string | null> {
  const [row] = await tx
    .insert(mails)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning({ id: mails.id })
  return row?.id ?? null
}

export async function selectMail(db: Reader, id: string): Promise<MailRow> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  if (!row) throw new Error('A mail named by a job is gone')
  return row
}

/** The outcome of one try to send. A mail that was sent stays sent. */
export const updateMailStatus = (tx: Tx, id: string, status: MailRow['status']) =>
  tx
    .update(mails)
    .set({ status, attempts: sql`attempts + 1`, sentAt: status === 'sent' ? sql`portal_now()` : null })
    .where(and(eq(mails.id, id), sql`${mails.status} <> 'sent'`))
