import { countryOfPostCode } from '#contract/members/countries.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { joinClub, numberPeople } from '#server/domains/members/index.ts'
import { recountMissingOf } from '#server/domains/events/index.ts'
import { grantTerms } from '#server/domains/memberships/index.ts'
import type { LineItemHandlers } from '#server/domains/orders/index.ts'
import { foldedName, foldName } from '../same-person.ts'
import { changesOf, knownFacts, profileFields, tagsOf, type Found, type Registered } from './check-rows.ts'
import { selectRegister } from './check-import.ts'
import { type ImportRecord, moveImport } from './import-state.ts'
import { recordImport } from './imports.ts'
import { isLeft } from './show-import.ts'
import type { ParsedRow } from './parse-values.ts'

/** Rows of a transaction. Nobody who buys waits for longer. */
export const BATCH = 500
const DAYS_TO_UNDO = 30

/** The run's doings with a row, so that it can be taken back. */
export interface Made {
  /** The person was made for this row. */
  readonly created: boolean
  readonly changed: boolean
  /** Fields before and after. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly termId: string | null
  /** Of the register's row once the run had written it. */
  readonly version: number
}

interface Row {
  readonly row: number
  readonly verdict: 'new' | 'same' | 'changes' | 'unsure'
  readonly choice: 'same' | 'other' | 'skip' | null
  readonly candidate: number
  readonly found: Found
}

interface Person {
  readonly row: number
  readonly memberId: string
  readonly created: boolean
  /** The office chose that the row is them. */
  readonly isChosen: boolean
  readonly parsed: ParsedRow
}

export interface RunServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly lineHandlers: LineItemHandlers
}

/** Runs an import batch by batch, each in one transaction with what is noted of its rows: no row counts twice, and none is lost. */
export async function runImport(services: RunServices, record: ImportRecord): Promise<void> {
  for (;;) {
    const isDone = await inTransaction(services.db, (tx) => runBatch(services, tx, record))
    if (isDone) return
    crashPoint('import.written')
  }
}

