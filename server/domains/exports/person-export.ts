import { strToU8, zipSync, type Zippable } from 'fflate'
import type { PersonExport } from '#contract/exports.ts'
import { fullName } from '#contract/members/full-name.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { type Db, inTransaction, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { exports, members, organisations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, desc, eq, sql, type SQL } from '#server/database/sql.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import type { FileStore, Stored } from '#server/documents/file-store.ts'
import { readableAnswers, ticketsOfPerson } from '#server/domains/events/index.ts'
import { documentsOf } from '#server/domains/orders/index.ts'
import { columnsOf, personalData } from '#server/domains/privacy/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import { enqueue } from '#server/jobs/queue.ts'
import * as m from '#words/messages.js'
import { expiryOf, isKept, shown } from './export-list.ts'
import { writePersonExport } from './jobs.ts'
import { indexPage, type Section } from './person-index.ts'

/** Of one person in a day. */
const MOST = 5

const PURPOSE = 'exports.bytes'

interface Which {
  readonly memberId: string
}

type PersonRow = Omit<typeof exports.$inferSelect, 'bytes'> & { readonly size: number | null }

/** Everything held about a person, as a file that a job writes. @param byOperator why, where an operator asks */
export async function beginPersonExport(
  tx: Tx,
  actor: MemberActor,
  { memberId }: Which,
  byOperator?: { readonly reason: string },
): Promise<PersonExport> {
  const [person] = await tx.select().from(members).where(eq(members.id, memberId))
  if (!person) throw new Problem('not_found')
  await lockKey(tx, `exports ${memberId}`)
  if ((await tx.$count(exports, and(eq(exports.memberId, memberId), isKept))) >= MOST)
    throw new Problem('too_many_own_exports')
  const id = newId()
  const { language } = actor.via
  const createdBy = actor.actorId
  await tx
    .insert(exports)
    .values({ id, memberId, createdBy, list: 'person', format: 'zip', language, query: {}, total: 1 })
  await enqueue(tx, writePersonExport, { exportId: id }, { key: `export ${id}`, maxAttempts: 5 })
  if (byOperator)
    await recordOperatorChange(tx, actor, {
      name: 'member_exported',
      thing: 'member',
      thingId: memberId,
      label: fullName(person),
      ...byOperator,
    })
  return present((await selectNewest(tx, actor, { memberId }))!)
}

/** The caller's newest export of a person that is still kept; null when there is none. */
export async function showPersonExport(db: Reader, actor: MemberActor, which: Which): Promise<PersonExport | null> {
  const row = await selectNewest(db, actor, which)
  return row ? present(row) : null
}

/** The file, for whoever asked for it. One under a key that is gone has to be made again. */
export async function fetchPersonExport(
  secrets: Secrets,
  db: Reader,
  actor: MemberActor,
  { exportId, memberId }: Which & { readonly exportId: string },
): Promise<Answered> {
  const [row] = await db
    .select()
    .from(exports)
    .where(and(eq(exports.id, exportId), eq(exports.memberId, memberId), eq(exports.createdBy, actor.actorId), isKept))
  const bytes = row?.bytes && secrets.decryptFile(PURPOSE, row.bytes)
  if (!bytes) throw new Problem('not_found')
  return { contentType: 'application/zip', fileName: fileNameOf(row), bytes }
}

async function selectNewest(db: Reader, { actorId }: MemberActor, { memberId }: Which): Promise<PersonRow | null> {
  const [row] = await db
    .select({ ...shown, size: sql<number | null>`octet_length(${exports.bytes})` })
    .from(exports)
    .where(and(eq(exports.memberId, memberId), eq(exports.createdBy, actorId), isKept))
    .orderBy(desc(exports.createdAt), desc(exports.id))
    .limit(1)
  return row ?? null
}

const fileNameOf = ({ createdAt, language }: Pick<PersonRow, 'createdAt' | 'language'>) =>
  `${m.own_data_file({}, { locale: language })}-${copenhagenDate(createdAt)}.zip`

const present = (row: PersonRow): PersonExport => ({
  id: row.id,
  fileName: fileNameOf(row),
  state: row.readyAt ? 'ready' : row.failedAt ? 'failed' : 'running',
  bytes: row.size,
  createdAt: row.createdAt.toISOString(),
  expiresAt: expiryOf(row.createdAt),
})

interface WriteServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly files: FileStore
}

/** Writes the file, encrypted because of the sensitive answers in it. Begins anew when it was interrupted. */
export async function writePersonFile(services: WriteServices, exportId: string): Promise<void> {
  const { db } = services
  const [row] = await db.select(shown).from(exports).where(eq(exports.id, exportId))
  if (!row?.memberId || row.readyAt) return
  const bytes = await zipOf(services, row.memberId, row)
  await inTransaction(db, (tx) =>
    tx
      .update(exports)
      .set({ bytes: services.secrets.encryptFile(PURPOSE, bytes), done: 1, readyAt: tx.now })
      .where(eq(exports.id, exportId)),
  )
}

