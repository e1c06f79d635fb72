import { type LocalText, textsIn } from '#contract/local-text.ts'
import type { MembershipFigures } from '#contract/memberships/office.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Club, OfficeCaller } from '#server/http/actor.ts'
import { hasScope } from '#server/identity/scopes.ts'

interface Counted {
  readonly members: number
  readonly income: number
}

interface Row extends Record<string, unknown> {
  readonly year: number
  readonly first: number
  readonly last: number
  readonly joined: number
  readonly left: number
  readonly months: readonly (Counted & { readonly year: number; readonly month: number })[]
  readonly kinds: readonly { series: string; nameTexts: LocalText; members: number; before: number }[]
}

/** The members of a club by month and kind, in a year and the one before. Each month counts on its last day, or today. */
export async function showMembershipFigures(
  db: Reader,
  { actor, organisation }: OfficeCaller<Club & { readonly currency: string }>,
  { year: wanted }: { readonly year?: number | undefined },
): Promise<MembershipFigures> {
  const { rows } = await db.execute<Row>(sql`
    with today as (select ${copenhagenToday} as day),
    years as (select coalesce(${wanted ?? null}::int, extract(year from day)::int) as year from today),
    paid as materialized (
      select terms.membership_id, terms.end_date,
        -- Whoever pays during a season is a member from that day on.
        greatest(terms.start_date, (orders.paid_at at time zone 'Europe/Copenhagen')::date) as start_date, seasons.series, seasons.name_texts, seasons.combinable,
        seasons.start_date as season_start
      from membership_terms terms
      join membership_configurations seasons on seasons.id = terms.configuration_id and not seasons.is_trial
      left join orders on orders.id = terms.order_id
      where terms.org_id = ${organisation.id} and terms.status = 'active' and orders.test_mode is not true
    ),
    months as (
      select of_year as year, month,
        least(make_date(of_year, month, 1) + interval '1 month - 1 day', day - make_interval(years => year - of_year))::date as day
      from years, today, generate_series(1, 12) month, unnest(array[year, year - 1]) of_year
      where make_date(year, month, 1) <= day
    ),
    sales as materialized (
      select (orders.paid_at at time zone 'Europe/Copenhagen')::date as day, lines.total - lines.refunded as income
      from orders join order_lines lines on lines.order_id = orders.id and lines.configuration_id is not null
      where orders.org_id = ${organisation.id} and orders.status in ('paid', 'refunded') and not orders.test_mode
    ),
    ends as (select max(day) filter (where months.year = years.year) as now, max(day) filter (where months.year < years.year) as before from months, years),
    people as (
      select membership_id, bool_or(now between start_date and end_date) as now, bool_or(before between start_date and end_date) as before
      from paid, ends where not combinable group by 1
    )
    select year,
      (select coalesce(least(min(extract(year from start_date)), year), year)::int from paid) as first,
      (select greatest(extract(year from day), year)::int from today) as last,
      (select count(*) filter (where now and not before)::int from people) as joined,
      (select count(*) filter (where before and not now)::int from people) as left,
      (select coalesce(json_agg(json_build_object('year', months.year, 'month', months.month,
          'members', (select count(distinct membership_id) from paid where not combinable and months.day between start_date and end_date),
          'income', (select coalesce(sum(income), 0) from sales where sales.day between date_trunc('month', months.day)::date and months.day)
        ) order by months.month), '[]') from months) as months,
      (select coalesce(json_agg(kind order by members desc, series), '[]') from (
        select series, (array_agg(name_texts order by season_start desc))[1] as "nameTexts",
          count(distinct membership_id) filter (where now between start_date and end_date)::int as members,
          count(distinct membership_id) filter (where before between start_date and end_date)::int as before
        from paid, ends where now between start_date and end_date or before between start_date and end_date group by series
      ) kind) as kinds
    from years`)
  const { months, kinds, ...facts } = rows[0]!
  const seesMoney = hasScope(actor, 'money.read', organisation.key)
  const present = ({ members, income }: Counted) => ({
    members,
    income: seesMoney ? { minor: income, currency: organisation.currency } : null,
  })
  const [now, before] = [facts.year, facts.year - 1].map((year) => months.filter((one) => one.year === year))
  const yearOf = (some: Row['months']) =>
    present({ members: some.at(-1)?.members ?? 0, income: some.reduce((sum, { income }) => sum + income, 0) })
  return {
    year: facts.year,
    firstYear: facts.first,
    lastYear: facts.last,
    joined: facts.joined,
    left: facts.left,
    ...yearOf(now!),
    before: yearOf(before!),
    months: now!.map((one, at) => ({ month: one.month, ...present(one), before: present(before![at]!) })),
    kinds: kinds.map(({ nameTexts, ...kind }) => ({ ...kind, ...textsIn({ name: nameTexts }, actor.via.language) })),
  }
}
