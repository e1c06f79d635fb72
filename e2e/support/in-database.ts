import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { Portal } from './portal.ts'

/** Runs one statement in a portal's database, for states that a story cannot reach in a minute. */
export async function inDatabase<T extends object>(
  { dataDir }: Portal,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new Client(process.env.DATABASE_URL ?? embedded(dataDir))
  await client.connect()
  try {
    return (await client.query<T>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Carries out at once what offices could still stop for a minute. */
export const minuteOver = (portal: Portal) =>
  inDatabase(
    portal,
    `select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier like '%-when-not-stopped'), run_at => now())`,
  )

function embedded(dataDir: string): string {
  const read = (name: string) => readFileSync(path.join(dataDir, name), 'utf8').trim()
  const { port } = JSON.parse(read('pg18.json')) as { port: number }
  return `postgres://portal:${read('pg18.password')}@127.0.0.1:${port}/postgres`
}

export interface SampleNotification {
  readonly type: string
  readonly title: string
  readonly message: string
  readonly data?: Record<string, unknown>
  readonly read?: boolean
  /** Minutes before now; default 0. */
  readonly ago?: number
}

/** Writes notifications to a member with given times; open pages receive them. */
export async function addNotifications(
  portal: Portal,
  email: string,
  notifications: readonly SampleNotification[],
): Promise<void> {
  const rows = notifications.map(({ ago = 0, ...rest }) => {
    const at = Date.now() - ago * 60_000
    return { data: {}, read: false, ...rest, id: idAt(at), at: new Date(at).toISOString() }
  })
  await inDatabase(
    portal,
    `insert into notifications (id, receiver_id, type, title, message, data, read, read_date, created_at)
     select id, (select member.id from members member where member.email = $1), type, title, message, data, read,
       case when read then portal_now() end, at
     from json_to_recordset($2) as row(id uuid, type text, title text, message text, data jsonb, read boolean, at timestamptz)`,
    [email, JSON.stringify(rows)],
  )
}

/** An id begins with its moment, in milliseconds. */
function idAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Writes a reminder mail to a member, waiting or given up.
 * @returns its id
 */
export async function writeReminder(portal: Portal, email: string, status: 'waiting' | 'failed'): Promise<string> {
  const [row] = await inDatabase<{ id: string }>(
    portal,
    `insert into messages (id, channel, once_key, template, member_id, data, status, attempts, error)
     select portal_new_id(), 'mail', 'story:' || gen_random_uuid(), 'membership-renew', members.id,
       jsonb_build_object('memberId', members.id, 'orgId', terms.org_id, 'endDate', terms.end_date), $2,
       case $2 when 'failed' then 20 else 0 end, case $2 when 'failed' then '550 no such mailbox' else '' end
     from members join membership_terms terms on terms.member_id = members.id and terms.status = 'active'
     where members.email = $1 order by terms.end_date desc limit 1 returning id`,
    [email, status],
  )
  const payload = JSON.stringify({ mailId: row!.id })
  if (status === 'waiting')
    await inDatabase(portal, `select graphile_worker.add_job('notifications.send-mail', $1::json)`, [payload])
  return row!.id
}
