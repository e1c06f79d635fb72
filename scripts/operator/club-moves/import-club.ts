import pg from 'pg'
import { connectForCopy } from '#server/database/backup.ts'
import { quote, readTables, type Table } from '#server/database/backup-catalog.ts'
import { encryptedColumns } from '#server/database/encrypted-columns.ts'
import { newId } from '#server/database/new-id.ts'
import { release } from '#server/database/release.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { clubData, columnsOf, personalData } from '#server/domains/privacy/index.ts'
import { CommandProblem } from '../on-database.ts'
import { linesOf, type Manifest, readClubFile } from './club-file.ts'
import { recoded } from './export-club.ts'
import { differences, quoted, readFigures } from './figures.ts'

export interface ImportOptions {
  readonly file: string
  /** age's secret key. */
  readonly identity: string
  /** The sign-in provider of this installation: sign-ins at others mean nothing here. */
  readonly issuer: string
  /** False: everything is tried, and nothing is kept. */
  readonly keep: boolean
}

export interface Imported {
  readonly manifest: Manifest
  readonly people: {
    readonly known: number
    readonly made: number
    /** Of those made: with a sign-in that works here, and with neither that nor an address to find them by. */
    readonly withSignIn: number
    readonly unreachable: number
  }
}

interface FilePerson {
  readonly id: string
  readonly parent_id: string | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly date_of_birth: string | null
}

type OfPeople = { readonly people: (ids: string) => string }

interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly member_id: string
}

/** Imports a club in one transaction, and compares every row and figure with the file before the commit. Throws with nothing written. */
export async function importClub(url: string, secrets: Secrets, options: ImportOptions): Promise<Imported> {
  const { file, identity, keep } = options
  const [people, identities, ids] = [new Map<string, FilePerson>(), [] as Identity[], new Map<string, string[]>()]
  const manifest = await readClubFile(file, identity, (table, lines) => {
    if (table === 'members') for (const one of lines.map(parsed<FilePerson>)) people.set(one.id, one)
    else if (table === 'member_identities') identities.push(...lines.map(parsed<Identity>))
    else ids.set(table, [...(ids.get(table) ?? []), ...lines.flatMap(idOf)])
  })
  const client = await connectForCopy(url, 'portal move')
  try {
    await client.query('begin')
    // One import at a time.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('move-club', 0))`)
    await requireRoom(client, manifest)
    const tables = inOrder((await readTables(client)).filter(({ name }) => isMoved(name)))
    const matched = await matchPeople(client, people, identities, options.issuer)
    const map = new Map([...matched, ...(await findTakenIds(client, people, matched, ids))])
    await stage(client, secrets, options, { map, matched })
    for (const table of tables) await load(client, table, manifest)
    await addTicketKeys(client, manifest)
    await client.query('set constraints all immediate')
    await requireSame(
      client,
      tables,
      manifest,
      [...people.keys()].map((id) => map.get(id) ?? id),
    )
    const made = [...people.values()].filter(({ id }) => !matched.has(id))
    const here = new Set(identities.filter(({ issuer }) => issuer === options.issuer).map((one) => one.member_id))
    await client.query(keep ? 'commit' : 'rollback')
    return {
      manifest,
      people: {
        known: matched.size,
        made: made.length,
        withSignIn: made.filter(({ id }) => here.has(id)).length,
        unreachable: made.filter(({ id, email, parent_id }) => !here.has(id) && email === null && parent_id === null)
          .length,
      },
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('23'))
      throw new CommandProblem(
        `Nothing was imported: ${error.table ?? 'a table'} has this already, or refuses it (${error.constraint ?? error.message}: ${error.detail ?? ''})`,
        { cause: error },
      )
    throw error
  } finally {
    // Rolls back, unless it has committed.
    await client.end()
  }
}

const parsed = <T>(line: string): T => JSON.parse(line) as T

function idOf(line: string): string[] {
  const { id } = parsed<{ id?: unknown }>(line)
  return typeof id === 'string' ? [id] : []
}

const isMoved = (table: string) => 'moves' in (clubData[table] ?? {}) || 'people' in (clubData[table] ?? {})

/** A trigger copies the price of a place from its line, which may come first: its reference waits for the commit. */
const inOrder = (tables: readonly Table[]): Table[] => [
  ...tables.filter(({ name }) => name !== 'event_entries'),
  ...tables.filter(({ name }) => name === 'event_entries'),
]

