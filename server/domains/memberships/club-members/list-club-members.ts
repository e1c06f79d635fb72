import { fieldsIn, type Filter } from '#contract/filters.ts'
import { type LocalText, textIn, textsIn } from '#contract/local-text.ts'
import {
  type ClubMember,
  memberFilterFields,
  type MemberSort,
  type RegisterStatus,
} from '#contract/memberships/club-members.ts'
import type { Language } from '#contract/values.ts'
import { addDays, copenhagenDate, copenhagenToday, portalNow } from '#server/database/clock.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { filterSql } from '#server/database/filter-sql.ts'
import { afterCursor, cursorAfter, orderOf, type ListOrder } from '#server/database/list-order.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { containsWord, containsWords } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { ageOn, fullName } from '#server/domains/members/index.ts'
import { owedBy } from '#server/domains/orders/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { leavingOf } from '../office/members-leaving.ts'
import { cardState } from '../renewals/renewal-queries.ts'
import { type HeldTerm, statusOfTerms, termsOnDay } from '../terms/main-term.ts'
import { statusOf } from '../terms/membership-status.ts'

const PAGE = 50
/** A list as of a day outside of these tells nothing. */
const FIRST_DAY = '1900-01-01'
const MOST_DAYS_AHEAD = 3653

export interface WhichMembers {
  readonly search?: string | undefined
  readonly filter?: Filter<keyof typeof memberFilterFields> | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
  /** The day of status and age; today when left out. */
  readonly day?: string | undefined
  readonly sort?: MemberSort | undefined
}

interface Page {
  readonly people: ClubMember[]
  readonly total: number
  readonly next: string | null
  readonly day: string
}

/** The people of a club, a page at a time. */
export async function listClubMembers(
  db: Db,
  caller: OfficeCaller,
  { after, ...which }: WhichMembers & { readonly after?: string | undefined },
): Promise<Page> {
  requireFilter(caller, which)
  const { actor, organisation } = caller
  return readClubMembers(db, organisation.id, { ...which, after, limit: PAGE, language: actor.via.language })
}

/** Who owes something is for those who may see the club's money. */
export const mayFilter = ({ actor, organisation }: OfficeCaller, filter: Filter | null | undefined): boolean =>
  !filter || !fieldsIn(filter).has('owes') || hasScope(actor, 'money.read', organisation.key)

export function requireFilter(caller: OfficeCaller, { filter }: Pick<WhichMembers, 'filter'>): void {
  if (!mayFilter(caller, filter)) throw new Problem('forbidden')
}

/** Members with a page of any size. */
export async function readClubMembers(
  db: Reader,
  orgId: string,
  {
    after,
    limit,
    language,
    ...which
  }: WhichMembers & { readonly after?: string | undefined; readonly limit: number; readonly language: Language },
): Promise<Page> {
  if (which.day !== undefined) await requireDayInRange(db, which.day)
  const order = orderOf(sorts, which.sort ?? 'name')
  const { rows } = await db.execute<{ total: number; page: Found[]; day: string }>(sql`
    with ${clock(which.day)},
    matching as (
      select people.id, ${order.key} as key from ${peopleOfClub(orgId, which.ids)} where ${matches(orgId, which)}
    ),
    page as (
      select * from matching where ${afterCursor(order, after)} order by ${order.by} limit ${limit + 1}
    )
    select (select count(*)::int from matching) as total,
      (select coalesce(json_agg(json_build_object('id', id, 'key', key) order by ${order.by}), '[]')
        from page) as page,
      (select day::text from clock) as day`)
  const { total, page, day } = rows[0]!
  const shown = page.slice(0, limit)
  const people = await selectPeople(db, orgId, shown)
  return {
    people: shown.map(({ id }) => present(people.get(id)!, day, language)),
    total,
    next: page.length > limit ? cursorAfter(shown.at(-1)!) : null,
    day,
  }
}

/** The ids of those who match, for what is done with all of them. */
export async function selectMatchingMembers(db: Reader, caller: OfficeCaller, which: WhichMembers): Promise<string[]> {
  requireFilter(caller, which)
  const orgId = caller.organisation.id
  if (which.day !== undefined) await requireDayInRange(db, which.day)
  const { rows } = await db.execute<{ id: string }>(sql`
    with ${clock(which.day)}
    select people.id from ${peopleOfClub(orgId, which.ids)} where ${matches(orgId, which)} order by people.id`)
  return rows.map(({ id }) => id)
}

async function requireDayInRange(db: Reader, day: string): Promise<void> {
  const today = copenhagenDate(await portalNow(db))
  if (day < FIRST_DAY || day > addDays(today, MOST_DAYS_AHEAD)) throw new Problem('day_out_of_range')
}

