import type { TakeBackRefusal } from '#contract/people/imports.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { recountMissingOf } from '#server/domains/events/index.ts'
import { revokeGranted } from '#server/domains/memberships/index.ts'
import { type ImportRecord, moveImport } from './import-state.ts'
import { recordImport } from './imports.ts'
import { BATCH, isStill, type Made, refreshRows, type RunServices } from './run-import.ts'

interface Row {
  readonly row: number
  readonly memberId: string
  readonly made: Made
  readonly refusal: TakeBackRefusal | null
}

/** Takes an import back, the last rows first, batch by batch. What something new hangs on stays, with the reason. */
export async function takeBack({ db, secrets }: RunServices, record: ImportRecord): Promise<void> {
  for (;;) {
    const isDone = await inTransaction(db, (tx) => takeBackBatch(secrets, tx, record))
    if (isDone) return
    crashPoint('import.taken-back')
  }
}

async function takeBackBatch(secrets: Secrets, tx: Tx, record: ImportRecord): Promise<boolean> {
  if (!(await isStill(tx, record, 'undoing'))) return true
  const rows = await lockRows(tx, record)
  if (rows.length === 0) {
    await finish(tx, record)
    return true
  }
  const free = rows.filter(({ refusal }) => refusal === null)
  const gone = await deletePeople(
    tx,
    record,
    free.filter(({ made }) => made.created),
  )
  const changed = free.filter(({ made }) => !made.created)
  await endTerms(tx, changed)
  await restoreFields(tx, record, changed)
  const born = changed.filter(({ made }) => 'dateOfBirth' in made.before)
  await recountMissingOf(
    secrets,
    tx,
    born.map(({ memberId }) => memberId),
  )
  const undone = [...gone, ...changed.map(({ row }) => row)]
  await tx.execute(sql`
    update import_rows set undone_at = portal_now() where import_id = ${record.id} and row = any(${sql.param(undone)}::int[])`)
  const kept = rows
    .filter(({ row }) => !undone.includes(row))
    .map(({ row, refusal }) => ({ row, refusal: refusal ?? 'in_use' }))
  await tx.execute(sql`
    update import_rows set kept = rows.refusal
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) rows (row int, refusal text)
    where import_id = ${record.id} and import_rows.row = rows.row`)
  crashPoint('import.taking-back')
  return false
}

/**
 * The next rows with the reason why they stay, if there is one. The people are locked: whoever buys for one of them at the same time is first, and
 * seen here, or finds nobody.
 */