/** The target must be of the same version, and have neither the club nor its key. */
async function requireRoom(client: pg.Client, { club, migrations, portal }: Manifest): Promise<void> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from portal_migrations',
  )
  const here = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const unknown = Object.keys(migrations).find((name) => !here.has(name))
  if (unknown)
    throw new CommandProblem(
      `The club was exported by version ${portal}, and this is ${release.version}, which does not know ${unknown}: update this installation first`,
    )
  const missing = [...here.keys()].find((name) => !(name in migrations))
  if (missing)
    throw new CommandProblem(
      `The club was exported by version ${portal}, before ${missing}: update the old installation to ${release.version}, and export the club again`,
    )
  const { rows } = await client.query<{ id: string; key: string; name: string }>(
    'select id, key, name from organisations where id = $1 or upper(key) = upper($2) order by id = $1 desc',
    [club.id, club.key],
  )
  const [taken] = rows
  if (taken?.id === club.id)
    throw new CommandProblem(
      `${club.name} is here already, as ${taken.key}, with its receipts and their numbers: nothing was imported`,
    )
  if (taken)
    throw new CommandProblem(
      `${taken.name} has the key ${taken.key} here: nothing was imported. A key stands in addresses, order numbers and receipts and never changes, so that the two cannot be in one installation`,
    )
}

/**
 * Finds the people who are here already: by their sign-in, else by their verified address; a child by the guardian, and whoever has neither by
 * being the same row, as from another club of the same installation.
 * @returns their ids here, by those in the file
 */
async function matchPeople(
  client: pg.Client,
  people: ReadonlyMap<string, FilePerson>,
  identities: readonly Identity[],
  issuer: string,
): Promise<Map<string, string>> {
  const all = [...people.values()]
  const { rows } = await client.query<{ id: string; here: string; how: number }>(
    `select given.id, member_identities.member_id as here, 1 as how
     from unnest($1::uuid[], $2::text[]) as given (id, subject)
     join member_identities on issuer = $3 and member_identities.subject = given.subject
     union all
     select given.id, members.id, 2 from unnest($4::uuid[], $5::text[]) as given (id, email) join members on members.email = given.email
     union all
     select given.id, members.id, 3
     from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::date[]) as given (id, email, first_name, last_name, born)
     join members on members.id = given.id and members.first_name = given.first_name and members.last_name = given.last_name
       and members.date_of_birth is not distinct from given.born
     where given.email is null and members.email is null
     order by how`,
    [
      identities.filter((one) => one.issuer === issuer).map((one) => one.member_id),
      identities.filter((one) => one.issuer === issuer).map((one) => one.subject),
      issuer,
      all.map(({ id }) => id),
      all.map(({ email }) => email),
      all.map((one) => one.first_name),
      all.map((one) => one.last_name),
      all.map((one) => one.date_of_birth),
    ],
  )
  const matched = new Map<string, string>()
  const taken = new Map<string, string>()
  for (const { id, here } of rows) {
    if (matched.has(id)) continue
    const other = taken.get(here)
    if (other) {
      const names = [other, id].map((one) => nameOf(people.get(one)!))
      throw new CommandProblem(
        `${names.join(' and ')} are two people in the file, and one here (${here}), by sign-in and by address: nothing was imported. Correct the address of one of them`,
      )
    }
    matched.set(id, here)
    taken.set(here, id)
  }
  return matched
}

const nameOf = ({ first_name, last_name, email }: FilePerson) =>
  `${first_name} ${last_name}${email ? ` (${email})` : ''}`.trim()

/** Tables whose ids stand in links, in codes of tickets or at the gateway: they cannot get others. */
const fixed = 'orders payments refunds events event_entries membership_configurations threads thread_attachments'.split(
  ' ',
)

