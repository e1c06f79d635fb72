import * as z from 'zod/mini'
import type { NotificationType } from '#contract/notifications/notifications.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import { enqueueMails, FAN_OUT_PRIORITY, type MailTemplate } from '../mail/send-mail.ts'
import type { About } from './notify.ts'

interface NotificationToMany extends Omit<About, 'people'> {
  /** A query of members with the column `member_id`, and `people` where each is notified about some. */
  readonly receivers: Broadcast['receivers']
  readonly mail: { readonly template: MailTemplate; readonly data: Record<string, unknown> }
}

const mailManyJob = job('notifications.mail-many', z.object({ fanOutId: z.uuid() }))

/** Mails enqueued per transaction. */
const PART = 500

/**
 * Notifies any number of members in one statement, within the transaction that causes it; nobody is notified twice
 * for one `onceKey`. Their mails follow in parts, each in a transaction that records its progress, so a crash leaves
 * neither gaps nor repeats.
 * @returns how many were notified for the first time
 */
export async function broadcast(
  tx: Tx,
  { onceKey, texts, receivers, type, data, mail }: NotificationToMany,
): Promise<number> {
  const { id: fanOutId, isNew } = await insertFanOut(tx, { onceKey, ...mail })
  const words = { ...texts('en'), danish: texts('da') }
  const notified = await insertNotifications(tx, fanOutId, { ...words, receivers, type, data, isNew })
  if (notified === 0) return 0
  await rewindFanOut(tx, fanOutId)
  await enqueue(tx, mailManyJob, { fanOutId }, { key: `mail-many:${fanOutId}`, priority: FAN_OUT_PRIORITY })
  return notified
}

/** Enqueues the mails of a broadcast, a part at a time. */
export const mailManyHandler = ({ db }: { db: Db }) =>
  handle(mailManyJob, async ({ fanOutId }) => {
    let left = true
    while (left) {
      left = await inTransaction(db, (tx) => mailPart(tx, fanOutId))
      crashPoint('broadcast.mailed')
    }
  })

/** @returns whether there may be more */
async function mailPart(tx: Tx, fanOutId: string): Promise<boolean> {
  const part = await lockFanOut(tx, fanOutId, PART)
  if (part.receiverIds.length === 0) return false
  await enqueueMails(tx, await insertFanOutMails(tx, part))
  crashPoint('broadcast.mailing')
  return part.receiverIds.length === PART
}

interface FanOut {
  readonly id: string
  readonly template: string
  readonly data: Record<string, unknown>
}

/** The texts and mail of a broadcast. @returns its id, and whether there was none before */
async function insertFanOut(
  tx: Tx,
  { onceKey, template, data }: { onceKey: string; template: string; data: Record<string, unknown> },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await tx.execute<{ id: string; isNew: boolean }>(sql`
    insert into fan_outs (id, once_key, template, data)
    values (${newId()}, ${onceKey}, ${template}, ${JSON.stringify(data)}::jsonb)
    on conflict (once_key) do update set once_key = excluded.once_key
    returning id, xmax = 0 as "isNew"`)
  return rows[0]!
}

interface Broadcast {
  readonly receivers: SQL
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly danish: { title: string; message: string }
  readonly data: Record<string, unknown>
  readonly isNew: boolean
}

/**
 * One statement for any number of receivers, in the order of the indexes, which takes a third less time; the clock is
 * read once. Whoever deleted such a notification, which is gone a day later, is known by the mail.
 * @returns how many were notified for the first time
 */
async function insertNotifications(tx: Tx, fanOutId: string, many: Broadcast): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into notifications (id, receiver_id, type, title, message, danish, data, fan_out_id, created_at)
    select portal_new_id(), member_id, ${many.type}, ${many.title}, ${many.message},
      ${JSON.stringify(many.danish)}::jsonb,
      ${JSON.stringify(many.data)}::jsonb || jsonb_strip_nulls(jsonb_build_object('people', to_jsonb(receivers) -> 'people')), ${fanOutId}::uuid,
      (select portal_now())
    from (${many.receivers}) receivers
    ${many.isNew ? sql`` : sql`where not exists (select from messages where once_key = ${`fan-out:${fanOutId}:`} || receivers.member_id)`}
    order by member_id
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Starts over with the first receiver; receivers whose mail was requested are skipped. */
const rewindFanOut = (tx: Tx, id: string) =>
  tx.execute(sql`update fan_outs set mailed_up_to = null where id = ${id} and mailed_up_to is not null`)

/** Locks a broadcast and reads the next receivers, so that workers take turns. */
async function lockFanOut(tx: Tx, id: string, limit: number): Promise<FanOut & { receiverIds: string[] }> {
  const { rows } = await tx.execute<{ template: string; data: Record<string, unknown>; mailed_up_to: string | null }>(
    sql`select template, data, mailed_up_to from fan_outs where id = ${id} for update`,
  )
  const fanOut = rows[0]
  if (!fanOut) throw new Error('Fan-out not found')
  const next = await tx.execute<{ receiver_id: string }>(sql`
    select receiver_id from notifications
    where fan_out_id = ${id} and receiver_id > coalesce(${fanOut.mailed_up_to}::uuid, '00000000-0000-0000-0000-000000000000')
    order by receiver_id limit ${limit}`)
  return { id, ...fanOut, receiverIds: next.rows.map((row) => row.receiver_id) }
}

/**
 * Inserts a mail for each of these with an address, unless it was requested before.
 * @returns the ids of the new ones
 */
async function insertFanOutMails(
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