async function runBatch(services: RunServices, tx: Tx, record: ImportRecord): Promise<boolean> {
  if (!(await isStill(tx, record, 'running'))) return true
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select row, verdict, choice, candidate, found from import_rows
    where import_id = ${record.id} and done_at is null and not ${isLeft(record.id)} order by row limit ${BATCH}`)
  if (rows.length === 0) {
    await finish(tx, record)
    return true
  }
  const { known, twins } = await matchRows(tx, record, rows)
  const created = await createPeople(
    tx,
    record.orgId,
    rows.filter(({ row }) => !known.has(row) && !twins.has(row)),
  )
  const personOf = (row: number): Pick<Person, 'memberId' | 'created'> => {
    const twin = twins.get(row)
    return twin === undefined
      ? (created.get(row) ?? { memberId: known.get(row)!, created: false })
      : { ...personOf(twin), created: false }
  }
  const people = rows.map(({ row, choice, found }): Person => {
    const person = personOf(row)
    return { row, parsed: person.created ? found.person : knownFacts(found), isChosen: choice === 'same', ...person }
  })
  for (const round of roundsOf(people)) await writePeople(services, tx, record, round)
  crashPoint('import.writing')
  return false
}

/** Nobody is twice in a round: a later row of somebody finds them as an earlier one left them. */
function roundsOf(people: readonly Person[]): Person[][] {
  const rounds: Person[][] = []
  for (const person of people) {
    const round = rounds.find((one) => !one.some(({ memberId }) => memberId === person.memberId))
    if (round) round.push(person)
    else rounds.push([person])
  }
  return rounds
}

/** Locks the import. Another worker that has it, too, waits here, and finds the next rows. */
export async function isStill(tx: Tx, { id }: ImportRecord, state: ImportRecord['state']): Promise<boolean> {
  const { rows } = await tx.execute<{ state: string }>(sql`select state from imports where id = ${id} for update`)
  return rows[0]?.state === state
}

async function finish(tx: Tx, record: ImportRecord): Promise<void> {
  const until = new Date(tx.now.getTime() + DAYS_TO_UNDO * 86_400_000)
  await moveImport(tx, record, 'done', { reason: 'all rows' }, { endedAt: tx.now, undoUntil: until })
  const { rows } = await tx.execute<{ added: number; changed: number }>(sql`
    select count(*) filter (where (made ->> 'created')::boolean)::int as added,
      count(*) filter (where not (made ->> 'created')::boolean and (made ->> 'changed')::boolean)::int as changed
    from import_rows where import_id = ${record.id}`)
  const office = { actor: { actorId: record.createdBy }, organisation: { id: record.orgId } }
  await recordImport(tx, office, record, 'import_finished', rows[0]!)
}

/** Rows that are somebody: as it was checked, by an earlier row, or in the register since. `twins`: by a row of this batch. */
async function matchRows(
  tx: Tx,
  record: ImportRecord,
  rows: readonly Row[],
): Promise<{ readonly known: ReadonlyMap<number, string>; readonly twins: ReadonlyMap<number, number> }> {
  const matched = new Map<number, string>()
  const byRow: { row: number; twin: number }[] = []
  for (const { row, verdict, choice, candidate, found } of rows) {
    if (verdict === 'new' || choice === 'other') continue
    const chosen = found.candidates[verdict === 'unsure' ? candidate : 0]
    if (chosen?.memberId) matched.set(row, chosen.memberId)
    else if (chosen?.row) byRow.push({ row, twin: chosen.row })
  }
  const fresh = rows
    .filter(({ verdict }) => verdict === 'new')
    .map(({ row, found: { person } }) => ({
      row,
      name: foldName(person.firstName, person.lastName),
      born: person.dateOfBirth,
      email: person.email,
    }))
  const { rows: since } = await tx.execute<{ row: number; id: string }>(sql`
    select distinct on (fresh.row) fresh.row, members.id
    from club_people people join members on members.id = people.member_id
    join jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) fresh (row int, name text, born date, email text)
      on fresh.name = ${foldedName('members')} and (fresh.born = members.date_of_birth or fresh.email = members.email)
    where people.org_id = ${record.orgId} and people.created_at >= ${record.checkedAt} order by fresh.row, members.id`)
  for (const { row, id } of since) matched.set(row, id)
  const { rows: done } = await tx.execute<{ row: number; id: string }>(sql`
    select pairs.row, rows.member_id as id from jsonb_to_recordset(${JSON.stringify(byRow)}::jsonb) pairs (row int, twin int)
    join import_rows rows on rows.import_id = ${record.id} and rows.row = pairs.twin and rows.member_id is not null`)
  for (const { row, id } of done) matched.set(row, id)
  // Who was merged meanwhile is the one who is kept. Who was erased, disabled or taken off the register is nobody to change.
  const { rows: alive } = await tx.execute<{ was: string; id: string }>(sql`
    with recursive way as (
      select id as was, id, merged_into from members where id = any(${sql.param([...new Set(matched.values())])}::uuid[])
      union select was, members.id, members.merged_into from way join members on members.id = way.merged_into
    )
    select was, members.id from way join members on members.id = way.id
    join club_people people on people.org_id = ${record.orgId} and people.member_id = members.id
    where enabled order by members.id for key share of members`)
  const now = new Map(alive.map(({ was, id }) => [was, id]))
  const inBatch = new Set(rows.map(({ row }) => row))
  return {
    known: new Map([...matched].flatMap(([row, id]) => (now.has(id) ? [[row, now.get(id)!]] : []))),
    twins: new Map(byRow.flatMap(({ row, twin }) => (inBatch.has(twin) && !matched.has(row) ? [[row, twin]] : []))),
  }
}

/** Makes people for rows. An address leads to whoever has it in the register, with the same name; if it is another's, the row goes without it. */
async function createPeople(tx: Tx, orgId: string, rows: readonly Row[]) {
  // Numbers follow ids, and so the file.
  const ids = rows.map(() => newId()).toSorted()
  const wanted = rows.map(({ row, choice, found: { person } }, at) => ({ row, choice, id: ids[at]!, person }))
  const emails = wanted.flatMap(({ person }) => person.email ?? []).toSorted()
  // As sign-ins with these addresses do.
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('email ' || email, 0)) from unnest(${sql.param([...new Set(emails)])}::text[]) email`)
  const { rows: taken } = await tx.execute<{ id: string; email: string; name: string; isOurs: boolean }>(sql`
    select id, email, ${foldedName('members')} as name,
      enabled and exists (select from club_people people where people.org_id = ${orgId} and people.member_id = members.id) as "isOurs"
    from members where email = any(${sql.param(emails)}::text[])`)
  const made = new Map<number, { memberId: string; created: boolean }>()
  const used = new Map(taken.map(({ email, ...one }) => [email, one]))
  const inserts: (ParsedRow & { id: string })[] = []
  for (const { row, choice, id, person } of wanted) {
    const name = foldName(person.firstName, person.lastName)
    const other = person.email === null ? undefined : used.get(person.email)
    if (other?.isOurs && other.name === name && choice !== 'other') {
      made.set(row, { memberId: other.id, created: false })
      continue
    }
    const country = person.country || countryOfPostCode(person.postCode)
    inserts.push({ ...person, id, country, email: other ? null : person.email })
    if (person.email !== null && !other) used.set(person.email, { id, name, isOurs: true })
    made.set(row, { memberId: id, created: true })
  }
  if (inserts.length > 0)
    await tx.execute(sql`
      insert into members (id, first_name, last_name, email, phone, gender, date_of_birth, address_line1, post_code, city, country)
      select id, "firstName", "lastName", email, phone, gender, "dateOfBirth", address, "postCode", city, country
      from jsonb_to_recordset(${JSON.stringify(inserts)}::jsonb) people (id uuid, "firstName" text, "lastName" text, email text, phone text,
        gender text, "dateOfBirth" date, address text, "postCode" text, city text, country text)`)
  return made
}

