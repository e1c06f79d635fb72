import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDb, openDb, type Db } from '#server/database/db.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: Db
  /** Runs SQL as the superuser, past every rule of the portal. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Closes and drops it. */
  drop(): Promise<void>
}

/** An empty, migrated database of its own. Left behind by a failed test, it goes with the whole server. */
export async function createTestDatabase({ template = inject('database').template } = {}): Promise<TestDatabase> {
  const { url: serverUrl } = inject('database')
  const name = `test_${randomBytes(8).toString('hex')}`
  await once(serverUrl, `create database ${name} template ${template}`)
  const address = new URL(serverUrl)
  address.pathname = name
  const url = address.href
  const db = openDb(url, { name: 'test', size: 10, connectionTimeout: 5000 })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  return {
    url,
    db,
    sql: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    drop: async () => {
      await closeDb(db)
      await pool.end()
      await once(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
