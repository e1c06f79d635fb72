import type { LocalText } from '#contract/local-text.ts'
import type { Filter } from '#contract/filters.ts'
import {
  type Registration,
  type RegistrationCounts,
  registrationFilterFields,
  type RegistrationSort,
} from '#contract/events/registrations.ts'
import type { Language } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { filterSql } from '#server/database/filter-sql.ts'
import { afterCursor, cursorAfter, type ListOrder, orderOf } from '#server/database/list-order.ts'
import { events } from '#server/database/schema/index.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import { ageOn, fullName } from '#server/domains/members/index.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { wallClock } from '#server/database/local-time.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { eventDays } from '../event-days.ts'
import { priceIn } from '../event-texts.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import { fitsAges } from '../registration/eligibility-rules.ts'
import { isAskedBy, lastMoveOf } from '../tickets/queries.ts'
import { entryEndOf, ticketNumber } from '../tickets/ticket-code.ts'
import type { EventClub, EventRow } from './edited-event.ts'

const PAGE = 50
const OF_AGE = 18

/** Which registrations of an event. */
export interface WhichRegistrations {
  readonly search?: string | undefined
  readonly filter?: Filter<keyof typeof registrationFilterFields> | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
}

type Sorted = WhichRegistrations & { readonly sort?: RegistrationSort | undefined }

interface Page {
  readonly people: Registration[]
  readonly counts: RegistrationCounts
  readonly total: number
  readonly next: string | null
  readonly day: string
  readonly dayHasCome: boolean
  readonly wasMoved: boolean
}

/** An event of the club. Throws `event_not_found`. */
export async function findEvent(db: Reader, orgId: string, eventId: string): Promise<EventRow> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, orgId)))
  if (!row) throw new Problem('event_not_found')
  return row
}

/** Changes of registrations are for published events. Throws `event_cancelled`, `event_is_draft`. */
export function requirePublished({ status }: EventRow): void {
  if (status === 'cancelled') throw new Problem('event_cancelled')
  if (status === 'draft') throw new Problem('event_is_draft')
}

/** Everybody who has, holds or had a place at an event, a page at a time, with counts of all that match, in two queries. */
export async function listRegistrations(
  db: Reader,
  { actor, organisation }: OfficeCaller<EventClub>,
  { eventId, after, ...which }: Sorted & { readonly eventId: string; readonly after?: string | undefined },
): Promise<Page> {
  const event = await findEvent(db, organisation.id, eventId)
  return readRegistrations(db, event, which, {
    after,
    limit: PAGE,
    language: actor.via.language,
    currency: hasScope(actor, 'money.read', organisation.key) ? organisation.currency : null,
    mayRefund: hasScope(actor, 'money.refund', organisation.key, 'write'),
  })
}

interface Shown {
  readonly after?: string | undefined
  readonly limit: number
  readonly language: Language
  /** Null: amounts are not shown. */
  readonly currency: string | null
  readonly mayRefund?: boolean
}

