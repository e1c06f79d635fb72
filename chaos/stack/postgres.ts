import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded.ts'
import type { Sql } from '#server/testing/invariants/invariant-facts.ts'

export interface Postgres {
  /** The URL of an existing database. */
  urlOf(database: string): string
  readonly port: number
  /** How often it was killed. */
  readonly kills: number
  /** SIGKILL to all its processes at once. The embedded launcher restarts it. */
  kill(): Promise<void>
  /** Resolves when it answers. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** The embedded PostgreSQL with its real settings: commits are durable. */
export async function startPostgres(dataDir: string): Promise<Postgres> {
  const embedded = await startEmbedded({ dataDir })
  const address = new URL(embedded.url)
  const urlOf = (database: string) => {
    const url = new URL(address)
    url.pathname = database
    return url.href
  }
  const ready = async () => {
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(20)) {
      const client = new pg.Client({ connectionString: embedded.url, connectionTimeoutMillis: 1000 })
      client.on('error', () => {})
      const answer = await client
        .connect()
        .then(() => client.query('select 1'))
        .catch(() => null)
      await client.end().catch(() => {})
      if (answer) return
    }
    throw new Error('PostgreSQL does not come back')
  }
  let kills = 0
  const family = (): number[] => {
    const file = path.join(dataDir, 'pg18/postmaster.pid')
    if (!existsSync(file)) return []
    const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
    return [postmaster, ...childrenOf(postmaster)]
  }
  const end = () => family().forEach(killOne)
  // Before its folder is deleted, which has the process id.
  process.prependOnceListener('exit', end)
  return {
    urlOf,
    get kills() {
      return kills
    },
    port: Number(address.port),
    ready,
    async kill() {
      kills += 1
      const all = family()
      all.forEach(killOne)
      // The next one cannot start before the last process is gone.
      while (all.some(isThere)) await wait(5)
    },
    async stop() {
      process.off('exit', end)
      await embedded.stop()
    },
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** False for a zombie, too. */
const isThere = (pid: number): boolean => processes().some((one) => one.pid === pid && !one.state.startsWith('Z'))

const childrenOf = (parent: number): number[] =>
  processes()
    .filter(({ parentId }) => parentId === parent)
    .map(({ pid }) => pid)

function processes() {
  const list = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(statOf)
    : execFileSync('ps', ['-A', '-o', 'pid=,state=,ppid='], { encoding: 'utf8' }).split('\n')
  return list.flatMap((line) => {
    const [, pid, state, parentId] = /^\s*(\d+) (?:\(.*\) )?(\S+)\s+(\d+)/.exec(line) ?? []
    return pid && state ? [{ pid: Number(pid), state, parentId: Number(parentId) }] : []
  })
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * SQL past every rule of the portal, on connections of the harness's own. A statement is sent again while the database is away,
 * and when PostgreSQL ended it because of a deadlock with the portal.
 */
export function openSql(url: string): { sql: Sql; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 2000,
    application_name: 'harness',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const sql: Sql = async <Row extends object>(text: string, values: unknown[] = []) => {
    for (const until = Date.now() + 20_000; ; await wait(50)) {
      try {
        return (await pool.query(text, values)).rows as Row[]
      } catch (error) {
        const { code = '' } = error as { code?: string }
        // An error of the statement itself does not go away.
        if ((/^[0-9A-Z]{5}$/.test(code) && !/^(57|08|53|40P01)/.test(code)) || Date.now() > until) throw error
      }
    }
  }
  return { sql, close: () => pool.end() }
}
