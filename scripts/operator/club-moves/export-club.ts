import type pg from 'pg'
import { connectForCopy } from '#server/database/backup.ts'
import { readTables } from '#server/database/backup-catalog.ts'
import { closeDb, inTransaction, openDb, type Db } from '#server/database/db.ts'
import { encryptedColumns, requireReadableSecrets } from '#server/database/encrypted-columns.ts'
import { release } from '#server/database/release.ts'
import { tablesWithFiles } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { changeClubState } from '#server/domains/organisations/index.ts'
import { clubData } from '#server/domains/privacy/index.ts'
import { CommandProblem } from '../on-database.ts'
import { type Manifest, writeClubFile } from './club-file.ts'
import { quoted, readFigures } from './figures.ts'

/** Minutes for which somebody may sit in the gateway's window. */
const WINDOW_MINUTES = 60
const MOST_NAMED = 10
/** Rows that are read at once: some hold a picture. */
const BATCH = 50

export interface ClubRow {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly state: string
}

/** Runs something on a connection of its own. */
export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectForCopy(url, 'portal move')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A club by its key, in any case. */
export async function findClub(client: pg.Client, key: string): Promise<ClubRow> {
  const { rows } = await client.query<ClubRow>('select id, key, name, state from organisations where key = $1', [
    key.toUpperCase(),
  ])
  if (!rows[0]) throw new CommandProblem(`There is no club ${key.toUpperCase()} in this database`)
  return rows[0]
}

export interface ExportOptions {
  readonly file: string
  /** age's public key of the installation that the club moves to. */
  readonly recipient: string
  /** Where pictures and files are. */
  readonly files: FileStore
}

/**
 * Writes a club into an encrypted file. A live club is paused first, so that what is sold later is not left out, and stays paused; it opens again
 * if something fails.
 */
export async function exportClub(
  url: string,
  secrets: Secrets,
  key: string,
  options: ExportOptions,
): Promise<Manifest> {
  const db = openDb(url, { name: 'portal move', size: 1, connectionTimeout: 5000 })
  try {
    await requireReadableSecrets(db, secrets)
    return await onConnection(url, async (client) => {
      const club = await findClub(client, key)
      // Before the pause: whoever is refused here has not closed anything.
      await requireNothingUnderWay(client, club)
      const isLive = club.state === 'live'
      if (isLive) await pause(db, club)
      try {
        return await write(client, secrets, isLive ? { ...club, state: 'paused' } : club, options)
      } catch (error) {
        if (isLive) await setState(db, club.id, 'live')
        throw error
      }
    })
  } finally {
    await closeDb(db)
  }
}

const movingText = {
  da: 'Klubben flytter til en anden hjemmeside og sælger igen om lidt.',
  en: 'The club is moving to another site and sells again soon.',
}

async function pause(db: Db, { id, key }: ClubRow): Promise<void> {
  if (!(await setState(db, id, 'paused', movingText)))
    throw new CommandProblem(`${key} was closed or paused in this second: run the command again`)
}

const setState = (db: Db, id: string, to: 'paused' | 'live', pausedText: typeof movingText | null = null) =>
  inTransaction(db, (tx) => changeClubState(tx, id, to, { pausedText, reason: 'move' }))

async function write(
  client: pg.Client,
  secrets: Secrets,
  club: ClubRow,
  { file, recipient, files }: ExportOptions,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read')
  await requireNothingUnderWay(client, club)
  const { rows: steps } = await client.query('select 1 from portal_migration_steps where finished_at is null limit 1')
  if (steps.length > 0)
    throw new CommandProblem(
      'An update is not finished: wait until /operator/health says that it is, and run this again',
    )
  await client.query('create temp table moving_people (id uuid primary key) on commit drop')
  return writeClubFile(file, recipient, tablesOf(client, { secrets, files }, club.id), async () => {
    const now = await client.query<{ now: Date }>('select now()')
    const migrations = await client.query<{ all: Record<string, string> }>(
      'select json_object_agg(name, checksum) as all from portal_migrations',
    )
    const keys = await client.query<Manifest['ticketKeys'][number]>(
      `select id, kid, public_key, created_at::text from ticket_keys order by id`,
    )
    return {
      portal: release.version,
      takenAt: now.rows[0]!.now.toISOString(),
      migrations: migrations.rows[0]!.all,
      club,
      ticketKeys: keys.rows,
      figures: await readFigures((text) => client.query(text), club.id),
    }
  })
}

