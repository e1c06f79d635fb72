import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { cached, type Measure } from '#server/http/metrics.ts'

/** The newest backup by the portal's own command, and the newest test of one. */
export async function selectBackups(db: Db) {
  const { rows } = await db.execute<{
    at: Date | null
    bytes: number | null
    testedAt: Date | null
    fault: string | null
    /** Seconds since the newest backup or test, or since this database was made. */
    age: number
    testAge: number
  }>(sql`
    select newest.taken_at as at, newest.bytes::float8 as bytes, tested.tested_at as "testedAt", failed.test_fault as fault,
      extract(epoch from portal_now() - coalesce(newest.taken_at, made.at))::float8 as age,
      extract(epoch from portal_now() - coalesce(tested.tested_at, made.at))::float8 as "testAge"
    from (select min(applied_at) as at from portal_migrations) made
    left join lateral (select taken_at, bytes from backups order by taken_at desc limit 1) newest on true
    left join lateral (select max(tested_at) as tested_at from backups where test_fault is null) tested on true
    left join lateral (
      select test_fault from backups where test_fault is not null and tested_at > coalesce(tested.tested_at, '-infinity')
      order by tested_at desc limit 1) failed on true`)
  const { at, bytes, testedAt, fault, age, testAge } = rows[0]!
  return {
    newest: at === null || bytes === null ? null : { at: new Date(at), bytes },
    tested: { at: testedAt && new Date(testedAt), fault },
    age,
    testAge,
  }
}

/** Seconds since the database archived a part of its log, or since it started. No row where it does not do so at regular times. */
async function selectArchiveAge(db: Db) {
  const { rows } = await db.execute<{ age: number }>(sql`
    select extract(epoch from clock_timestamp() - coalesce(last_archived_time, pg_postmaster_start_time()))::float8 as age
    from pg_stat_archiver
    where current_setting('archive_mode') <> 'off' and current_setting('archive_timeout') <> '0'`)
  return rows
}

/** An installation without any backup counts from the day it was made, so that the alarm comes there, too. */
export function backupMeasures(db: Db): Measure[] {
  const found = cached(() => selectBackups(db))
  const gauge = (name: string, help: string, of: (backups: Awaited<ReturnType<typeof selectBackups>>) => number) => ({
    name,
    help,
    labels: [],
    read: async () => [{ labels: {}, value: of(await found()) }],
  })
  return [
    gauge(
      'portal_backup_age_seconds',
      'Age of the newest backup, or of the database if there is none',
      ({ age }) => age,
    ),
    gauge('portal_backup_bytes', 'Size of the newest backup', ({ newest }) => newest?.bytes ?? 0),
    gauge(
      'portal_backup_tested_age_seconds',
      'Time since a backup was last restored as a test, or since the database was made',
      ({ testAge }) => testAge,
    ),
    {
      name: 'portal_archive_age_seconds',
      help: 'Time since the database last archived a segment of its log; missing where it does not do so at regular times',
      labels: [],
      read: async () => (await selectArchiveAge(db)).map(({ age: value }) => ({ labels: {}, value })),
    },
  ]
}
