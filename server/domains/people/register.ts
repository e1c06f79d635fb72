import { MOST_OWN_NUMBER, MOST_TAGS } from '#contract/people/register.ts'
import { LocalDate } from '#contract/values.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { clubPeople } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { selectMatchingMembers, type WhichMembers } from '#server/domains/memberships/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { selectFields } from './club-fields.ts'

/** The tags of a club's people, by the alphabet. */
export async function listTags(db: Db, { organisation }: OfficeCaller): Promise<{ tag: string; people: number }[]> {
  const { rows } = await db.execute<{ tag: string; people: number }>(sql`
    select tag, count(*)::int as people from club_people join members on members.id = member_id, unnest(tags) tag
    where org_id = ${organisation.id} and merged_into is null
    group by tag order by danish_order(tag), tag limit 1000`)
  return rows
}

interface Tagging extends WhichMembers {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Puts tags on people, or takes them away. Who would have too many stays as they were. */
export async function tagPeople(
  tx: Tx,
  caller: OfficeCaller,
  { add, remove, ...which }: Tagging,
): Promise<{ changed: number; full: number }> {
  const orgId = caller.organisation.id
  const ids = await selectMatchingMembers(tx, caller, which)
  const { rows } = await tx.execute<{ changed: number; full: number }>(sql`
    with chosen as (
      select member_id, tags, array(
        select distinct tag from unnest(tags || ${sql.param([...add])}::text[]) tag
        where tag <> all(${sql.param([...remove])}::text[]) order by tag
      ) as next
      from club_people where org_id = ${orgId} and member_id = any(${sql.param(ids)}::uuid[])
      order by member_id for no key update
    ),
    changed as (
      update club_people set tags = next, version = version + 1 from chosen
      where org_id = ${orgId} and club_people.member_id = chosen.member_id
        and next <> array(select tag from unnest(chosen.tags) tag order by tag) and cardinality(next) <= ${MOST_TAGS}
      returning club_people.member_id
    )
    select (select count(*)::int from changed) as changed,
      (select count(*)::int from chosen where cardinality(next) > ${MOST_TAGS}) as full`)
  const { changed, full } = rows[0]!
  if (changed > 0)
    await recordOfficeChange(tx, caller, {
      name: 'people_tagged',
      thing: 'member',
      label: String(changed),
      ...(remove.length > 0 && { before: { tags: remove } }),
      ...(add.length > 0 && { after: { tags: add } }),
    })
  return { changed, full }
}

interface Written {
  readonly memberId: string
  readonly version: number
  readonly tags: readonly string[]
  readonly own: Readonly<Record<string, string | number | boolean | null>>
}

/** Saves what the register says of one person. The history has the names of the fields, not what was written. */
export async function savePerson(tx: Tx, caller: OfficeCaller, { memberId, version, tags, own }: Written) {
  const orgId = caller.organisation.id
  const person = await lockPerson(tx, orgId, memberId)
  await refuseIfChanged(person, version, () => shown(person))
  const fields = await selectFields(tx, orgId)
  const next = { ...person.fields }
  const errors = Object.entries(own).flatMap(([id, value]) => {
    const field = fields.find((one) => one.id === id)
    // A choice that was renamed since is kept.
    if (!field || (value !== person.fields[id] && !fits(field, value)))
      return [{ path: `own.${id}`, message: 'invalid' }]
    if (value === null || value === '') delete next[id]
    else next[id] = value
    return []
  })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  const [row] = await tx
    .update(clubPeople)
    .set({ tags: [...new Set(tags)].toSorted(), fields: next, version: version + 1 })
    .where(and(eq(clubPeople.orgId, orgId), eq(clubPeople.memberId, memberId)))
    .returning()
  const changed = fields.filter(({ id }) => person.fields[id] !== next[id]).map(({ label }) => label.da)
  await recordOfficeChange(tx, caller, {
    name: 'register_changed',
    thing: 'member',
    thingId: memberId,
    label: await nameOf(tx, memberId),
    before: { tags: person.tags },
    after: { tags: row!.tags, ...(changed.length > 0 && { fields: changed }) },
  })
  return shown(row!)
}

async function lockPerson(tx: Tx, orgId: string, memberId: string): Promise<PersonRow> {
  const [person] = await tx
    .select()
    .from(clubPeople)
    .where(and(eq(clubPeople.orgId, orgId), eq(clubPeople.memberId, memberId)))
    .for('no key update')
  if (!person) throw new Problem('not_found')
  return person
}

type PersonRow = typeof clubPeople.$inferSelect

function fits(
  { kind, options }: Awaited<ReturnType<typeof selectFields>>[number],
  value: string | number | boolean | null,
): boolean {
  if (value === null || value === '') return true
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && Math.abs(value) < MOST_OWN_NUMBER
    case 'date':
      return LocalDate.safeParse(value).success
    case 'choice':
      return options.some(({ da }) => da === value)
    case 'yes_no':
      return typeof value === 'boolean'
  }
}

async function nameOf(db: Reader, memberId: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select ${fullNameOf('members')} as name from members where id = ${memberId}::uuid`,
  )
  return rows[0]!.name
}

const shown = ({ version, tags, fields, leftOn }: PersonRow) => ({ version, tags, own: fields, leftOn })
