import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { readTables } from './backup-catalog.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { connectForCopy, writeBackup } from './backup.ts'
import { selectJobsForBackup } from './job-tables.ts'
import { isMigrated, migrate } from './migrate.ts'
import { createSecrets } from './secrets.ts'

/** Other versions, other databases: what is seldom touched. */
const atNight = test.runIf(inject('nightly'))

const secrets = createSecrets('a-key-of-a-test-that-is-long-enough')
const version = '1.2.3'
const ours = path.join(import.meta.dirname, 'migrations')
/** Text that COPY, tar or a careless hand could break. */
const awkward = 'æøå\t"\\N\\"\\.\n\\.\r\n{"a": "b\\n"}\u2028 \u{1F6F6} \\'

let folder: string
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'))
  source = await createTestDatabase()
  await source.sql(
    `insert into members (id, parent_id, first_name, last_name, date_of_birth) values ($1, $2, $3, '', '2016-02-29'), ($2, null, 'Parent', '', null)`,
    [newId(), newId(), awkward],
  )
  await source.sql(`insert into messages (id, once_key, template, data) values ($1, 'a', 't', $2)`, [
    newId(),
    { deep: [awkward, 1e21, null] },
  ])
  await source.sql(
    `insert into status_changes (thing, thing_id, to_status, cause) select 'order', $1, 'paid', 'x' from generate_series(1, 30000)`,
    [newId()],
  )
  await source.sql(
    `
    select graphile_worker.add_job('orders.settle', json_build_object('orderId', $1::text), 'line', now() + '1 hour', 7, 'key ' || $1, 3, '{quiet}');
    `.replaceAll('$1', `'o-1'`),
  )
  await source.sql(`select graphile_worker.add_job('given.up', '{"n": 1}', null, now(), 3)`)
  await source.sql(
    `select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where max_attempts = 3), $1)`,
    [awkward],
  )
  await source.sql(`
    with club as (insert into organisations (id, key, name, contact_email) values (gen_random_uuid(), 'CLUB', 'Club', 'club@mail.example') returning id),
    event as (
      insert into events (id, org_id, title, starts_at, ends_at, public_from) select gen_random_uuid(), id, 'Fest', now(), now(), now() from club
      returning id, org_id
    ),
    category as (
      insert into event_categories (id, event_id, category, name, price) select gen_random_uuid(), id, 'adult', 'Adult', 0 from event returning id
    ),
    bought as (
      insert into orders (id, org_id, buyer_id, number, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
        test_mode, billing, language)
      select gen_random_uuid(), org_id, members.id, '1', '', '', '', '', 0, 'DKK', false, '{}', 'da' from event, members limit 1
      returning id, buyer_id
    )
    insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, one_per_person)
    select gen_random_uuid(), event.id, category.id, org_id, buyer_id, bought.id, false from event, category, bought`)
  await source.sql(
    `insert into club_notes (id, org_id, member_id, text, is_comment) select gen_random_uuid(), organisations.id, members.id, 'Has the key', true
     from organisations, members limit 1`,
  )
  await source.sql(`update portal_clock set "offset" = interval '3 days 02:00'`)
  await source.sql(`insert into rate_windows values ('k', now(), 1)`)
})
beforeEach(async () => {
  target = await createTestDatabase({ template: 'template0' })
})
afterEach(() => target.drop())
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