async function zipOf(
  services: WriteServices,
  memberId: string,
  { language, createdAt }: Pick<PersonRow, 'language' | 'createdAt'>,
): Promise<Uint8Array> {
  const { db } = services
  const [person] = await db.select().from(members).where(eq(members.id, memberId))
  const people = await peopleOf(db, memberId)
  const sections: Section[] = []
  for (const name of Object.keys(personalData)) sections.push(await sectionOf(services, name, people, language))
  const filled = sections.filter(({ rows }) => rows.length > 0).toReversed()
  const files = {
    ...(await filesOf(services, people, language)),
    ...(await documentsOfPerson(services, memberId, language)),
  }
  const clubs = new Map((await db.select().from(organisations)).map(({ id, name }) => [id, name]))
  const madeAt = createdAt.toISOString()
  const data = { madeAt, ...Object.fromEntries(filled.map(({ name, rows }) => [name, rows])) }
  const index = indexPage(
    { name: fullName(person!), madeAt, sections: filled, files: Object.keys(files), clubs },
    language,
  )
  const entries: Zippable = {
    'index.html': [strToU8(index), { level: 6 }],
    'data.json': [strToU8(JSON.stringify(data, null, 2)), { level: 6 }],
    // Pictures and PDFs are compressed already.
    ...Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, [bytes, { level: 0 }] as const])),
  }
  return zipSync(entries, { mtime: createdAt })
}

/** The ids of a person and of the duplicates that were merged into them. */
async function peopleOf(db: Reader, memberId: string): Promise<string[]> {
  const merged = await db.select({ id: members.id }).from(members).where(eq(members.mergedInto, memberId))
  return [memberId, ...merged.map(({ id }) => id)]
}

/** The rows of a table about one of these ids. */
const ofAny = (of: (person: SQL) => SQL, people: readonly string[]): SQL =>
  sql.join(
    people.map((id) => sql`(${of(sql`${id}::uuid`)})`),
    sql` or `,
  )

/** The rows of a table about a person, with what is classified as theirs. */
async function sectionOf(
  { db, secrets }: WriteServices,
  name: string,
  people: readonly string[],
  language: PersonRow['language'],
): Promise<Section> {
  const { of, title, person, fact, about, exported = {} } = personalData[name]!
  if (!of || !title) return { name, title: { da: '', en: '' }, rows: [] }
  const theirs = columnsOf(person)
  const columns = [...columnsOf(fact), ...theirs].filter((column) => column !== 'bytes')
  const valueOf = (column: string) => {
    const value = exported[column] ?? sql.identifier(column)
    return about && theirs.includes(column) ? sql`case when ${ofAny(about, people)} then ${value} end` : value
  }
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(chosen) as row from (
      select ${sql.join(
        columns.map((column) => sql`${valueOf(column)} as ${sql.identifier(column)}`),
        sql`, `,
      )}
      from ${sql.identifier(name)} where ${ofAny(of, people)}
    ) chosen order by ${columns.includes('created_at') ? sql`created_at` : sql`1`}`)
  const plain = rows.map(({ row }) => row)
  return { name, title, rows: name === 'event_answers' ? await readableAnswers(secrets, db, plain, language) : plain }
}

/** Files sent to clubs, and the picture. */
async function filesOf(
  { db, files }: WriteServices,
  people: readonly string[],
  language: PersonRow['language'],
): Promise<Record<string, Uint8Array>> {
  const folder = folderOf(m.own_data_index_files, language)
  const picture = folderOf(m.image_title, language)
  const sent = await db.execute<Stored & { id: string; name: string }>(
    sql`select id, name, bytes, bucket_key as "bucketKey" from thread_attachments where ${ofAny(personalData['thread_attachments']!.of!, people)} order by id`,
  )
  const pictures = await db.execute<Stored & { id: string; type: string }>(
    sql`select member_id as id, content_type as type, bytes, bucket_key as "bucketKey" from member_images where member_id = any(${sql.param([...people])}::uuid[]) order by member_id`,
  )
  const named: [string, Stored][] = [
    ...sent.rows.map((row): [string, Stored] => [`${folder}/${row.id.slice(-6)}-${safe(row.name)}`, row]),
    ...pictures.rows.map((row): [string, Stored] => [
      `${folder}/${picture}${row.id === people[0] ? '' : `-${row.id.slice(-6)}`}.${safe(row.type.split('/').at(-1)!)}`,
      row,
    ]),
  ]
  const found: Record<string, Uint8Array> = {}
  for (const [name, stored] of named) {
    const bytes = await files.get(stored)
    if (bytes) found[name] = bytes
  }
  return found
}

/** Receipts and credit notes of what they bought, and their tickets. */
async function documentsOfPerson(
  { db, secrets }: WriteServices,
  memberId: string,
  language: PersonRow['language'],
): Promise<Record<string, Uint8Array>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select order_id as id from receipts join orders on orders.id = order_id where buyer_id = ${memberId} order by issued_at`,
  )
  const files: [string, Uint8Array][] = []
  for (const { id } of rows)
    for (const { fileName, bytes } of await documentsOf(db, id, language))
      files.push([`${folderOf(m.own_data_receipts_folder, language)}/${safe(fileName)}`, bytes])
  for (const { fileName, bytes } of await ticketsOfPerson({ db, secrets }, memberId, language))
    files.push([`${folderOf(m.tickets_title, language)}/${safe(fileName)}`, bytes])
  return Object.fromEntries(files)
}

const folderOf = (word: typeof m.tickets_title, locale: PersonRow['language']) =>
  word({}, { locale }).toLocaleLowerCase()

/** A name that no system takes for a folder. */
const safe = (name: string) => name.replace(/[^\p{L}\p{N}._ -]+/gu, '-').replace(/^\.+/, '') || 'file'
