import type { Output } from '#contract/endpoint.ts'
import type { Import, imports as endpoints } from '#contract/people/imports.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { imports } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import { hasLeft } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import type { ImportRecord } from './import-state.ts'
import type { OwnField } from './parse-values.ts'

export type Caller = OfficeCaller

export interface Which {
  readonly importId: string
}

/** The row of a guardian, whom the columns of others name. */
export const isGuardian = sql`(found is not null and found ? 'guardianOf')`

const isLeftItself = (rows: string) => {
  const column = (name: string) => sql`${sql.identifier(rows)}.${sql.identifier(name)}`
  const [verdict, choice] = [column('verdict'), column('choice')]
  return sql`(${verdict} = 'error' or ${choice} is not distinct from 'skip' or ${verdict} = 'unsure' and ${choice} is null)`
}

/** Rows of an import that its run leaves out. A guardian is left out with the last of their children. */
export const isLeft = (importId: string): SQL => sql`(${isLeftItself('import_rows')} or ${isGuardian} and row not in (
  select guardians.row from import_rows guardians cross join jsonb_array_elements_text(guardians.found -> 'guardianOf') child
  where guardians.import_id = ${importId} and guardians.found ? 'guardianOf' and child::int not in (
    select children.row from import_rows children where children.import_id = ${importId} and ${isLeftItself('children')})))`

/** A club's imports, latest first. */
export async function listImports(db: Db, { organisation }: Caller): Promise<Output<typeof endpoints.list>> {
  const { rows } = await db.execute<Output<typeof endpoints.list>[number] & Record<string, unknown>>(sql`
    select imports.id, state, file_name as "fileName", ${fullNameOf('members')} as by,
      (select count(*)::int from import_rows where import_id = imports.id) as rows,
      ${moments}
    from imports join members on members.id = imports.created_by
    where org_id = ${organisation.id} order by imports.created_at desc limit 100`)
  return rows
}

const isoOf = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const moments = sql`${isoOf(sql`imports.created_at`)} as "createdAt", ${isoOf(sql`ended_at`)} as "endedAt", ${isoOf(sql`undo_until`)} as "undoUntil"`

/** An import with what its step needs. */
export async function showImport(db: Db, caller: Caller, which: Which): Promise<Import> {
  return presentImport(db, caller, await selectImport(db, caller, which))
}

export async function selectImport(db: Reader, { organisation }: Caller, { importId }: Which): Promise<ImportRecord> {
  const [record] = await db.select().from(imports).where(isOf(organisation.id, importId))
  if (!record) throw new Problem('import_not_found')
  return record
}

export const isOf = (orgId: string, importId: string) => and(eq(imports.id, importId), eq(imports.orgId, orgId))

/** The fields that a club added to its register. */
export async function selectOwnFields(
  db: Reader,
  orgId: string,
): Promise<(OwnField & { readonly label: LocalText })[]> {
  const { rows } = await db.execute<{
    id: string
    kind: OwnField['kind']
    label: LocalText
    options: LocalText[]
  }>(sql`
    select id, kind, label, options from club_fields where org_id = ${orgId} and archived_at is null order by position, id limit 30`)
  return rows.map(({ options, ...field }) => ({ ...field, options: options.map(({ da }) => da) }))
}

export async function selectSeasons(db: Reader, orgId: string): Promise<Import['seasons']> {
  const { rows } = await db.execute<Import['seasons'][number] & Record<string, unknown>>(sql`
    select id, name_texts as name, start_date::text as "startDate", end_date::text as "endDate" from membership_configurations
    where org_id = ${orgId} and published_at is not null order by start_date desc, danish_order(name), id limit 200`)
  return rows
}

/** A value of each column, and those of the column of memberships. */
async function selectValues(db: Reader, { id, columns }: ImportRecord) {
  const membership = columns.indexOf('membership') + 1
  const { rows } = await db.execute<{ samples: (string | null)[]; values: Import['values'] }>(sql`
    select array(
        select (select cells[number] from import_rows where import_id = ${id} and row < first.row + 20 and cells[number] <> '' order by row limit 1)
        from generate_series(1, ${columns.length}) number order by number) as samples,
      (select coalesce(json_agg(found), '[]') from (
        select cells[${membership}] as value, count(*)::int as rows from import_rows
        where import_id = ${id} and ${membership} > 0 and cells[${membership}] <> '' group by 1 order by 2 desc, 1 limit 100) found) as values
    from (select min(row) as row from import_rows where import_id = ${id}) first`)
  return { samples: rows[0]!.samples.map((one) => one ?? ''), values: rows[0]!.values }
}

