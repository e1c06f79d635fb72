import { sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { preparedByText, whenOne } from '#server/database/prepared.ts'
import { messages } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import type { MessageRow } from './message-queries.ts'

type MessageStatus = MessageRow['status']

/**
 * A sent message stays sent. A given-up one can be revived, or turns out to be sent by a worker that was believed
 * dead. Attempts and the last error are in the row itself: two rows of `status_changes` for every mail would add nothing.
 */
export const messageTransitions: Transitions<MessageStatus> = {
  waiting: ['sending', 'sent', 'failed', 'unwanted'],
  sending: ['waiting', 'sent', 'failed'],
  failed: ['waiting', 'sent'],
  unwanted: [],
  sent: [],
}

/** The outcome of an attempt. */
export type Outcome = Exclude<MessageStatus, 'sending'>

/** Records an attempt of each message; one that will be repeated stays `waiting`. @param error the other side's words */
export async function recordAttempts(tx: Tx, ids: readonly string[], to: Outcome, error = ''): Promise<void> {
  const from = to === 'sent' ? sourcesOf(messageTransitions, to) : [to, ...sourcesOf(messageTransitions, to)]
  const update = tx
    .update(messages)
    .set({ status: to, error, attempts: sql`attempts + 1`, sentAt: to === 'sent' ? sql`portal_now()` : null })
    .where(and(inArray(messages.id, [...ids]), inArray(messages.status, from)))
  await preparedByText(whenOne('messages.record-attempt', ids), update).execute()
}

/** Records why a message waits that was not attempted. */
export async function recordReason(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .update(messages)
    .set({ error })
    .where(and(eq(messages.id, id), eq(messages.status, 'waiting')))
}

/** Claims a waiting message before it is sent. @returns false if it is not waiting */
export async function claimMessage(tx: Tx, id: string): Promise<boolean> {
  return (await move(tx, id, 'waiting', { status: 'sending' })) !== null
}

/** Makes a given-up message waiting again, with all attempts. @returns null if it was not given up */
export const requeueMessage = (tx: Tx, id: string): Promise<MessageRow | null> =>
  move(tx, id, 'failed', { status: 'waiting', attempts: 0 })

/** Makes those of many waiting again that were given up, with all attempts. @returns which */
export async function requeueMessages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .update(messages)
    .set({ status: 'waiting', attempts: 0 })
    .where(and(inArray(messages.id, [...ids]), eq(messages.status, 'failed')))
    .returning({ id: messages.id })
  return rows.map(({ id }) => id)
}

async function move(
  tx: Tx,
  id: string,
  from: MessageStatus,
  to: { status: MessageStatus; attempts?: number },
): Promise<MessageRow | null> {
  const [row] = await tx
    .update(messages)
    .set(to)
    .where(and(eq(messages.id, id), eq(messages.status, from)))
    .returning()
  return row ?? null
}