/** Registrations with a page of any size. */
export async function readRegistrations(
  db: Reader,
  event: EventRow,
  which: Sorted,
  { after, limit, language, currency, mayRefund = false }: Shown,
): Promise<Page> {
  const order = orderOf(sorts, which.sort ?? 'name')
  const day = eventDays(event).first
  // One search finds all matches; without a condition the page comes from its index and the counts from a scan.
  const isAll = !which.search?.trim() && !which.filter && !which.ids
  const { rows } = await db.execute<{ counts: CountRow[]; page: Row[]; wasMoved: boolean }>(sql`
    with matching as ${isAll ? sql`not materialized` : sql`materialized`} (
      select id, category_id, state, present_at, added_by, taken, to_return, sort_total, is_test, ${order.key} as key
      from ${registrationsOf(event, day)} where ${matches(which)}
    ),
    page as materialized (
      select id, key, state, to_return from matching where ${afterCursor(order, after)} order by ${order.by} limit ${limit + 1}
    )
    select exists (${lastMoveOf(sql`${event.id}::uuid`)}) as "wasMoved",
      (select coalesce(json_agg(counted), '[]') from (
        select category_id as "categoryId", state, count(*)::int as count, count(present_at)::int as present, count(added_by)::int as "byHand",
          count(*) filter (where to_return)::int as "toPayBack",
          coalesce(sum(sort_total) filter (where taken is null and not is_test), 0)::float8 as income,
          coalesce(sum(taken) filter (where not is_test), 0)::float8 as elsewhere
        from matching group by category_id, state
      ) counted) as counts,
      (select coalesce(json_agg(person order by ${order.by}), '[]') from (
        select page.id, page.key, page.state, entries.member_id as "memberId",
          people.first_name as "firstName", people.last_name as "lastName", people.date_of_birth as "dateOfBirth",
          entries.category_id as "categoryId", categories.name_texts as category, phases.name_texts as phase, categories.min_age as "minAge", categories.max_age as "maxAge",
          entries.sort_total as price, entries.created_at as "boughtAt", entries.present_at as "presentAt",
          case when parents.id is not null then json_build_object('name', ${fullNameOf('parents')}, 'phone', parents.phone)
            when buyers.id <> people.id then json_build_object('name', ${fullNameOf('buyers')}, 'phone', buyers.phone)
          end as guardian,
          case when event.asks then json_build_object('missing', entries.answers_missing,
            'values', (select coalesce(json_object_agg(question_id, value), '{}') from ${answersOf(sql`entries`)} where value is not null),
            'sensitive', (select count(*) from ${answersOf(sql`entries`)} where value is null)) end as answers,
          ${fullNameOf('buyers')} as buyer, orders.id as "orderId", orders.test_mode as "isTest",
          orders.status = 'paid' and page.state in ('paid', 'free') and not exists (
            select from delayed_actions where kind = 'refund' and thing_id = orders.id and delayed_actions.state = 'waiting') as refundable,
          case when entries.added_by is not null then json_build_object(
            'by', coalesce((select ${fullNameOf('members')} from members where id = entries.added_by), ''),
            'reason', coalesce(entries.added_reason, ''), 'method', coalesce(entries.hand_method, (select method from payments where order_id = orders.id and provider = 'manual' limit 1),
              case when entries.sort_total = 0 then 'free' else 'invoice' end), 'amount', coalesce(entries.hand_amount, entries.sort_total),
            'toPayBack', page.to_return) end as "byHand"
        from page join event_entries entries on entries.id = page.id
        cross join (select ${hasQuestions(sql`${event.id}::uuid`)} as asks) event
        join members people on people.id = entries.member_id
        join event_categories categories on categories.id = entries.category_id
        join orders on orders.id = entries.order_id
        join members buyers on buyers.id = orders.buyer_id
        left join event_phases phases on phases.id = entries.phase_id
        left join members parents on parents.id = people.parent_id
      ) person) as page`)
  const { counts, page, wasMoved } = rows[0]!
  const shown = page.slice(0, limit)
  return {
    people: shown.map((row) => present(row, { day, language, currency, mayRefund })),
    counts: countsOf(counts, currency),
    total: sumOf(counts, ({ count }) => count),
    next: page.length > limit ? cursorAfter(shown.at(-1)!) : null,
    day,
    dayHasCome: hasCome(event, await portalNow(db)),
    wasMoved,
  }
}

/** Whether an event's first day has come where it is. */
export const hasCome = (event: EventRow, now: Date): boolean =>
  eventDays(event).first <= wallClock(now, event.timeZone).day