type Counts = Import['counts']

async function countRows(db: Reader, importId: string): Promise<Counts & { rows: number }> {
  const is = (verdict: string) => sql`count(*) filter (where verdict = ${verdict})::int`
  const { rows } = await db.execute<Counts & { rows: number } & Record<string, unknown>>(sql`
    select count(*)::int as rows, ${is('new')} as new, ${is('same')} as same, ${is('changes')} as changes, ${is('unsure')} as unsure, ${is('error')} as error,
      count(*) filter (where verdict = 'unsure' and choice is not null)::int as chosen, count(*) filter (where ${isLeft(importId)})::int as left,
      count(*) filter (where found ->> 'guardianMissing' is not null and not ${isLeft(importId)})::int as "guardiansMissing",
      count(*) filter (where ${isGuardian} and verdict = 'new' and not ${isLeft(importId)})::int as guardians,
      count(done_at)::int as done, count(*) filter (where (made ->> 'created')::boolean)::int as added,
      count(*) filter (where not (made ->> 'created')::boolean and (made ->> 'changed')::boolean)::int as changed,
      count(*) filter (where made ->> 'termId' is not null)::int as memberships,
      count(undone_at)::int as undone, count(kept)::int as kept,
      (select count(distinct id)::int from (${invitable(importId)}) people) as invitable,
      (count(distinct member_id) filter (where invited_at is not null))::int as invited
    from import_rows where import_id = ${importId}`)
  return rows[0]!
}

/** People of an import who have an address and no sign-in, and were not invited. */
export const invitable = (importId: string): SQL => sql`
  select rows.row, members.id, members.email from import_rows rows join members on members.id = rows.member_id
  join imports on imports.id = rows.import_id
  join club_people people on people.org_id = imports.org_id and people.member_id = members.id and people.managed
    and not ${hasLeft(sql`people`)}
  where rows.import_id = ${importId} and rows.undone_at is null and rows.invited_at is null and members.email is not null and members.enabled
    and not exists (select from member_identities own where own.member_id = members.id)`

export async function presentImport(db: Reader, caller: Caller, record: ImportRecord): Promise<Import> {
  const { id, state, version, fileName, encoding, separator, heads, columns, choices } = record
  const { rows, ...counts } = await countRows(db, id)
  const values = await selectValues(db, record)
  const seasons = await selectSeasons(db, record.orgId)
  const ownFields = (await selectOwnFields(db, record.orgId)).map((field) => ({ id: field.id, label: field.label }))
  const { rows: facts } = await db.execute<{ by: string; isOpen: boolean }>(sql`
    select ${fullNameOf('members')} as by, coalesce(${record.undoUntil}::timestamptz > portal_now(), false) as "isOpen"
    from members where id = ${record.createdBy}`)
  const { by: author, isOpen } = facts[0]!
  const may = hasScope(caller.actor, 'members.write', caller.organisation.key, 'write')
  const isDraft = state === 'draft' || state === 'checked'
  return {
    id,
    state,
    version,
    fileName,
    encoding,
    separator,
    rows,
    heads,
    columns,
    knownColumns: record.knownColumns,
    choices,
    ...values,
    seasons,
    ownFields,
    cutNumbers: record.cutNumbers,
    counts,
    by: author,
    createdAt: record.createdAt.toISOString(),
    endedAt: record.endedAt?.toISOString() ?? null,
    undoUntil: record.undoUntil?.toISOString() ?? null,
    can: {
      check: may && isDraft,
      run: may && state === 'checked' && rows > counts.left,
      undo: may && state === 'done' && isOpen && counts.done > counts.undone,
      discard: may && (isDraft || state === 'checking'),
      invite: may && state === 'done' && counts.invitable > 0,
    },
  }
}