/** Enters people in the register with what the file says of them, and notes of every row what was done. */
async function writePeople(
  { secrets, lineHandlers }: RunServices,
  tx: Tx,
  record: ImportRecord,
  people: readonly Person[],
): Promise<void> {
  const { orgId } = record
  const ids = (which: readonly Person[]) => [...new Set(which.map(({ memberId }) => memberId))]
  const before = await byId(tx, orgId, ids(people))
  // Whoever has died comes back by a choice only.
  const joining = people.filter(({ memberId, isChosen }) => isChosen || before.get(memberId)?.leftReason !== 'deceased')
  const joined = new Set([
    ...(await joinClub(tx, {
      orgId,
      memberIds: ids(joining.filter(({ created }) => created)),
      source: 'imported',
      managed: true,
    })),
    ...(await joinClub(tx, { orgId, memberIds: ids(joining.filter(({ created }) => !created)), source: 'imported' })),
  ])
  const now = await byId(tx, orgId, ids(people))
  const writes = people.map(({ memberId, parsed, created }) => {
    const person = now.get(memberId)!
    const old = before.get(memberId)
    const changes = changesOf(parsed, person).filter(({ field }) => field !== 'membership' && field !== 'left')
    const fields = created ? [] : changes.flatMap(({ field }) => profileFields.filter((name) => name === field))
    const isNew = old === undefined
    const profile = Object.fromEntries(
      profileFields.map((name) => [name, fields.includes(name) ? parsed[name] : person[name]]),
    )
    return {
      memberId,
      profile: fields.length > 0,
      ...profile,
      country: profile['country'] || countryOfPostCode(profile['postCode'] ?? ''),
      since: parsed.since !== null && (isNew || parsed.since < person.since) ? parsed.since : person.since,
      tags: tagsOf(parsed, person),
      fields: { ...person.fields, ...parsed.own },
      changed: changes.length > 0,
    }
  })
  await tx.execute(sql`
    update members set first_name = "firstName", last_name = "lastName", phone = people.phone, gender = people.gender,
      email = case when people.email is distinct from members.email
        and exists (select from members others where others.email = people.email) then members.email else people.email end,
      date_of_birth = "dateOfBirth", address_line1 = address, post_code = "postCode", city = people.city, country = people.country,
      update_date = portal_now()
    from jsonb_to_recordset(${JSON.stringify(writes.filter(({ profile }) => profile))}::jsonb) people ("memberId" uuid, "firstName" text,
      "lastName" text, email text, phone text, gender text, "dateOfBirth" date, address text, "postCode" text, city text, country text)
    where members.id = "memberId"`)
  await tx.execute(sql`
    update club_people set since = people.since, tags = array(select jsonb_array_elements_text(people.tags)), fields = people.fields,
      version = version + 1
    from jsonb_to_recordset(${JSON.stringify(writes.filter(({ changed }) => changed))}::jsonb)
      people ("memberId" uuid, since date, tags jsonb, fields jsonb)
    where org_id = ${orgId} and member_id = "memberId"`)
  await numberPeople(tx, orgId)
  const wished = joining.flatMap(({ row, memberId, parsed }) =>
    parsed.seasonId === null ? [] : [{ row, memberId, configurationId: parsed.seasonId }],
  )
  const granted = await grantTerms(lineHandlers, tx, orgId, wished, { reason: 'imported', actorId: record.createdBy })
  const terms = new Map(wished.map(({ row }, at) => [row, granted[at] ?? null]))
  const after = await byId(tx, orgId, ids(people))
  const reborn = people.filter(({ memberId: id }) => now.get(id)!.dateOfBirth !== after.get(id)!.dateOfBirth)
  await recountMissingOf(secrets, tx, ids(reborn))
  const versions = await selectVersions(tx, orgId, ids(people))
  const done = people.map(({ row, memberId, created }) => {
    const [old, fresh] = [before.get(memberId), after.get(memberId)!]
    const termId = terms.get(row) ?? null
    const differs = facts.filter((name) => old && JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
    const pick = (person: Registered) => Object.fromEntries(differs.map((name) => [name, person[name]]))
    const made: Made = {
      created,
      changed: created || differs.length > 0 || termId !== null || joined.has(memberId),
      before: old ? pick(old) : {},
      after: old ? pick(fresh) : {},
      termId,
      version: versions.get(memberId)!,
    }
    return { row, memberId, made }
  })
  await tx.execute(sql`
    update import_rows set member_id = done."memberId", made = done.made, done_at = portal_now()
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) done (row int, "memberId" uuid, made jsonb)
    where import_id = ${record.id} and import_rows.row = done.row`)
  await refreshRows(
    tx,
    record,
    people.filter(({ created }) => !created).map(({ memberId }) => memberId),
  )
}

/** Several rows can be one person: that a later row has changed them is no change by somebody else. */
export const refreshRows = (tx: Tx, record: ImportRecord, memberIds: readonly string[]) =>
  tx.execute(sql`
    update import_rows set done_at = portal_now(), made = jsonb_set(made, '{version}', to_jsonb(people.version))
    from club_people people
    where import_id = ${record.id} and import_rows.member_id = any(${sql.param([...memberIds])}::uuid[]) and undone_at is null
      and people.org_id = ${record.orgId} and people.member_id = import_rows.member_id`)

/** Everything that an import writes of a person. */
const facts = [...profileFields, 'since', 'leftOn', 'leftReason', 'tags', 'fields'] as const

async function byId(tx: Tx, orgId: string, ids: readonly string[]): Promise<Map<string, Registered>> {
  return new Map((await selectRegister(tx, orgId, ids)).map((one) => [one.id, one]))
}

async function selectVersions(tx: Tx, orgId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    select member_id as id, version from club_people where org_id = ${orgId} and member_id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
