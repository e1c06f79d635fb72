import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { closeDb, openDb } from '#server/database/db.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { backupMeasures } from '#server/domains/operator/index.ts'

const root = mkdtempSync(path.join(tmpdir(), 'portal-recovery-'))
chmodSync(root, 0o711)
const [lost, recovered, wal] = ['lost', 'recovered', 'wal'].map((name) => path.join(root, name)) as [
  string,
  string,
  string,
]
const folderOf = (dataDir: string) =>
  path.join(
    dataDir,
    readdirSync(dataDir).find((name) => /^pg\d+$/.test(name))!,
  )
/** Writes a file of PostgreSQL's. The embedded one runs as another user when root starts it. */
function writeOwn(file: string, text: string): void {
  writeFileSync(file, text)
  const { uid, gid } = statSync(path.dirname(file))
  chownSync(file, uid, gid)
}
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(root, { recursive: true })
})

/** The settings of ops/postgresql with this test's folder and moment. */
const settings = (file: string, moment = '') =>
  readFileSync(new URL(`../../ops/postgresql/${file}`, import.meta.url), 'utf8')
    .replaceAll('/var/backups/wal', wal)
    .replace(/^(recovery_target_time = ).*$/m, `$1'${moment}'`)

async function running<T>(dataDir: string, work: (client: pg.Client, url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startEmbedded({ dataDir, test: true })
  stops.push(stop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client, url)
  } finally {
    await client.end()
    await stop()
  }
}

test('a database is recovered to the moment before an accident, from a base backup and the archived log', async () => {
  await running(lost, async () => {})
  appendFileSync(path.join(folderOf(lost), 'postgresql.auto.conf'), settings('archive.conf'))
  mkdirSync(wal)
  chmodSync(wal, 0o777)
  const moment = await running(lost, async (client, url) => {
    const sell = (number: number) => client.query('insert into sold values ($1)', [number])
    await client.query('create table sold (number int)')
    await sell(1)
    // As pg_basebackup does it.
    await client.query(`select pg_backup_start('base', true)`)
    mkdirSync(recovered, { mode: 0o711 })
    execFileSync('cp', ['-a', lost + '/.', recovered])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeOwn(path.join(folderOf(recovered), 'backup_label'), rows[0]!.labelfile)
    await sell(2)
    const { rows: moments } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    await client.query('select pg_sleep(0.05)')
    await client.query('delete from sold')
    await client.query('select pg_switch_wal()')
    const archived = () =>
      client.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver')
    const { rows: files } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    await expect.poll(async () => ((await archived()).rows[0]!.last ?? '') >= previous(files[0]!.file)).toBe(true)
    const db = openDb(url, { name: 'test', size: 1 })
    const age = await backupMeasures(db)
      .find(({ name }) => name === 'portal_archive_age_seconds')!
      .read()
    expect(age).toEqual([{ labels: {}, value: expect.toSatisfy((seconds: number) => seconds >= 0 && seconds < 60) }])
    await closeDb(db)
    return moments[0]!.now
  })
  const folder = folderOf(recovered)
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(folder, name), { force: true })
  rmSync(`${folder}.json`)
  writeOwn(path.join(folder, 'recovery.signal'), '')
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), settings('recover.conf', moment))
  const sold = await running(recovered, async (client) => {
    await expect.poll(async () => (await client.query('select pg_is_in_recovery() as it')).rows[0].it).toBe(false)
    return (await client.query<{ number: number }>('select number from sold order by 1')).rows
  })
  expect(sold).toEqual([{ number: 1 }, { number: 2 }])
})

/** The log's file before this one. */
const previous = (file: string) =>
  file.slice(0, 16) + (Number.parseInt(file.slice(16), 16) - 1).toString(16).padStart(8, '0').toUpperCase()
