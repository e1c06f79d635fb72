import type { FiguresOfClub, FiguresOfEvent, Sales } from '#contract/events/figures.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { EventStatus } from '#contract/events/office.ts'
import type { Money } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { maskedCode } from '../coupons/find-coupon.ts'
import { priceIn } from '../event-texts.ts'
import type { EventClub } from './edited-event.ts'

type Caller = OfficeCaller<EventClub>

/** Sums for those who may see money; for others null. */
const sumsFor = ({ actor, organisation: { key, currency } }: Caller) => {
  const may = hasScope(actor, 'money.read', key)
  return (minor: number): Money | null => (may ? { minor, currency } : null)
}

interface SalesRow {
  readonly sold: number
  readonly cancelled: number
  readonly paid: number
  readonly refunded: number
}

interface Figures extends Record<string, unknown> {
  readonly total: SalesRow & Record<'orders' | 'underWay' | 'discount' | 'elsewhere', number>
  readonly days: (SalesRow & { day: string })[]
  readonly parts: (SalesRow & { category: LocalText; phase: LocalText | null })[]
  readonly codes: { code: string; orders: number; tickets: number; off: number }[]
  readonly tests: { orders: number; tickets: number; paid: number }
}

const salesOf = sql`count(*) as sold, count(*) filter (where is_cancelled) as cancelled,
  coalesce(sum(total), 0) as paid, coalesce(sum(refunded), 0) as refunded`

/**
 * The sales of an event, in one query: a row for each place of a paid order, with its order line. A place counts on the day of its
 * payment, its cancellation and its refund on theirs.
 */
export async function showEventFigures(
  db: Reader,
  caller: Caller,
  { eventId }: { readonly eventId: string },
): Promise<FiguresOfEvent> {
  const { rows } = await db.execute<Figures>(sql`
    with places as materialized (
      select entries.id, entries.category_id, entries.phase_id, entries.status = 'cancelled' as is_cancelled,
        case when entries.hand_returned_at is null then coalesce(entries.hand_amount, 0) else 0 end
          + case when taken.is and not exists (
            select from refund_lines join refunds on refunds.id = refund_lines.refund_id
            where refund_lines.line_id = lines.id and refunds.returned_at is not null) then lines.total else 0 end as by_hand,
        orders.id as order_id, orders.test_mode as is_test, orders.coupon_code,
        (coalesce(orders.paid_at, orders.created_at) at time zone 'Europe/Copenhagen')::date as sold_on,
        lines.id as line_id, case when taken.is then 0 else lines.total end as total,
        case when taken.is then 0 else lines.refunded end as refunded, lines.discount, taken.is as is_taken
      from event_entries entries
      join orders on orders.id = entries.order_id and orders.status in ('paid', 'refunded')
      join order_lines lines on lines.entry_id = entries.id
      cross join lateral (select ${takenByHand(sql`orders.id`)} as is) taken
      where entries.event_id = (select id from events where id = ${eventId} and org_id = ${caller.organisation.id})
        and entries.status in ('paid', 'cancelled')
    ),
    live as materialized (select * from places where not is_test),
    refunds_of as materialized (
      select refund_lines.amount, refunds.status, (refunds.done_at at time zone 'Europe/Copenhagen')::date as done_on
      from live join refund_lines on refund_lines.line_id = live.line_id join refunds on refunds.id = refund_lines.refund_id
      where not is_taken
    ),
    moves as (
      select sold_on as day, 1 as sold, 0 as cancelled, total as paid, 0 as refunded from live
      union all
      select (changes.at at time zone 'Europe/Copenhagen')::date, 0, 1, 0, 0
      from live join status_changes changes
        on changes.thing = 'event_entries' and changes.thing_id = live.id and changes.to_status = 'cancelled'
      union all
      select done_on, 0, 0, 0, amount from refunds_of where status = 'done'
    )
    select
      (select json_build_object('sold', sold, 'cancelled', cancelled, 'paid', paid, 'refunded', refunded, 'orders', orders,
          'discount', discount, 'elsewhere', elsewhere,
          'underWay', (select coalesce(sum(amount), 0) from refunds_of where status <> 'done'))
        from (select ${salesOf}, count(distinct order_id) as orders, coalesce(sum(discount), 0) as discount,
          coalesce(sum(by_hand), 0) as elsewhere from live) counted) as total,
      (select coalesce(json_agg(listed order by day), '[]') from (
        select day, sum(sold) as sold, sum(cancelled) as cancelled, sum(paid) as paid, sum(refunded) as refunded
        from moves group by day
      ) listed) as days,
      (select coalesce(json_agg(part order by position, rank, category_id), '[]') from (
        select counted.*, categories.name_texts as category, categories.position, phases.name_texts as phase,
          coalesce(phases.position, 99) as rank
        from (select category_id, phase_id, ${salesOf} from live group by category_id, phase_id) counted
        join event_categories categories on categories.id = category_id
        left join event_phases phases on phases.id = phase_id
      ) part) as parts,
      (select coalesce(json_agg(used order by off desc, code), '[]') from (
        select coupon_code as code, count(distinct order_id) as orders, count(*) filter (where discount > 0) as tickets,
          sum(discount) as off
        from live where coupon_code is not null group by coupon_code order by 4 desc, 1 limit 200
      ) used) as codes,
      (select json_build_object('orders', count(distinct order_id), 'tickets', count(*), 'paid', coalesce(sum(total - refunded), 0))
        from places where is_test) as tests
    from events where id = ${eventId} and org_id = ${caller.organisation.id}`)
  const [found] = rows
  if (!found) throw new Problem('event_not_found')
  const sum = sumsFor(caller)
  const sales = ({ sold, cancelled, paid, refunded }: SalesRow): Sales => ({
    sold,
    cancelled,
    paid: sum(paid),
    refunded: sum(refunded),
  })
  const { total, days, parts, codes, tests } = found
  const { language } = caller.actor.via
  const maySeeCodes = hasScope(caller.actor, 'events.write', caller.organisation.key)
  return {
    ...sales(total),
    orders: total.orders,
    underWay: sum(total.underWay),
    discount: sum(total.discount),
    elsewhere: sum(total.elsewhere),
    days: days.map((one) => ({ ...sales(one), day: one.day })),
    parts: parts.map((one) => ({
      ...sales(one),
      ...priceIn(one, language),
    })),
    codes: codes.map(({ off, code, ...used }) => ({
      ...used,
      code: maySeeCodes ? code : maskedCode(code),
      off: sum(off),
    })),
    tests: { ...tests, paid: sum(tests.paid) },
  }
}