/** Orders that are being paid, refunds, cancelled events and delayed actions: they end where they began. */
async function requireNothingUnderWay(client: pg.Client, { id, key }: ClubRow): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select 'order ' || number || ' is being paid' as name from orders where org_id = $1 and status not in ('paid', 'refunded') and exists (
       select from payments where payments.order_id = orders.id and (payments.status in ('authorising', 'authorised', 'capturing')
         or payments.status in ('linking', 'linked') and payments.created_at > portal_now() - make_interval(mins => ${WINDOW_MINUTES})))
     union all
     select distinct 'order ' || number || ' is being refunded' from orders join refunds on refunds.order_id = orders.id
     where orders.org_id = $1 and refunds.status <> 'done'
     union all
     select 'the cancellation of ' || title || ' is under way' from event_runs join events on events.id = event_id
     where event_runs.org_id = $1 and state in ('waiting', 'running')
     union all
     select label || ' can still be stopped' from delayed_actions where org_id = $1 and state = 'waiting'
     limit ${MOST_NAMED + 1}`,
    [id],
  )
  if (rows.length === 0) return
  const named = rows.slice(0, MOST_NAMED).map(({ name }) => `- ${name}`)
  const more = rows.length > MOST_NAMED ? ['- and others'] : []
  throw new CommandProblem(
    [`${key} cannot move now, and sells as before. Wait for these, or end them in the office:`, ...named, ...more].join(
      '\n',
    ),
  )
}

interface Stores {
  readonly secrets: Secrets
  readonly files: FileStore
}

/** The club's tables, and then its people: whoever is named in a row, with their guardians. */
async function* tablesOf(client: pg.Client, { secrets, files }: Stores, clubId: string) {
  const tables = await readTables(client)
  const ids = new Set<string>()
  for (const { name: table, columns } of tables) {
    const move = clubData[table]
    if (!move || !('moves' in move)) continue
    const lines = readLines(client, table, columns, move.moves(quoted(clubId)))
    yield { table, columns, lines: collecting(ids, withFiles(files, table, readable(secrets, table, lines))) }
  }
  await client.query('insert into moving_people select id from members where id = any($1)', [[...ids]])
  await client.query(
    `with recursive guardians as (
       select parent_id as id from members where id in (select id from moving_people)
       union select members.parent_id from members join guardians on guardians.id = members.id
     ) insert into moving_people select id from guardians where id is not null on conflict do nothing`,
  )
  for (const { name: table, columns } of tables) {
    const move = clubData[table]
    if (!move || !('people' in move)) continue
    const lines = readLines(client, table, columns, move.people('(select id from moving_people)'))
    yield { table, columns, lines: withFiles(files, table, lines) }
  }
}

async function* readLines(client: pg.Client, table: string, columns: readonly string[], where: string) {
  await client.query(
    `declare moving no scroll cursor for select to_jsonb(picked)::text as line
     from (select ${columns.map((name) => `"${name}"`).join(', ')} from ${table} where ${where}) picked`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from moving`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close moving')
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

async function* collecting(ids: Set<string>, batches: AsyncIterable<string[]>) {
  for await (const lines of batches) {
    for (const line of lines) for (const id of line.match(uuids) ?? []) ids.add(id)
    yield lines
  }
}

/** Encrypted texts are decrypted: the file is encrypted as a whole, for an installation that has another SECRETS_KEY. */
async function* readable(secrets: Secrets, table: string, batches: AsyncIterable<string[]>) {
  const encrypted = encryptedColumns.filter((one) => one.table === table)
  for await (const lines of batches)
    yield encrypted.length === 0
      ? lines
      : lines.map((line) => recoded(line, encrypted, (purpose, text) => secrets.decrypt(purpose, text)))
}

/** Bytes that are in a bucket go along in their row: the new installation has another bucket, or none. */
async function* withFiles(files: FileStore, table: string, batches: AsyncIterable<string[]>) {
  for await (const lines of batches)
    yield table in tablesWithFiles ? await Promise.all(lines.map((line) => withBytes(files, table, line))) : lines
}

async function withBytes(files: FileStore, table: string, line: string): Promise<string> {
  const row = JSON.parse(line) as Record<string, unknown>
  for (const key of tablesWithFiles[table as keyof typeof tablesWithFiles]) {
    const bucketKey = row[key] as string | null
    if (bucketKey === null) continue
    const bytes = await files.get({ bytes: Buffer.alloc(0), bucketKey }).catch((cause: unknown) => {
      throw new CommandProblem(
        'Pictures and files are in a bucket that cannot be read: set FILES_BUCKET_URL as the servers have it',
        {
          cause,
        },
      )
    })
    if (!bytes) throw new CommandProblem(`The bucket has lost ${bucketKey}, of ${table}: nothing was exported`)
    row[key === 'small_key' ? 'small' : 'bytes'] = `\\x${bytes.toString('hex')}`
    row[key] = null
  }
  return JSON.stringify(row)
}

/** A line with its encrypted columns written anew. An empty text stays empty: its key was lost. */
export function recoded(
  line: string,
  encrypted: typeof encryptedColumns,
  code: (purpose: string, text: string) => string,
): string {
  const row = JSON.parse(line) as Record<string, unknown>
  for (const { column, purpose } of encrypted) if (row[column]) row[column] = code(purpose, row[column] as string)
  return JSON.stringify(row)
}
