import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDb, openDb, type Db } from '#server/database/db.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: Db
  /** Runs SQL as the superuser, past every rule of the portal. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Empties it again. */
  empty(): Promise<void>
  /** Closes and drops it. */
  drop(): Promise<void>
}

/** Past foreign keys and triggers; deleting a few rows is far cheaper than truncating some sixty tables. */
const empty = `do $$
declare one regclass;
begin
  set local session_replication_role = replica;
  for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('portal_migrations', 'portal_clock', 'reserved_keys')
  loop
    execute format('delete from %s', one);
  end loop;
  update portal_clock set "offset" = '0';
  perform graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null));
  perform graphile_worker.complete_jobs(array(select id from graphile_worker.jobs));
end $$`

interface Where {
  readonly template?: string
  readonly serverUrl?: string
}

/** Creates an empty, migrated database. If a failed test leaves it behind, it is removed with the server. */
export async function createTestDatabase({
  template = inject('database').template,
  serverUrl = inject('database').url,
}: Where = {}): Promise<TestDatabase> {
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
    empty: async () => {
      await pool.query(empty)
    },
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
