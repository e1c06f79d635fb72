import { isDeepStrictEqual } from 'node:util'
import { type ClubField, MOST_CLUB_FIELDS } from '#contract/people/register.ts'
import { renamedChoices, type RenamedChoice } from '#contract/people/renamed-choices.ts'
import { textIn } from '#contract/local-text.ts'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { clubFields } from '#server/database/schema/index.ts'
import { and, asc, eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'

type FieldRow = typeof clubFields.$inferSelect

/** A club's own fields, archived ones last. */
export const listFields = async (db: Reader, { organisation }: OfficeCaller): Promise<ClubField[]> =>
  (await selectFields(db, organisation.id)).map(present)

/** A field as the column of an export: its words, and those of its options by their Danish ones. */
export interface FieldColumn extends Pick<ClubField, 'id' | 'kind'> {
  readonly label: string
  readonly options: Readonly<Record<string, string>>
}

/** Those in use, in the caller's language. */
export async function selectFieldColumns(db: Db, caller: OfficeCaller): Promise<FieldColumn[]> {
  const { language } = caller.actor.via
  const fields = (await listFields(db, caller)).filter(({ archived }) => !archived)
  return fields.map(({ id, kind, label, options }) => ({
    id,
    kind,
    label: textIn(label, language),
    options: Object.fromEntries(options.map((option) => [option.da, textIn(option, language)])),
  }))
}

export const selectFields = (db: Reader, orgId: string): Promise<FieldRow[]> =>
  db
    .select()
    .from(clubFields)
    .where(eq(clubFields.orgId, orgId))
    .orderBy(sql`archived_at is not null`, asc(clubFields.position), asc(clubFields.id))

type Typed = Pick<ClubField, 'label' | 'options'>

/** Adds a field. One in use that is just like it is it already: the answer was lost. */
export async function addField(
  tx: Tx,
  caller: OfficeCaller,
  { label, kind, options }: Typed & Pick<ClubField, 'kind'>,
): Promise<ClubField> {
  const orgId = caller.organisation.id
  const fields = await lockFields(tx, orgId)
  requireOptions(kind, options)
  const typed = { label, kind, options: kind === 'choice' ? options : [] }
  const added = fields.find(
    (one) => !one.archivedAt && isDeepStrictEqual({ label: one.label, kind: one.kind, options: one.options }, typed),
  )
  if (added) return present(added)
  requireRoom(fields)
  const position = Math.max(0, ...fields.map((field) => field.position)) + 1
  const [row] = await tx
    .insert(clubFields)
    .values({ id: newId(), orgId, ...typed, whoSees: 'office', position })
    .returning()
  await record(tx, caller, 'club_field_added', row!)
  return present(row!)
}

/** Changes a field. Its kind stays: people have values of it. Whoever has a choice that is renamed has it by its new text. */
export async function saveField(
  tx: Tx,
  caller: OfficeCaller,
  { fieldId, version, label, options, archived }: Typed & Seen & Pick<ClubField, 'archived'>,
): Promise<ClubField> {
  const fields = await lockFields(tx, caller.organisation.id)
  const field = fields.find(({ id }) => id === fieldId)
  if (!field) throw new Problem('not_found')
  await refuseIfChanged(field, version, () => present(field))
  if (field.archivedAt && !archived) requireRoom(fields)
  requireOptions(field.kind, options)
  const [row] = await tx
    .update(clubFields)
    .set({
      label,
      options: field.kind === 'choice' ? options : [],
      archivedAt: archived ? (field.archivedAt ?? tx.now) : null,
      version: version + 1,
    })
    .where(and(eq(clubFields.id, fieldId), eq(clubFields.orgId, caller.organisation.id)))
    .returning()
  const name =
    archived === (field.archivedAt !== null)
      ? 'club_field_changed'
      : archived
        ? 'club_field_archived'
        : 'club_field_restored'
  const namesOf = ({ options: choices }: FieldRow) => choices.map(({ da }) => da)
  const renamed = renamedChoices(namesOf(field), namesOf(row!))
  const people = await renameChoices(tx, row!, renamed)
  await record(tx, caller, name, row!, { field, renamed, people })
  return present(row!)
}

/** Gives people, the filters of saved views, and imports that are checked, the new texts of choices. @returns how many people */
async function renameChoices(
  tx: Tx,
  { id, orgId }: Pick<FieldRow, 'id' | 'orgId'>,
  renamed: readonly RenamedChoice[],
): Promise<number> {
  let people = 0
  for (const [was, is] of renamed) {
    const { rowCount } = await tx.execute(sql`
      with holders as (
        select member_id from club_people where org_id = ${orgId} and fields ->> ${id}::text = ${was}::text order by member_id for update
      )
      update club_people set fields = jsonb_set(fields, array[${id}::text], to_jsonb(${is}::text)), version = version + 1
      from holders where org_id = ${orgId} and club_people.member_id = holders.member_id`)
    people += rowCount ?? 0
    const value = (text: string) => sql`to_jsonb(${`${id}=${text}`}::text)::text`
    await tx.execute(sql`
      update saved_views set filter = replace(filter::text, ${value(was)}, ${value(is)})::jsonb, version = version + 1
      where org_id = ${orgId} and strpos(filter::text, ${value(was)}) > 0`)
    await tx.execute(sql`
      update import_rows set found = jsonb_set(found, array['person', 'own', ${id}::text], to_jsonb(${is}::text))
      from imports where imports.id = import_id and org_id = ${orgId} and state in ('checked', 'running') and done_at is null
        and found #>> array['person', 'own', ${id}::text] = ${was}::text`)
  }
  return people
}

interface Seen {
  readonly fieldId: string
  readonly version: number
}

async function lockFields(tx: Tx, orgId: string): Promise<FieldRow[]> {
  await lockKey(tx, `club-fields ${orgId}`)
  return selectFields(tx, orgId)
}

function requireRoom(fields: readonly FieldRow[]): void {
  if (fields.filter(({ archivedAt }) => !archivedAt).length >= MOST_CLUB_FIELDS)
    throw new Problem('too_many_club_fields')
}

/** People have the Danish text of a choice, which tells one from another. */
function requireOptions(kind: ClubField['kind'], options: Typed['options']): void {
  if (kind !== 'choice') return
  const names = options.map(({ da }) => da)
  const message =
    names.length === 0 || names.includes('') ? 'missing' : new Set(names).size < names.length ? 'twice' : null
  if (message) throw new Problem('invalid_input', { errors: [{ path: 'options', message }] })
}

const record = (
  tx: Tx,
  caller: OfficeCaller,
  name: 'club_field_added' | 'club_field_changed' | 'club_field_archived' | 'club_field_restored',
  { label }: FieldRow,
  before?: { readonly field: FieldRow; readonly renamed: readonly RenamedChoice[]; readonly people: number },
) =>
  recordOfficeChange(tx, caller, {
    name,
    thing: 'club',
    label: label.da,
    ...(before && {
      before: {
        name: before.field.label.da,
        ...(before.renamed.length > 0 && { choices: before.renamed.map(([was]) => was) }),
      },
    }),
    after: {
      name: label.da,
      ...(before &&
        before.renamed.length > 0 && { choices: before.renamed.map(([, is]) => is), people: before.people }),
    },
  })

const present = ({ id, version, label, kind, options, archivedAt }: FieldRow): ClubField => ({
  id,
  version,
  label,
  kind,
  options,
  archived: archivedAt !== null,
})
