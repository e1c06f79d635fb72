import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

/** A PostgreSQL whose database `postgres` is migrated, and its streaming replica. */
export interface Replicated {
  readonly primary: Embedded
  readonly replicaUrl: string
  /** The folder of the replica, for `killDatabase`. */
  readonly replicaDir: string
  /** Ends the replica until it is started again. */
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-replicated-'))
  const [primaryDir, replicaDir] = [path.join(folder, 'primary'), path.join(folder, 'replica')]
  const first = await startEmbedded({ dataDir: primaryDir, test: true })
  await migrate(first.url)
  // As in production: what was answered is in the log.
  await run(first.url, 'alter role current_user set synchronous_commit = on')
  await first.stop()
  // The copy of a stopped server, with its owner and modes.
  spawnSync('chmod', ['711', folder])
  spawnSync('cp', ['-a', primaryDir, replicaDir])
  rmSync(path.join(replicaDir, 'pg18.json'))
  const primary = await startEmbedded({ dataDir: primaryDir, test: true })
  const { port, username, password } = new URL(primary.url)
  writeFileSync(path.join(replicaDir, 'pg18/standby.signal'), '')
  appendFileSync(
    path.join(replicaDir, 'pg18/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  let replica = await startEmbedded({ dataDir: replicaDir, test: true })
  return {
    primary,
    replicaUrl: replica.url,
    replicaDir,
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startEmbedded({ dataDir: replicaDir, test: true })
    },
    stop: async () => {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
