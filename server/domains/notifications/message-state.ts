import { sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { preparedByText } from '#server/database/prepared.ts'
import { messages } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import type { MessageRow } from './message-queries.ts'

type MessageStatus = MessageRow['status']

/**
 * Sent stays sent; what was given up is revived, or was sent after all by a sender that another one had taken for dead.
 * Its tries and the last error stand in the row itself: no log is kept of a letter to each member of a club.
 */
export const messageTransitions: Transitions<MessageStatus> = {
  waiting: ['sending', 'sent', 'failed', 'unwanted'],
  sending: ['waiting', 'sent', 'failed'],
  failed: ['waiting', 'sent'],
  unwanted: [],
  sent: [],
}

/** What becomes of a try to send. */
export type Outcome = Exclude<MessageStatus, 'sending'>

/** Writes down a try; one that will be tried again leaves it waiting. @param error what the other side said */
export async function recordAttempt(tx: Tx, id: string, to: Outcome, error = ''): Promise<void> {
  const from = to === 'sent' ? sourcesOf(messageTransitions, to) : [to, ...sourcesOf(messageTransitions, to)]
  const update = tx
    .update(messages)
    .set({ status: to, error, attempts: sql`attempts + 1`, sentAt: to === 'sent' ? sql`portal_now()` : null })
    .where(and(eq(messages.id, id), inArray(messages.status, from)))
  await preparedByText('messages.record-attempt', update).execute()
}

/** Writes down why a message waits that nobody tried to hand over. */
export async function recordReason(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .update(messages)
    .set({ error })
    .where(and(eq(messages.id, id), eq(messages.status, 'waiting')))
}

/** Takes a waiting message for oneself to hand over. @returns false when it is not waiting */
export async function takeMessage(tx: Tx, id: string): Promise<boolean> {
  return (await move(tx, id, 'waiting', { status: 'sending' })) !== null
}

/** Lets a message that was given up be sent again, with all its tries. @returns null when it is not given up */
export const reviveMessage = (tx: Tx, id: string): Promise<MessageRow | null> =>
  move(tx, id, 'failed', { status: 'waiting', attempts: 0 })

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