/** New ids for rows whose own are taken here by something else. */
async function findTakenIds(
  client: pg.Client,
  people: ReadonlyMap<string, FilePerson>,
  matched: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string>> {
  const map = new Map<string, string>()
  const others = new Map(ids).set(
    'members',
    [...people.keys()].filter((id) => !matched.has(id)),
  )
  for (const [table, given] of others) {
    if (given.length === 0) continue
    const { rows } = await client.query<{ id: string }>(`select id from ${quote(table)} where id = any($1::uuid[])`, [
      given,
    ])
    if (rows.length > 0 && fixed.includes(table))
      throw new CommandProblem(
        `${rows.length} of the ${given.length} rows of ${table} in the file are here already, in another club: nothing was imported`,
      )
    for (const { id } of rows) map.set(id, newId())
  }
  return map
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Copies the file's rows into a temporary table, with the ids that they get here. What people have here already is left out. */
async function stage(
  client: pg.Client,
  secrets: Secrets,
  { file, identity, issuer }: ImportOptions,
  { map, matched }: { readonly map: ReadonlyMap<string, string>; readonly matched: ReadonlyMap<string, string> },
): Promise<void> {
  await client.query(
    'create temp table moved (position bigint generated always as identity, name text not null, row jsonb not null) on commit drop',
  )
  for await (const { table, lines } of linesOf(file, identity)) {
    const encrypted = encryptedColumns.filter((one) => one.table === table)
    const kept = lines
      .filter((line) => isNew(table, line, issuer, matched))
      .map((line) =>
        encrypted.length > 0 ? recoded(line, encrypted, (purpose, text) => secrets.encrypt(purpose, text)) : line,
      )
      .map((line) => line.replace(uuids, (id) => map.get(id) ?? id))
    await client.query('insert into moved (name, row) select $1, line::jsonb from unnest($2::text[]) as line', [
      table,
      kept,
    ])
  }
  await client.query(`update moved set row = row || '{"roles_seen": []}' where name = 'member_identities'`)
  // The smaller id first, of those that they get here.
  await client.query(
    `update moved set row = row || jsonb_build_object('one_id', row -> 'other_id', 'other_id', row -> 'one_id')
     where name = 'duplicate_pairs' and (row ->> 'one_id')::uuid > (row ->> 'other_id')::uuid`,
  )
  await client.query('create index on moved (name, position)')
  await client.query('analyze moved')
}

/** A person's row, unless they are here already. Roles come with the next token, and sign-ins elsewhere mean nothing here. */
function isNew(table: string, line: string, issuer: string, matched: ReadonlyMap<string, string>): boolean {
  if (!('people' in clubData[table]!)) return true
  const row = parsed<Record<string, string | null>>(line)
  if (table === 'member_identities' && row['issuer'] !== issuer) return false
  if (table === 'family_invitations') return !matched.has(row['inviter_id']!) || !matched.has(row['invitee_id']!)
  return !matched.has((row['member_id'] ?? row['id'])!)
}

/** Columns that the database writes by itself. */
const ownIdentity = (table: string): string[] => (table === 'status_changes' ? ['id'] : [])

async function load(client: pg.Client, { name, columns }: Table, { parts }: Manifest): Promise<void> {
  const inFile = parts.find(({ table }) => table === name)?.columns ?? []
  const written = columns.filter((one) => inFile.includes(one) && !ownIdentity(name).includes(one)).map(quote)
  await client.query(
    `insert into ${quote(name)} (${written.join(', ')})
     select ${written.map((one) => `r.${one}`).join(', ')}
     from moved cross join lateral jsonb_populate_record(null::${quote(name)}, moved.row) r where moved.name = $1 order by position`,
    [name],
  )
  // A trigger has counted places on hold, which these rows have counted already.
  if (name === 'event_entries')
    for (const counted of ['events', 'event_categories', 'event_pools'])
      await client.query(
        `update ${counted} set held = (row ->> 'held')::integer from moved
         where moved.name = $1 and ${counted}.id = (row ->> 'id')::uuid and held <> (row ->> 'held')::integer`,
        [counted],
      )
}

/** Public keys of the old installation: tickets that were printed there scan here. Nothing is signed with them any more. */
async function addTicketKeys(client: pg.Client, { ticketKeys }: Manifest): Promise<void> {
  for (const { id, kid, public_key, created_at } of ticketKeys) {
    await client.query(
      `insert into ticket_keys (id, kid, public_key, private_key_encrypted, created_at, retired_at)
       values ($1, $2, $3, '', $4, portal_now()) on conflict do nothing`,
      [id, kid, public_key, created_at],
    )
    const { rows } = await client.query('select 1 from ticket_keys where kid = $1 and public_key = $2', [
      kid,
      public_key,
    ])
    if (rows.length === 0)
      throw new CommandProblem(`Tickets of two installations name the key ${kid}: nothing was imported`)
  }
}

/** Every row must be here as it is in the file, in this club, and the figures must be those of the old installation. */
async function requireSame(
  client: pg.Client,
  tables: readonly Table[],
  manifest: Manifest,
  people: readonly string[],
): Promise<void> {
  const wrong: string[] = []
  for (const { name } of tables) {
    const move = clubData[name]!
    const isOfClub = 'moves' in move
    const where = isOfClub
      ? move.moves(quoted(manifest.club.id))
      : (move as OfPeople).people('(select unnest($3::uuid[]))')
    const { rows } = await client.query<{ missing: number; here: number }>(
      `with here as (select to_jsonb(t) - $2::text[] as row from ${quote(name)} t where ${where} and $3::uuid[] is not null)
       select (select count(*)::int from
           (select row - $2::text[] from moved where moved.name = $1 except all select row from here) gone) as missing,
         (select count(*)::int from here) as here`,
      [name, [...columnsOf(personalData[name]?.derived), ...ownIdentity(name)], people],
    )
    const { missing, here } = rows[0]!
    const inFile = manifest.parts.find(({ table }) => table === name)?.rows ?? 0
    if (missing > 0) wrong.push(`${missing} rows of ${name} are not what they are in the file`)
    if (isOfClub && here !== inFile)
      wrong.push(`${inFile} rows of ${name} are in the file, and ${here} would be the club's`)
  }
  wrong.push(...differences(await readFigures((text) => client.query(text), manifest.club.id), manifest.figures))
  if (wrong.length > 0)
    throw new CommandProblem(['Nothing was imported:', ...wrong.map((one) => `- ${one}`)].join('\n'))
}
