import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { Portal } from './portal.ts'

/** Runs one statement in the database of a portal, for what no story can bring about in a minute. */
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

function embedded(dataDir: string): string {
  const read = (name: string) => readFileSync(path.join(dataDir, name), 'utf8').trim()
  const { port } = JSON.parse(read('pg18.json')) as { port: number }
  return `postgres://portal:${read('pg18.password')}@127.0.0.1:${port}/postgres`
}

export interface Told {
  readonly type: string
  readonly title: string
  readonly message: string
  readonly data?: Record<string, unknown>
  readonly read?: boolean
  /** Minutes before now; default 0. */
  readonly ago?: number
}

/** Writes notifications to a member, each with the moment it has; open pages hear of them. */
export async function tell(portal: Portal, email: string, told: readonly Told[]): Promise<void> {
  const rows = told.map(({ ago = 0, ...rest }) => {
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