async function lockRows(tx: Tx, record: ImportRecord): Promise<Row[]> {
  const { rows: next } = await tx.execute<{ row: number; id: string }>(sql`
    select row, member_id as id from import_rows
    where import_id = ${record.id} and done_at is not null and undone_at is null and kept is null and member_id is not null
      and ${record.undoRows === null ? sql`true` : sql`row = any(${sql.param(record.undoRows)}::int[])`}
    order by row desc limit ${BATCH}`)
  if (next.length === 0) return []
  await tx.execute(
    sql`select from members where id = any(${sql.param([...new Set(next.map(({ id }) => id))])}::uuid[]) order by id for update`,
  )
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select rows.row, rows.member_id as "memberId", rows.made, case
      when exists (select from member_identities own where own.member_id = members.id and own.first_seen_at >= rows.done_at) then 'signed_in'
      when exists (select from orders where orders.created_at >= rows.done_at and orders.org_id = ${record.orgId} and (orders.buyer_id = members.id
        or exists (select from order_lines lines where lines.order_id = orders.id and lines.member_id = members.id and lines.kind = 'membership'))) then 'paid'
      when exists (select from order_lines lines join orders on orders.id = lines.order_id
        where lines.member_id = members.id and orders.created_at >= rows.done_at and orders.org_id = ${record.orgId}) then 'registered'
      when members.merged_into is not null or members.update_date > rows.done_at or people.version is distinct from (rows.made ->> 'version')::int then 'changed'
      when (rows.made ->> 'created')::boolean and (
        exists (select from members children where children.parent_id = members.id)
        or members.parent_id is not null
        or exists (select from club_people others where others.member_id = members.id and others.org_id <> ${record.orgId})
        or exists (select from memberships others where others.member_id = members.id and others.org_id <> ${record.orgId})
        or exists (select from membership_terms terms where terms.member_id = members.id and terms.id is distinct from (rows.made ->> 'termId')::uuid)
        or exists (select from threads where threads.member_id = members.id)
        or exists (select from family_invitations links where links.inviter_id = members.id or links.invitee_id = members.id)
        or exists (select from import_rows others where others.member_id = members.id and others.undone_at is null
          and not (others.import_id = rows.import_id and others.row = any(${sql.param(next.map(({ row }) => row))}::int[])))
      ) then 'in_use' end as refusal
    from import_rows rows join members on members.id = rows.member_id
    left join club_people people on people.org_id = ${record.orgId} and people.member_id = members.id
    where rows.import_id = ${record.id} and rows.row = any(${sql.param(next.map(({ row }) => row))}::int[])
    order by rows.row desc`)
  return rows
}

/** Deletes people whom the import made, each as a whole or not at all. @returns the rows of those who are gone */
async function deletePeople(tx: Tx, { orgId }: ImportRecord, rows: readonly Row[]): Promise<number[]> {
  const people = rows.map(({ row, memberId, made }) => ({ row, memberId, termId: made.termId }))
  const { rows: gone } = await tx.execute<{ row: number }>(sql`
    select row from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) people (row int, "memberId" uuid, "termId" uuid)
    where take_back_person(${orgId}, "memberId", "termId")`)
  return gone.map(({ row }) => row)
}

/** Ends the seasons that people of the register were given. */
async function endTerms(tx: Tx, rows: readonly Row[]): Promise<void> {
  await revokeGranted(
    tx,
    rows.flatMap(({ made }) => made.termId ?? []),
    { reason: 'import taken back' },
  )
}

/** Puts fields back as they were. The last row is first: of several of one person, the earliest says what was there. */
async function restoreFields(tx: Tx, record: ImportRecord, rows: readonly Row[]): Promise<void> {
  const changed = rows.filter(({ made }) => Object.keys(made.before).length > 0)
  const before = new Map<string, Made['before']>()
  for (const { memberId, made } of changed) before.set(memberId, { ...before.get(memberId), ...made.before })
  const values = [...before].map(([memberId, fields]) => ({ memberId, before: fields }))
  const old = (name: string, column: string) =>
    sql`${sql.identifier(column)} = case when people.before ? ${name} then people.before ->> ${name} else members.${sql.identifier(column)} end`
  // An address that is another's by now stays theirs.
  await tx.execute(sql`
    update members set ${old('firstName', 'first_name')}, ${old('lastName', 'last_name')}, ${old('phone', 'phone')},
      email = case when not people.before ? 'email' or exists (select from members others where others.email = people.before ->> 'email')
        then members.email else people.before ->> 'email' end,
      ${old('gender', 'gender')}, ${old('address', 'address_line1')}, ${old('postCode', 'post_code')}, ${old('city', 'city')},
      ${old('country', 'country')}, date_of_birth = case when people.before ? 'dateOfBirth' then (people.before ->> 'dateOfBirth')::date
        else members.date_of_birth end, update_date = portal_now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) people ("memberId" uuid, before jsonb)
    where members.id = "memberId" and before ?| array['firstName', 'lastName', 'email', 'phone', 'gender', 'address', 'postCode', 'city', 'country', 'dateOfBirth']`)
  await tx.execute(sql`
    update club_people set since = coalesce((people.before ->> 'since')::date, since),
      left_on = case when people.before ? 'leftOn' then (people.before ->> 'leftOn')::date else left_on end,
      left_reason = case when people.before ? 'leftReason' then people.before ->> 'leftReason' else left_reason end,
      tags = case when people.before ? 'tags' then array(select jsonb_array_elements_text(people.before -> 'tags')) else tags end,
      fields = coalesce(people.before -> 'fields', fields), version = version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) people ("memberId" uuid, before jsonb)
    where org_id = ${record.orgId} and member_id = "memberId"`)
  await refreshRows(tx, record, [...before.keys()])
}

async function finish(tx: Tx, record: ImportRecord): Promise<void> {
  const { rows } = await tx.execute<{ undone: number; kept: number; open: number }>(sql`
    select count(undone_at)::int as undone, count(kept)::int as kept,
      count(*) filter (where done_at is not null and undone_at is null)::int as open
    from import_rows where import_id = ${record.id}`)
  const { open, ...counts } = rows[0]!
  await moveImport(tx, record, open === 0 ? 'undone' : 'done', { reason: 'all rows' }, { undoRows: null })
  const office = { actor: { actorId: record.createdBy }, organisation: { id: record.orgId } }
  await recordImport(tx, office, record, 'import_undone', counts)
}