const fileNamed = (name: string) => path.join(folder, name)
async function backup(name: string, from = source) {
  const file = fileNamed(`${name}.tar.gz`)
  await writeBackup(from.url, secrets, file, { version })
  return file
}
const contentsOf = async (database: TestDatabase) => {
  const client = await connectForCopy(database.url, 'test')
  const contents: Record<string, unknown[]> = {}
  for (const { name, select } of await readTables(client)) contents[name] = (await client.query(select)).rows
  await client.end()
  return contents
}
const jobsOf = (database: TestDatabase) => database.sql(selectJobsForBackup)
const nothingIn = async (database: TestDatabase) =>
  expect(
    await database.sql(`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
  ).toEqual([])

test('everything is restored: rows, awkward texts, jobs with their attempts, number series', async () => {
  const file = await backup('whole')
  const steps: string[] = []
  const manifest = await restoreBackup(target.url, secrets, file, { onProgress: (step) => steps.push(step) })
  expect(await contentsOf(target)).toEqual(await contentsOf(source))
  expect(await jobsOf(target)).toEqual(await jobsOf(source))
  expect(await jobsOf(target)).toHaveLength(2)
  expect(await target.sql('select held from events union all select held from event_categories')).toEqual([
    { held: 1 },
    { held: 1 },
  ])
  expect(manifest.parts.find((part) => part.folder === 'tables/status_changes')).toMatchObject({ rows: 30_000 })
  expect(steps.join('\n')).toContain('tables/status_changes: 30000 rows')
  // The next number is a new one.
  await target.sql(`insert into status_changes (thing, thing_id, to_status, cause) values ('order', $1, 'paid', 'x')`, [
    newId(),
  ])
  // Data that may be lost at any time is not in it.
  expect(await target.sql('select 1 from rate_windows')).toEqual([])
})

test('only this user can read it, and no unfinished file is left', async () => {
  const file = await backup('private')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const broken = writeBackup(source.url.replace(/\w+$/, 'postgres'), secrets, fileNamed('none.tar.gz'), { version })
  await expect(broken).rejects.toThrow('not a portal')
  expect(readdirSync(folder).filter((name) => /none|unfinished/.test(name))).toEqual([])
})

atNight('it is one snapshot, whatever is written meanwhile', async () => {
  const before = await contentsOf(source)
  const file = fileNamed('moment.tar.gz')
  let late = 0
  await writeBackup(source.url, secrets, file, {
    version,
    // Between two tables somebody writes to all that come later.
    onProgress: async () => {
      late++
      await source.sql(`insert into status_changes (thing, thing_id, to_status, cause) values ('late', $1, 'x', 'x')`, [
        newId(),
      ])
    },
  })
  await restoreBackup(target.url, secrets, file)
  expect(await contentsOf(target)).toEqual(before)
  expect(await source.sql(`delete from status_changes where thing = 'late' returning 1`)).toHaveLength(late)
})

test('a truncated backup is refused before anything is written', async () => {
  const file = await backup('cut')
  const bytes = readFileSync(file)
  for (const length of [0, 10, 500, Math.floor(bytes.length / 2), bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length))
    await expect(restoreBackup(target.url, secrets, file), `${length} bytes`).rejects.toThrow(/cut off/)
  }
  await nothingIn(target)
})

test('an altered backup is refused, even with matching checksums', async () => {
  const file = await backup('altered')
  const bytes = gunzipSync(readFileSync(file))
  const alter = (from: string, to: string) => {
    const at = bytes.indexOf(from)
    expect(at).toBeGreaterThanOrEqual(0)
    const changed = Buffer.from(bytes)
    changed.write(to, at)
    writeFileSync(file, gzipSync(changed))
    return restoreBackup(target.url, secrets, file)
  }
  await expect(alter('Parent', 'Parens')).rejects.toThrow(/tables\/members is not what the manifest says/)
  await expect(alter('"portal": "1.2.3"', '"portal": "1.2.4"')).rejects.toThrow(/was altered/)
  await expect(alter('"format": 1,', '"format": 1;')).rejects.toThrow(/was altered \(its manifest cannot be read\)/)
  await expect(alter('tables/members/000001', 'tables/strange/00001')).rejects.toThrow(/damaged/)
  writeFileSync(file, 'no archive')
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow(/no backup/)
  await expect(restoreBackup(target.url, secrets, fileNamed('absent'))).rejects.toThrow(/There is no file/)
  await nothingIn(target)
})

test('a wrong key is refused before anything is written', async () => {
  const file = await backup('key')
  const others = createSecrets('another-key-of-a-test-that-is-long')
  await expect(restoreBackup(target.url, others, file)).rejects.toThrow(/another SECRETS_KEY/)
  await nothingIn(target)
  const changing = createSecrets('another-key-of-a-test-that-is-long', ['a-key-of-a-test-that-is-long-enough'])
  expect((await verifyBackup(file, changing)).portal).toBe(version)
})

atNight('a database with data is refused; one with only migrations, or an interrupted restore, is not', async () => {
  const file = await backup('again')
  await target.sql('create table strangers (id int)')
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow(/not the portal's/)
  await target.sql('drop table strangers')
  await migrate(target.url)
  // The last table that is loaded refuses its rows: nothing of the others stays.
  await target.sql('alter table status_changes add constraint no_room check (false)')
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow('no_room')
  expect(await target.sql('select 1 from members')).toEqual([])
  await target.sql('alter table status_changes drop constraint no_room')
  await restoreBackup(target.url, secrets, file)
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow(/is not empty/)
})

atNight('the restored rows are compared with the backup', async () => {
  const file = await backup('compared')
  await migrate(target.url)
  // Adds spaces to each text.
  await target.sql('alter table club_notes alter column text type char(20)')
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow(
    /club_notes does not hold what the backup holds/,
  )
  expect(await target.sql('select 1 from members')).toEqual([])
})

atNight('a backup of an older version is restored and brought up to this one', async () => {
  const old = await createTestDatabase({ template: 'template0' })
  await migrate(old.url, { which: (name) => name <= '0001_first_story.sql' })
  await old.sql(`insert into mails (id, once_key, template, data) values ($1, 'old', 't', '{}')`, [newId()])
  const file = await backup('old', old)
  await old.drop()
  const steps: string[] = []
  await restoreBackup(target.url, secrets, file, { onProgress: (step) => steps.push(step) })
  expect(steps.at(-1)).toMatch(/Brought up to this version: 0002/)
  expect(await isMigrated(target.db)).toBe(true)
  expect(await target.sql('select once_key, channel from messages')).toEqual([{ once_key: 'old', channel: 'mail' }])
})

atNight('a migration that came later with a lower number runs after the restore', async () => {
  const migrations = path.join(folder, 'lower')
  cpSync(ours, migrations, { recursive: true })
  writeFileSync(path.join(migrations, '9998_high.sql'), 'create table high (id int primary key)')
  const old = await createTestDatabase({ template: 'template0' })
  await migrate(old.url, { folder: migrations })
  const file = await backup('lower', old)
  await old.drop()
  writeFileSync(path.join(migrations, '9997_low.sql'), 'create table low (id int primary key)')
  const steps: string[] = []
  await restoreBackup(target.url, secrets, file, { folder: migrations, onProgress: (step) => steps.push(step) })
  expect(steps.at(-1)).toBe('Brought up to this version: 9997_low.sql')
})

atNight('a backup made by version 0.1.0 is restored', async () => {
  const file = path.join(import.meta.dirname, 'backup-of-0.1.0.tgz')
  await restoreBackup(target.url, secrets, file)
  expect(await target.sql('select once_key, data from messages')).toEqual([
    { once_key: 'old', data: { text: awkward } },
  ])
  expect(await target.sql('select task_identifier, attempts from graphile_worker.jobs')).toEqual([
    { task_identifier: 'orders.settle', attempts: 0 },
  ])
})

test('a connection lost while copying a table leaves no file', async () => {
  const file = fileNamed('broken.tar.gz')
  const broken = writeBackup(source.url, secrets, file, {
    version,
    onProgress: () =>
      source.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'portal backup'`,
      ),
  })
  await expect(broken).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([])
})

atNight('a backup with unknown migrations is refused by their name before anything is written', async () => {
  const migrations = path.join(folder, 'migrations')
  cpSync(ours, migrations, { recursive: true })
  writeFileSync(path.join(migrations, '9999_later.sql'), 'create table later (id int primary key)')
  const newer = await createTestDatabase({ template: 'template0' })
  await migrate(newer.url, { folder: migrations })
  const file = await backup('newer', newer)
  await newer.drop()
  await expect(restoreBackup(target.url, secrets, file)).rejects.toThrow(/version 1\.2\.3.*9999_later\.sql/)
  writeFileSync(path.join(migrations, '9999_later.sql'), 'select 1')
  await expect(restoreBackup(target.url, secrets, file, { folder: migrations })).rejects.toThrow(/9999_later\.sql/)
  await nothingIn(target)
})
