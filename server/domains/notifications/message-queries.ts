import { kindOf } from '#contract/notifications/messages.ts'
import type { OfficeToday } from '#contract/office/today.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { whenOne } from '#server/database/prepared.ts'
import { members, messages } from '#server/database/schema/index.ts'
import { and, desc, eq, inArray, lt, sql } from '#server/database/sql.ts'
import { isShedding } from '#server/http/limits/load-shedding.ts'
import type { Measure } from '#server/http/metrics.ts'

export type MessageRow = typeof messages.$inferSelect

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

/** Given-up messages, newest first, before an id; with their receivers, if they are still members. */
export const selectFailed = (db: Reader, before: string | undefined, limit: number) =>
  db
    .select({
      message: messages,
      receiver: { firstName: members.firstName, lastName: members.lastName, email: members.email },
    })
    .from(messages)
    .leftJoin(members, eq(members.id, messages.memberId))
    .where(and(eq(messages.status, 'failed'), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(limit)

/** How many are still to be sent. */
export async function countWaiting(db: Reader): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(sql`${messages.status} in ('waiting', 'sending')`)
  return row!.count
}

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

/** The messages about a club that were given up in the last 30 days: about its orders, its questions and its office; or only those of these club messages. */
const failedOfClub = (orgId: string, clubMessageIds?: readonly string[]) => sql`
  messages.status = 'failed' and messages.created_at > portal_now() - interval '30 days' and ${
    clubMessageIds
      ? sql`data->>'clubMessageId' = any(${sql.param([...clubMessageIds])}::text[])`
      : sql`(
    data->>'orgId' = ${orgId}
    or exists (select from orders where orders.id = (data->>'orderId')::uuid and orders.org_id = ${orgId})
    or exists (
      select from office_invitations where office_invitations.id = (data->>'invitationId')::uuid and office_invitations.org_id = ${orgId}))`
  }`

export async function countFailedOfClub(
  db: Reader,
  orgId: string,
  clubMessageIds?: readonly string[],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from messages where ${failedOfClub(orgId, clubMessageIds)}`,
  )
  return rows[0]!.count
}

type FailedMail = NonNullable<OfficeToday['failedMailList']>[number]

/** The newest of them, with their receivers. */
export async function selectFailedOfClub(
  db: Reader,
  orgId: string,
  clubMessageIds?: readonly string[],
): Promise<FailedMail[]> {
  const { rows } = await db.execute<Omit<FailedMail, 'kind' | 'at'> & { template: string; created_at: Date }>(sql`
    select messages.id, template, messages.created_at, error,
      coalesce(${fullNameOf('members')}, '') as name, coalesce(members.email, office_invitations.email) as email
    from messages
    left join members on members.id = messages.member_id
    left join office_invitations on office_invitations.id = (data->>'invitationId')::uuid
    where ${failedOfClub(orgId, clubMessageIds)} order by messages.id desc limit 20`)
  return rows.map(({ template, created_at, ...row }) => ({
    ...row,
    kind: kindOf[template as keyof typeof kindOf] ?? 'account',
    at: new Date(created_at).toISOString(),
  }))
}
