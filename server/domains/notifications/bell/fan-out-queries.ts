import { sql, type SQL } from 'drizzle-orm'
import type { NotificationType } from '#contract/notifications.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'

export interface FanOut {
  readonly id: string
  readonly template: string
  readonly data: Record<string, unknown>
}

/** What one cause tells many, written once. @returns its id, also when it was there */
export async function insertFanOut(
  tx: Tx,
  { onceKey, template, data }: { onceKey: string; template: string; data: Record<string, unknown> },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into fan_outs (id, once_key, template, data)
    values (${newId()}, ${onceKey}, ${template}, ${JSON.stringify(data)}::jsonb)
    on conflict (once_key) do update set once_key = excluded.once_key
    returning id`)
  return rows[0]!.id
}

export interface Broadcast {
  /** One column `member_id`. */
  readonly receivers: SQL
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly danish: { title: string; message: string }
  readonly data: Record<string, unknown>
}

/**
 * One statement for any number of receivers, in the order of the indexes: half as much again without it. The clock is read once.
 * @returns how many were not told before
 */
export async function insertNotifications(tx: Tx, fanOutId: string, many: Broadcast): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into notifications (id, receiver_id, type, title, message, danish, data, fan_out_id, created_at)
    select portal_new_id(), member_id, ${many.type}, ${many.title}, ${many.message},
      ${JSON.stringify(many.danish)}::jsonb, ${JSON.stringify(many.data)}::jsonb, ${fanOutId}::uuid,
      (select portal_now())
    from (${many.receivers}) receivers order by member_id
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Begins with the first receiver again: whose mail was asked for is passed over. */
export const rewindFanOut = (tx: Tx, id: string) =>
  tx.execute(sql`update fan_outs set mailed_up_to = null where id = ${id} and mailed_up_to is not null`)

/** A fan-out with the next receivers whose mails were not asked for, locked: workers take turns. */
export async function lockFanOut(tx: Tx, id: string, limit: number): Promise<FanOut & { receiverIds: string[] }> {
  const { rows } = await tx.execute<{ template: string; data: Record<string, unknown>; mailed_up_to: string | null }>(
    sql`select template, data, mailed_up_to from fan_outs where id = ${id} for update`,
  )
  const fanOut = rows[0]
  if (!fanOut) throw new Error('A fan-out named by a job is gone')
  const next = await tx.execute<{ receiver_id: string }>(sql`
    select receiver_id from notifications
    where fan_out_id = ${id} and receiver_id > coalesce(${fanOut.mailed_up_to}::uuid, '00000000-0000-0000-0000-000000000000')
    order by receiver_id limit ${limit}`)
  return { id, ...fanOut, receiverIds: next.rows.map((row) => row.receiver_id) }
}

/** A mail to each of these who has an address; whose mail was asked for before gets no other. @returns the ids of the new ones */
export async function insertFanOutMails(
  tx: Tx,
  { id, template, data, receiverIds }: FanOut & { receiverIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with asked as (
      update fan_outs set mailed_up_to = ${receiverIds.at(-1)!}::uuid where id = ${id}
    )
    insert into messages (id, channel, once_key, template, member_id, fan_out_id, data)
    select portal_new_id(), 'mail', ${`fan-out:${id}:`} || members.id, ${template}, members.id, ${id}::uuid,
      ${JSON.stringify(data)}::jsonb || jsonb_build_object('memberId', members.id)
    from members where members.id = any(${sql.param([...receiverIds])}::uuid[]) and members.email is not null
    on conflict do nothing
    returning id`)
  return rows.map((row) => row.id)
}
