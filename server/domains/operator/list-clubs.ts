import type { Output, Parsed } from '#contract/endpoint.ts'
import type { operator, OperatorClub } from '#contract/operator.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { unresolvedOfAll } from '#server/domains/orders/index.ts'

const PAGE = 50

/** Days that the figures cover. */
const DAYS = 30

/** All clubs: first those with something wrong, then those that ask to go live; by name. */
export async function listClubs(
  db: Db,
  { search = '', state, after }: Parsed<typeof operator.clubs>,
): Promise<Output<typeof operator.clubs>> {
  const isFound = containsWords(sql`search_fold(concat_ws(' ', name, key, cvr))`, search)
  const isMatch = state === undefined ? isFound : sql`organisations.state = ${state} and ${isFound}`
  const { clubs, total } = await selectClubs(db, { where: isMatch, after: after ?? null, limit: PAGE + 1 })
  const shown = clubs.slice(0, PAGE)
  return { clubs: shown, next: clubs.length > PAGE ? shown.at(-1)!.id : null, total }
}

/** One club with the same figures. */
export async function selectClubHealth(db: Reader, orgId: string): Promise<OperatorClub> {
  const { clubs } = await selectClubs(db, { where: sql`organisations.id = ${orgId}`, after: null, limit: 1 })
  return clubs[0]!
}

interface Row extends Record<string, unknown>, Omit<OperatorClub, 'money' | 'officeSeenAt'> {
  readonly minor: number
  readonly currency: string
  readonly officeSeenAt: Date | null
  readonly total: number
}

/**
 * Open tasks are counted for all clubs, by indexes that hold only unfinished rows; the rest for those of the page. Ids start with the
 * time of their creation, so that the orders of 30 days are a range of a club's index.
 */
async function selectClubs(
  db: Reader,
  { where, after, limit }: { where: SQL; after: string | null; limit: number },
): Promise<{ clubs: OperatorClub[]; total: number }> {
  const { rows } = await db.execute<Row>(sql`
    with clock as materialized (
      select ${copenhagenToday} as today,
        (lpad(to_hex((extract(epoch from portal_now() - make_interval(days => ${DAYS})) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
          as since
    ), unresolved as materialized (
      select org_id, count(*)::int as count from (${unresolvedOfAll}) unresolved_payments group by 1
    ), failed as materialized (
      select org_id, count(*)::int as count from (${failedMessagesOfClubs}) messages group by 1
    ), listed as materialized (
      select organisations.id, key, name, state, currency,
        coalesce(unresolved.count, 0) as unresolved, coalesce(failed.count, 0) as failed_mails,
        ${asksToGoLive} as asks,
        case when coalesce(unresolved.count, failed.count) is not null then 0 when ${asksToGoLive} then 1 else 2 end as rank,
        count(*) over ()::int as total
      from organisations
      left join club_starts on club_starts.org_id = organisations.id
      left join unresolved on unresolved.org_id = organisations.id
      left join failed on failed.org_id = organisations.id
      where ${where}
    ), page as materialized (
      select * from listed
      where ${after}::uuid is null
        or (rank, danish_order(name), id) > (select rank, danish_order(name), id from listed last where last.id = ${after}::uuid)
      order by rank, danish_order(name), id limit ${limit}
    )
    select page.id, key, name, state, currency, unresolved, failed_mails as "failedMails", asks as "asksToGoLive", total,
      terms.count as members, sales.count as orders, sales.minor, office.seen_at as "officeSeenAt"
    from page
    cross join clock
    cross join lateral (
      select count(distinct membership_id)::int as count from membership_terms
      where org_id = page.id and status = 'active' and end_date >= clock.today and start_date <= clock.today
        and (page.state = 'live' or not exists (select from orders where orders.id = order_id and test_mode))
    ) terms
    cross join lateral (
      select count(*) filter (where orders.total > 0)::int as count, coalesce(sum(orders.total), 0)::float8 as minor from orders
      where org_id = page.id and id >= clock.since and status in ('paid', 'refunded') and not test_mode
    ) sales
    cross join lateral (
      select max(seen_at) as seen_at from (
        select seen_at from organisation_admins where org_id = page.id
        union all
        select last_seen_at from office_grants
        join member_identities on member_identities.member_id = office_grants.member_id
        where office_grants.org_id = page.id and revoked_at is null and not 'look' = any(roles)
      ) seen
    ) office
    order by rank, danish_order(name), page.id`)
  return {
    clubs: rows.map(({ minor, currency, officeSeenAt, ...club }) => ({
      ...club,
      money: { minor, currency },
      officeSeenAt: officeSeenAt && new Date(officeSeenAt).toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Whether a club waits to go live: of rows of `organisations` and `club_starts`. */
export const asksToGoLive = sql`(asked_at is not null and organisations.state in ('draft', 'test'))`

/** Messages that were given up, with the club that they are about. */
const failedMessagesOfClubs = sql`
  select coalesce(orders.org_id, refunds.org_id, organisations.id) as org_id
  from messages
  left join refunds on refunds.id = (messages.data->>'refundId')::uuid
  left join orders on orders.id = (messages.data->>'orderId')::uuid
  left join organisations on organisations.id = (messages.data->>'orgId')::uuid
  where messages.status = 'failed'`