/** Those of a page, prepared: planning it takes longer than running it. */
async function selectPeople(
  db: Reader,
  orgId: string,
  page: readonly Found[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const { rows } = await executePrepared<PersonRow>(
    db,
    'memberships.people-of-page',
    sql`
    select members.id, first_name as "firstName", last_name as "lastName", date_of_birth::text as "dateOfBirth", email, phone,
      post_code as "postCode", city, register.since::text, register.number, register.source, register.tags, register.fields as own,
      register.managed, register.left_on::text as "leftOn", register.version, (select grace_days from organisations where id = ${orgId}::uuid) as "graceDays",
      ${termsOf(sql`held.id`)} as terms, ${householdOf(orgId, sql`register.member_id`)} as household
    from members
    left join memberships held on held.org_id = ${orgId}::uuid and held.member_id = members.id
    join club_people register on register.org_id = ${orgId}::uuid and register.member_id = members.id
    where members.id = any(${sql.param(page.map(({ id }) => id))}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The seasons that people of a club paid for, newest first. */
export async function listPaidSeasons(db: Db, { actor, organisation }: OfficeCaller): Promise<Season[]> {
  const { rows } = await db.execute<Omit<Season, 'name'> & { nameTexts: LocalText } & Record<string, unknown>>(sql`
    select id, name_texts as "nameTexts", start_date::text as "startDate", end_date::text as "endDate" from membership_configurations seasons
    where org_id = ${organisation.id}
      and exists (select from membership_terms where configuration_id = seasons.id and org_id = seasons.org_id and status = 'active')
    order by start_date desc, danish_order(name), id limit 500`)
  return rows.map(({ nameTexts, ...season }) => ({ ...season, name: textIn(nameTexts, actor.via.language) }))
}

interface Season {
  readonly id: string
  readonly name: string
  readonly startDate: string
  readonly endDate: string
}

/** The day of the list, from the query `clock`. */
const theDay = sql`(select day from clock)`

const clock = (day: string | undefined): SQL => sql`
  clock as materialized (select coalesce(${day ?? null}::date, ${copenhagenToday}) as day)`

/**
 * A club's register with what people are filtered and ordered by. Each join is left out by the planner where nothing asks for it.
 * @param memberIds whose status counts; everybody's when left out
 */
const peopleOfClub = (orgId: string, memberIds: readonly string[] | undefined): SQL => sql`(
  select members.id, listed, first_name, last_name, email, phone, city, post_code, date_of_birth, folded, held.id as membership_id,
    coalesce(terms.status, 'none') as status, extract(year from age(${theDay}, date_of_birth))::int as age,
    register.since, number, source, tags, fields, managed, left_on
  from club_people register
  join members on members.id = register.member_id
  left join memberships held on held.org_id = ${orgId}::uuid and held.member_id = register.member_id
  left join (
    select membership_id, ${statusOfTerms(theDay, sql`(select grace_days from organisations where id = ${orgId}::uuid)`)} as status
    from membership_terms
    join (select id as season_id, is_trial, combinable from membership_configurations) seasons on season_id = configuration_id
    where org_id = ${orgId}::uuid and status in ('active', 'cancelled')
      ${memberIds ? sql`and member_id = any(${sql.param([...memberIds])}::uuid[])` : sql``}
    group by membership_id
  ) terms on terms.membership_id = held.id
  where register.org_id = ${orgId}::uuid and members.merged_into is null
) people`

/** By the name that is shown, in the Danish alphabet, as it is stored. */
const byName = sql`rtrim(replace(listed, E'\\n', ' '))`

const statuses = sql`array_position(array['active', 'grace', 'inactive', 'expired', 'cancelled', 'none'], status)`

/** By age the youngest come first, which are the last born; people without a birth date come last. */
const sorts: Readonly<Record<MemberSort, ListOrder>> = {
  name: { key: byName, type: 'text' },
  '-name': { key: byName, type: 'text', descending: true },
  age: { key: sql`coalesce(date_of_birth, '0001-01-01')`, type: 'date', descending: true },
  '-age': { key: sql`coalesce(date_of_birth, '9999-12-31')`, type: 'date' },
  status: { key: statuses, type: 'integer' },
  '-status': { key: statuses, type: 'integer', descending: true },
  since: { key: sql`since`, type: 'date' },
  '-since': { key: sql`since`, type: 'date', descending: true },
  // Who has no number yet came last.
  number: { key: sql`coalesce(number, 2147483647)`, type: 'integer' },
  '-number': { key: sql`coalesce(number, 2147483647)`, type: 'integer', descending: true },
}

function matches(orgId: string, { search = '', filter, ids }: WhichMembers): SQL {
  const conditions = [filterSql(filter, memberFilterFields, columnsOf(orgId))]
  if (ids) conditions.push(sql`id = any(${sql.param([...ids])}::uuid[])`)
  else if (!filter || !fieldsIn(filter).has('left')) conditions.push(sql`not ${hasLeft}`)
  conditions.push(mentions(search))
  return sql.join(conditions, sql` and `)
}

const columnsOf = (orgId: string) => ({
  name: fullNameOf('people'),
  age: sql`age`,
  status: sql`status`,
  membership: (values: SQL) => sql`exists (
    select from membership_terms held
    where held.membership_id = people.membership_id and held.status = 'active' and held.configuration_id = any(${values}::uuid[]))`,
  renewal: sql`(select ${cardState} from memberships where memberships.id = people.membership_id
    and exists (select from membership_terms paid where paid.membership_id = memberships.id and paid.status in ('active', 'cancelled')))`,
  leaving: (kinds: SQL) =>
    sql`id in (select member_id from ${leavingOf(orgId)} leaving where kind = any(${kinds}::text[]))`,
  since: sql`since`,
  number: sql`number`,
  born: sql`date_of_birth`,
  team: (
    ids: SQL,
  ) => sql`exists (select from team_people in_team where in_team.member_id = people.id and in_team.team_id = any(${ids}::uuid[])
    and in_team.org_id = ${orgId}::uuid and from_on <= ${copenhagenToday} and (until_on is null or until_on > ${copenhagenToday}))`,
  tags: (words: SQL) => sql`tags && ${words}::text[]`,
  own: (values: SQL) =>
    sql`exists (select from unnest(${values}::text[]) chosen where fields ->> split_part(chosen, '=', 1) = substr(chosen, strpos(chosen, '=') + 1))`,
  guardian: (kinds: SQL) => sql`case when ${hasGuardian} then 'some' else 'none' end = any(${kinds}::text[])`,
  source: sql`source`,
  managed: (by: SQL) => sql`case when managed then 'office' else 'person' end = any(${by}::text[])`,
  left: (kinds: SQL) => sql`case when ${hasLeft} then 'left' else 'here' end = any(${kinds}::text[])`,
  leftOn: sql`left_on`,
  owes: (kinds: SQL) =>
    sql`case when id in (select buyer_id from orders where ${owedBy(orgId, {})} and not test_mode) then 'some' else 'none' end = any(${kinds}::text[])`,
  email: sql`email`,
  phone: sql`phone`,
  city: sql`city`,
  postCode: sql`post_code`,
})

/** On the day of the list: a day of leaving can be to come. */
const hasLeft = sql`coalesce(left_on <= ${theDay}, false)`

const hasGuardian = sql`exists (select from people_in_reach where member_id = people.id and not archived)`

/** Every word is in the name, e-mail address or phone number; or all of it is a phone number, however it is spaced, or the person's number. */
function mentions(phrase: string): SQL {
  const named = containsWords(sql`folded`, phrase)
  const digits = phrase.replace(/[\s().-]/g, '')
  const conditions = [named]
  if (/^\+?\d{3,}$/.test(digits)) conditions.push(containsWord(sql`folded`, digits))
  if (/^\d{1,9}$/.test(phrase.trim())) conditions.push(sql`number = ${Number(phrase)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** A membership's terms that count, as JSON, newest first. */
const termsOf = (membershipId: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('status', terms.status, 'startDate', terms.start_date, 'endDate', terms.end_date,
    'nameTexts', seasons.name_texts, 'isTrial', seasons.is_trial, 'combinable', seasons.combinable)
    order by terms.start_date desc, terms.id desc), '[]')
  from membership_terms terms join membership_configurations seasons on seasons.id = terms.configuration_id
  where terms.membership_id = ${membershipId} and terms.status in ('active', 'cancelled'))`

/** The family that somebody has at the club: whom they may act for, and who may act for them. */
const householdOf = (orgId: string, memberId: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('memberId', family.id, 'name', ${fullNameOf('family')})
    order by name_to_sort(family.first_name, family.last_name), family.id), '[]')
  from (
    select members.id, members.first_name, members.last_name from members
    where members.id in (
      select member_id from people_in_reach where actor_id = ${memberId} and not archived
      union select actor_id from people_in_reach where member_id = ${memberId} and not archived)
    and exists (select from club_people here where here.member_id = members.id and here.org_id = ${orgId}::uuid)
    limit 50
  ) family)`

interface PersonTerm extends HeldTerm {
  readonly nameTexts: LocalText
}

interface Found {
  readonly id: string
  readonly key: string | number
}

interface PersonRow extends Pick<
  ClubMember,
  'since' | 'number' | 'source' | 'tags' | 'own' | 'managed' | 'leftOn' | 'version'
> {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  readonly email: string | null
  readonly phone: string
  readonly postCode: string
  readonly city: string
  readonly graceDays: number
  readonly terms: readonly PersonTerm[]
  readonly household: ClubMember['household']
}

function present(person: PersonRow, day: string, language: Language): ClubMember {
  const { firstName, lastName, graceDays, terms, ...row } = person
  const { status, until } = statusOf(terms, day, graceDays)
  const shown: RegisterStatus = terms.length === 0 ? 'none' : status
  const names = termsOnDay(terms, day, graceDays).map(({ nameTexts }) => textsIn({ name: nameTexts }, language))
  const danish = names.filter((one) => one.danish).map(({ name }) => name)
  return {
    ...row,
    name: fullName({ firstName, lastName }),
    age: row.dateOfBirth === null ? null : ageOn(day, row.dateOfBirth),
    status: shown,
    statusUntil: until,
    memberships: names.map(({ name }) => name),
    ...(danish.length > 0 && { danish }),
  }
}
