import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

/** A PostgreSQL for the benchmark with the portal's settings: every commit is durable. */
export interface Cluster {
  readonly dataDir: string
  /** The postmaster's process id. */
  readonly pid: number
  urlOf(name: string): string
  /** An empty database with the portal's tables. */
  create(name: string): Promise<void>
  /** A copy of an unused database. */
  copy(from: string, to: string): Promise<void>
  drop(name: string): Promise<void>
  sql<Row extends pg.QueryResultRow>(name: string, text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const dataDir = path.join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`)
  const { url, stop } = await startEmbedded({ dataDir })
  const pid = Number(readFileSync(path.join(dataDir, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0])
  const urlOf = (name: string) => {
    const address = new URL(url)
    address.pathname = name
    return address.href
  }

  async function sql<Row extends pg.QueryResultRow>(name: string, text: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlOf(name), application_name: 'bench' })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  return {
    dataDir,
    pid,
    urlOf,
    sql,
    create: async (name) => {
      await sql('postgres', `create database ${name}`)
      await migrate(urlOf(name))
      await sql(name, 'create extension pg_walinspect')
    },
    copy: async (from, to) => {
      await sql('postgres', `create database ${to} template ${from} strategy file_copy`)
    },
    drop: async (name) => {
      await sql('postgres', `drop database ${name} with (force)`)
    },
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A position in the write-ahead log. */
export const walPlace = async (cluster: Cluster): Promise<string> =>
  (await cluster.sql<{ place: string }>('postgres', 'select pg_current_wal_insert_lsn() as place'))[0]!.place

/** Bytes written to the log between two positions, and how many of them are full pages after a checkpoint. */
export async function walBetween(cluster: Cluster, database: string, from: string, to: string) {
  const [row] = await cluster.sql<{ bytes: string; pages: string | null }>(
    database,
    `select $2::pg_lsn - $1::pg_lsn as bytes, (select sum(fpi_size) from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn)) as pages`,
    [from, to],
  )
  return { bytes: Number(row!.bytes), pages: Number(row!.pages ?? 0) }
}