/** The ids of all that match. */
export async function selectRegistrationIds(db: Reader, event: EventRow, which: WhichRegistrations): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${registrationsOf(event, eventDays(event).first)} where ${matches(which)}`,
  )
  return rows.map(({ id }) => id)
}

/** Paid to the club itself. Only places that an office added can be. */
const isTaken = sql`(added_by is not null and hand_amount is null and ${takenByHand(sql`event_entries.order_id`)})`

/** The refund of a place that was paid to the club itself, if the club has yet to make it. */
export const refundsToReturn = (entryId: SQL): SQL => sql`
  select refunds.id from order_lines lines join refund_lines on refund_lines.line_id = lines.id
    join refunds on refunds.id = refund_lines.refund_id join payments on payments.id = refunds.payment_id
  where lines.entry_id = ${entryId} and payments.provider = 'manual' and refunds.status = 'done' and refunds.returned_at is null
    and not refunds.test_mode`

/** The places that somebody has, holds or had, with what they are filtered and ordered by. */
const registrationsOf = ({ id, orgId, timeZone }: EventRow, day: string): SQL => sql`(
  select id, event_id, order_id, status, answers_missing, member_id, category_id, present_at, added_by, sort_total, sort_name, sort_born, created_at,
    case when status = 'paid' and sort_total = 0 and coalesce(hand_amount, 0) = 0 then 'free' else status end as state,
    case when ${isTaken} then sort_total else hand_amount end as taken,
    order_id in (select id from orders where org_id = ${orgId}::uuid and test_mode and status in ('paid', 'refunded')) as is_test,
    status = 'cancelled' and (coalesce(hand_amount, 0) > 0 and hand_returned_at is null
      or ${isTaken} and exists (${refundsToReturn(sql`event_entries.id`)})) as to_return,
    (created_at at time zone ${timeZone})::date as bought, extract(year from age(${day}::date, sort_born))::int as age,
    array_position(array(select id from event_categories where event_id = ${id}::uuid order by position, category), category_id) as position
  from event_entries
  where event_id = ${id}::uuid and status <> 'released'
    and (status <> 'held' or reserved_until is null or reserved_until > (select portal_now()))
) registrations`

const categoryKey = sql`(lpad(position::text, 5, '0') || sort_name)`

/** By age the youngest come first, which are the last born; people without a birth date come last. */
const sorts: Readonly<Record<RegistrationSort, ListOrder>> = {
  name: { key: sql`sort_name`, type: 'text' },
  '-name': { key: sql`sort_name`, type: 'text', descending: true },
  category: { key: categoryKey, type: 'text' },
  '-category': { key: categoryKey, type: 'text', descending: true },
  age: { key: sql`coalesce(sort_born, '0001-01-01')`, type: 'date', descending: true },
  '-age': { key: sql`coalesce(sort_born, '9999-12-31')`, type: 'date' },
  bought: { key: sql`created_at`, type: 'timestamptz' },
  '-bought': { key: sql`created_at`, type: 'timestamptz', descending: true },
}

/** The answers of a place and of its order at the event, of questions that are asked. */
const answersOf = (entry: SQL) => sql`(
  select question_id, value from event_answers
  where event_answers.entry_id = ${entry}.id
    or event_answers.order_id = ${entry}.order_id and event_id = (select event_id from event_entries of where of.id = ${entry}.id)) answers`

const yesNo = (condition: SQL) => sql`(case when ${condition} then 'yes' else 'no' end)`

const columns = {
  category: sql`category_id::text`,
  state: sql`state`,
  age: sql`age`,
  minor: yesNo(sql`age < ${OF_AGE}`),
  ageFits: yesNo(sql`state = 'cancelled' or age is null or not exists (
    select from event_categories categories
    where categories.id = category_id and (age < categories.min_age or age > categories.max_age))`),
  present: yesNo(sql`present_at is not null`),
  byHand: yesNo(sql`added_by is not null`),
  toPayBack: yesNo(sql`to_return`),
  answersMissing: yesNo(sql`answers_missing > 0 and state <> 'cancelled'`),
  moveAnswer: sql`(
    select coalesce(answers.answer, 'none') from (${lastMoveOf(sql`registrations.event_id`)}) moves
    left join event_move_answers answers on answers.move_id = moves.id and answers.entry_id = registrations.id
    where ${isAskedBy(sql`moves.id`, { status: sql`registrations.status`, createdAt: sql`registrations.created_at`, answer: sql`answers.answer` })})`,
  answer: (values: SQL) => sql`exists (
    select from ${answersOf(sql`registrations`)},
      jsonb_array_elements_text(case jsonb_typeof(answers.value) when 'array' then answers.value else jsonb_build_array(answers.value) end) as chosen (key)
    where question_id::text || ':' || chosen.key = any(${values}::text[]))`,
  bought: sql`bought`,
}

function matches({ search = '', filter, ids }: WhichRegistrations): SQL {
  const conditions = [filterSql(filter, registrationFilterFields, columns)]
  if (ids) conditions.push(sql`id = any(${sql.param([...ids])}::uuid[])`)
  if (search.trim()) {
    const isNamed = sql`exists (select from members where members.id = member_id and ${containsWords(sql`members.folded`, search)})`
    const end = entryEndOf(search)
    conditions.push(end === null ? isNamed : sql`(${isNamed} or right(id::text, 10) = ${end})`)
  }
  return sql.join(conditions, sql` and `)
}

interface CountRow {
  readonly categoryId: string
  readonly state: Registration['state']
  readonly count: number
  readonly present: number
  readonly byHand: number
  readonly toPayBack: number
  readonly income: number
  readonly elsewhere: number
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)

function countsOf(rows: readonly CountRow[], currency: string | null): RegistrationCounts {
  const inState = (state: CountRow['state']) => rows.filter((row) => row.state === state)
  const money = (minor: number) => (currency === null ? null : { minor, currency })
  const live = Map.groupBy(
    rows.filter(({ state }) => state !== 'cancelled'),
    ({ categoryId }) => categoryId,
  )
  return {
    paid: sumOf(inState('paid'), ({ count }) => count),
    held: sumOf(inState('held'), ({ count }) => count),
    cancelled: sumOf(inState('cancelled'), ({ count }) => count),
    free: sumOf(inState('free'), ({ count }) => count),
    present: sumOf([...inState('paid'), ...inState('free')], ({ present: here }) => here),
    byHand: sumOf(rows, ({ byHand }) => byHand),
    toPayBack: sumOf(rows, ({ toPayBack }) => toPayBack),
    categories: [...live].map(([id, those]) => ({ id, count: sumOf(those, ({ count }) => count) })),
    income: money(sumOf(inState('paid'), ({ income }) => income)),
    elsewhere: money(sumOf(inState('paid'), ({ elsewhere }) => elsewhere)),
  }
}

interface Row extends Pick<
  Registration,
  'id' | 'memberId' | 'categoryId' | 'state' | 'guardian' | 'buyer' | 'orderId' | 'isTest'
> {
  readonly answers: Registration['answers'] | null
  readonly key: string | number
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly category: LocalText
  readonly phase: LocalText | null
  readonly price: number
  readonly boughtAt: string
  readonly presentAt: string | null
  readonly refundable: boolean
  readonly byHand: (Omit<NonNullable<Registration['byHand']>, 'amount'> & { readonly amount: number }) | null
}

function present(
  person: Row,
  {
    day,
    language,
    currency,
    mayRefund,
  }: Required<Pick<Shown, 'language' | 'currency' | 'mayRefund'>> & { readonly day: string },
): Registration {
  const { key: _, firstName, lastName, dateOfBirth, minAge, maxAge, refundable, answers, ...row } = person
  const age = dateOfBirth === null ? null : ageOn(day, dateOfBirth)
  const isMinor = age !== null && age < OF_AGE
  const money = (minor: number) => (currency === null ? null : { minor, currency })
  return {
    ...row,
    name: fullName({ firstName, lastName }),
    lastName,
    age,
    isMinor,
    outsideAges:
      row.state !== 'cancelled' && age !== null && !fitsAges({ minAge, maxAge }, age)
        ? { min: minAge, max: maxAge }
        : null,
    ...priceIn(row, language),
    ...(answers && { answers }),
    price: money(row.price),
    number: ticketNumber(row.id),
    guardian: isMinor ? row.guardian : null,
    boughtAt: new Date(row.boughtAt).toISOString(),
    presentAt: row.presentAt && new Date(row.presentAt).toISOString(),
    byHand: row.byHand && { ...row.byHand, amount: money(row.byHand.amount) },
    can: { refund: mayRefund && refundable },
  }
}
