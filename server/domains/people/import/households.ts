import type { Output, Parsed } from '#contract/endpoint.ts'
import type { imports as endpoints } from '#contract/people/imports.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { members } from '#server/database/schema/index.ts'
import { inArray, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { hasLeft } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { foldName } from '../same-person.ts'
import { isAdult } from './check-rows.ts'
import { guardianFinder } from './guardians.ts'
import { selectImport, type Which } from './show-import.ts'
import type { ParsedRow } from './parse-values.ts'

type Caller = OfficeCaller
type Households = Output<typeof endpoints.households>

const MOST = 200
interface Person extends Record<string, unknown> {
  /** Null for somebody of the register. */
  readonly row: number | null
  /** Children whose columns name them: they have no row of their own in the file. */
  readonly guardianOf: readonly number[] | null
  readonly memberId: string
  readonly person: ParsedRow
  readonly addressOf: string | null
  readonly name: string
  readonly isFree: boolean
}

/** Children of an import and who may look after them: whom their columns name, here or in the register, who shares their address, or one home and surname. */
export async function listHouseholds(db: Db, caller: Caller, which: Which): Promise<Households> {
  await selectImport(db, caller, which)
  return findHouseholds(await selectPeople(db, which.importId), copenhagenDate(await portalNow(db)))
}

/** The people of an import, and those of the register whom it names as a guardian by their e-mail address. */
async function selectPeople(db: Reader, importId: string): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    select rows.row, rows.member_id as "memberId", rows.found -> 'person' as person, rows.found -> 'guardianOf' as "guardianOf", keeper.member_id as "addressOf",
      trim(members.first_name || ' ' || members.last_name) as name,
      people.managed and members.parent_id is null and not exists (select from members children where children.parent_id = members.id) as "isFree"
    from import_rows rows join members on members.id = rows.member_id and members.enabled
    join imports on imports.id = rows.import_id
    join club_people people on people.org_id = imports.org_id and people.member_id = members.id
    left join import_rows keeper on keeper.import_id = rows.import_id and keeper.row = (rows.found ->> 'addressOf')::int
    where rows.import_id = ${importId} and rows.undone_at is null
    union all
    select null, members.id, jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'dateOfBirth', date_of_birth,
      'phone', phone, 'address', address_line1, 'postCode', post_code), null, null, trim(first_name || ' ' || last_name), false
    from imports join club_people people on people.org_id = imports.org_id and not ${hasLeft(sql`people`)}
    join members on members.id = people.member_id and members.enabled
    where imports.id = ${importId}
      and email in (select found -> 'person' -> 'guardian' ->> 'email' from import_rows where import_id = ${importId} and undone_at is null)
      and members.id not in (select member_id from import_rows where import_id = ${importId} and undone_at is null and member_id is not null)
    order by row nulls last`)
  return rows
}

export function findHouseholds(people: readonly Person[], today: string): Households {
  const adults = people.filter(({ person }) => isAdult(person, today))
  const homeOf = ({ person }: Person) =>
    person.address && person.postCode && person.lastName
      ? `${foldName(person.address)} ${person.postCode} ${foldName(person.lastName).split(' ').at(-1)}`
      : null
  const groupBy = (key: (one: Person) => string | null) => {
    const found = new Map<string, Person>()
    for (const one of adults) {
      const value = key(one)
      if (value && !found.has(value)) found.set(value, one)
    }
    return found
  }
  const byId = groupBy(({ memberId }) => memberId)
  const byHome = groupBy(homeOf)
  const byChild = new Map(people.flatMap((one) => one.guardianOf?.map((row) => [row, one] as const) ?? []))
  const guardianNamed = guardianFinder(adults)
  const households = new Map<string, Households[number]>()
  for (const child of people) {
    if (isAdult(child.person, today) || !child.isFree) continue
    const { guardian } = child.person
    const found =
      (child.row === null ? undefined : byChild.get(child.row)) ??
      (guardian ? guardianNamed(guardian) : undefined) ??
      (child.addressOf ? byId.get(child.addressOf) : undefined) ??
      byHome.get(homeOf(child) ?? '')
    if (!found) continue
    const household = households.get(found.memberId) ?? {
      guardian: { memberId: found.memberId, name: found.name },
      children: [],
    }
    if (household.children.length < 20) household.children.push({ memberId: child.memberId, name: child.name })
    households.set(found.memberId, household)
  }
  return [...households.values()].slice(0, MOST)
}

/** Lets somebody look after children, where that was proposed. */
export async function linkHousehold(
  tx: Tx,
  caller: Caller,
  { guardianId, childIds, ...which }: Parsed<typeof endpoints.linkHousehold>,
): Promise<void> {
  await selectImport(tx, caller, which)
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, [...new Set([guardianId, ...childIds])]))
    .orderBy(members.id)
    .for('update')
  const proposed = findHouseholds(await selectPeople(tx, which.importId), copenhagenDate(tx.now)).find(
    ({ guardian }) => guardian.memberId === guardianId,
  )
  const children = proposed?.children.filter(({ memberId }) => childIds.includes(memberId)) ?? []
  if (!proposed || children.length !== new Set(childIds).size) throw new Problem('import_not_now')
  await tx
    .update(members)
    .set({ parentId: guardianId, updateDate: sql`portal_now()` })
    .where(inArray(members.id, childIds))
  for (const { memberId, name } of children)
    await recordOfficeChange(tx, caller, {
      name: 'member_linked',
      thing: 'member',
      thingId: memberId,
      label: name,
      after: { guardian: proposed.guardian.name },
    })
}