/** In one answer. */
const MOST_EVENTS = 1000

interface EventRow {
  readonly id: string
  readonly title: LocalText
  readonly status: EventStatus
  readonly startsAt: string
  readonly endsAt: string
  readonly timeZone: string
  readonly places: number | null
  readonly year: number
  readonly month: number
  readonly tickets: number
  readonly income: number
}

interface Year extends Record<string, unknown> {
  readonly year: number
  readonly first: number
  readonly last: number
  readonly events: EventRow[]
}

/** The events that a club published, of a year and the one before, by the day on which they begin where they are. */
export async function showClubFigures(
  db: Reader,
  caller: Caller,
  { year: wanted }: { readonly year?: number | undefined },
): Promise<FiguresOfClub> {
  const orgId = caller.organisation.id
  const { rows } = await db.execute<Year>(sql`
    with years as (
      select coalesce(${wanted ?? null}::int, extract(year from portal_now() at time zone 'Europe/Copenhagen')::int) as year
    ),
    shown as materialized (
      select id, title_texts, status, starts_at, ends_at, time_zone, capacity, extract(year from starts_at at time zone time_zone)::int as begins_in,
        extract(month from starts_at at time zone time_zone)::int as month
      from events, years where org_id = ${orgId} and status <> 'draft'
        and extract(year from starts_at at time zone time_zone) in (year, year - 1)
    ),
    counted as (
      select entries.event_id, count(*) filter (where entries.status = 'paid') as tickets,
        sum(lines.total - lines.refunded) filter (where not ${takenByHand(sql`orders.id`)}) as income
      from event_entries entries
      join orders on orders.id = entries.order_id and orders.status in ('paid', 'refunded') and not orders.test_mode
      join order_lines lines on lines.entry_id = entries.id
      where entries.event_id in (select id from shown) and entries.status in ('paid', 'cancelled')
      group by entries.event_id
    )
    select year,
      (select coalesce(min(extract(year from starts_at at time zone time_zone)), year)::int from events where org_id = ${orgId} and status <> 'draft') as first,
      (select coalesce(max(extract(year from starts_at at time zone time_zone)), year)::int from events where org_id = ${orgId} and status <> 'draft') as last,
      (select coalesce(json_agg(json_build_object('id', id, 'title', title_texts, 'status', status, 'startsAt', starts_at, 'endsAt', ends_at,
          'timeZone', time_zone, 'places', capacity, 'year', begins_in, 'month', month,
          'tickets', coalesce(tickets, 0), 'income', coalesce(income, 0)) order by starts_at, id), '[]')
        from shown left join counted on counted.event_id = shown.id) as events
    from years`)
  const { year, first, last, events } = rows[0]!
  const sum = sumsFor(caller)
  const result = (some: readonly EventRow[]) => ({
    tickets: some.reduce((total, { tickets }) => total + tickets, 0),
    income: sum(some.reduce((total, { income }) => total + income, 0)),
  })
  const [now, before] = [year, year - 1].map((one) => events.filter((event) => event.year === one)) as [
    EventRow[],
    EventRow[],
  ]
  return {
    year,
    firstYear: Math.min(first, year),
    lastYear: Math.max(last, year),
    ...result(now),
    before: result(before),
    months: Array.from({ length: 12 }, (_, at) => {
      const inMonth = (some: readonly EventRow[]) => some.filter(({ month }) => month === at + 1)
      return { month: at + 1, ...result(inMonth(now)), before: result(inMonth(before)) }
    }),
    events: now
      .slice(0, MOST_EVENTS)
      .map(({ id, title, status, startsAt, endsAt, timeZone, places, tickets, income }) => ({
        id,
        title,
        status,
        startDate: new Date(startsAt).toISOString(),
        endDate: new Date(endsAt).toISOString(),
        timeZone,
        places,
        tickets,
        income: sum(income),
      })),
    count: now.length,
  }
}
