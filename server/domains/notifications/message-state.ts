import { sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { preparedByText, whenOne } from '#server/database/prepared.ts'
import { members, messages } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import { isShedding } from '#server/http/limits/load-shedding.ts'
import type { Measure } from '#server/http/metrics.ts'

export type MessageRow = typeof messages.$inferSelect
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

/** Inserts a message, unless it was requested before. */
export const insertMessage = ({
  id,
  channel,
  onceKey,
  template,
  memberId,
  data,
}: Pick<MessageRow, 'id' | 'channel' | 'onceKey' | 'template' | 'memberId' | 'data'>) => sql`
  insert into messages (id, channel, once_key, template, member_id, data)
  values (${id}::uuid, ${channel}, ${onceKey}, ${template}, ${memberId}::uuid, ${JSON.stringify(data)}::jsonb)
  on conflict do nothing returning id`

async function selectOptionalMessage(db: Reader, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  return row ?? null
}

export async function selectMessage(db: Reader, id: string): Promise<MessageRow> {
  const row = await selectOptionalMessage(db, id)
  if (!row) throw new Error('Message not found')
  return row
}

/**
 * Whether somebody waits for a row that another is changing, as buyers at one event do. They wait for its transaction, without a lock of kind
 * `tuple`, because their order's row refers to the event already.
 */
const buyersQueue = sql`exists (
  select from pg_locks waiting join pg_stat_activity using (pid)
  where not waiting.granted and waiting.locktype in ('tuple', 'transactionid') and datname = current_database())`

/** Mails with their receivers' addresses, if they are members, and whether each should wait for buyers, which a mail does for a minute at most. */
export const selectMails = (db: Reader, ids: readonly string[]) =>
  db
    .select({
      message: messages,
      email: members.email,
      shouldWait: sql<boolean>`(${messages.createdAt} > portal_now() - interval '1 minute' and (select ${isShedding} or ${buyersQueue}))`,
    })
    .from(messages)
    .leftJoin(members, eq(members.id, messages.memberId))
    .where(inArray(messages.id, [...ids]))
    .prepare(whenOne('messages.mail', ids))
    .execute()

/** Unfinished messages; sent ones are counted by the jobs. Both counts use an index of their own. */
export const messageMeasure = (db: Db): Measure => ({
  name: 'portal_messages',
  help: 'Messages by channel and state: waiting, postponed after an attempt, being sent, or given up and waiting for a person',
  labels: ['channel', 'state'],
  read: async () => {
    const { rows } = await db.execute<{ channel: string; state: string; value: number }>(sql`
      with found as (
        select channel, case when status = 'waiting' and attempts > 0 then 'postponed' else status end as state
        from messages where status in ('waiting', 'sending')
        union all select channel, status from messages where status = 'failed'
      )
      select channels.channel, states.state, count(found.state)::int as value
      from unnest(array['mail', 'whatsapp']) channels (channel)
      cross join unnest(array['waiting', 'postponed', 'sending', 'failed']) states (state)
      left join found on found.channel = channels.channel and found.state = states.state
      group by 1, 2`)
    return rows.map(({ channel, state, value }) => ({ labels: { channel, state }, value }))
  },
})
