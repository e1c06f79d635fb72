import { sql } from 'drizzle-orm'
import type { MembershipOffer } from '#contract/event-answers.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { selectOnSale } from './configuration-queries.ts'
import { priceMembership } from './sale/membership-price.ts'

/** Days on which somebody is a member of a club, both included: those paid for, and the days of grace after them. */
export interface PaidDays {
  readonly orgId: string
  readonly memberId: string
  readonly from: string
  readonly until: string
}

/** For many people and clubs in one query. */
export async function selectPaidDays(
  db: Reader,
  orgIds: readonly string[],
  memberIds: readonly string[],
): Promise<PaidDays[]> {
  const { rows } = await db.execute<PaidDays & Record<string, unknown>>(sql`
    select terms.org_id as "orgId", terms.member_id as "memberId", terms.start_date::text as "from",
      (terms.end_date + organisations.grace_days)::text as "until"
    from memberships
    join membership_terms terms on terms.membership_id = memberships.id and terms.status = 'active'
    join organisations on organisations.id = terms.org_id
    where memberships.member_id = any(${sql.param([...memberIds])}::uuid[])
      and memberships.org_id = any(${sql.param([...orgIds])}::uuid[])`)
  return rows
}

/** What clubs sell today, the cheapest first, the one that holds longest before others of its price. */
export async function selectOffers(db: Reader, orgIds: readonly string[]): Promise<MembershipOffer[]> {
  const rows = await selectOnSale(db, copenhagenDate(await portalNow(db)), orgIds)
  return rows
    .map(({ configuration, orgKey, orgName }) => ({
      membershipConfId: configuration.id,
      orgId: configuration.orgId,
      orgKey,
      orgName,
      name: configuration.name,
      startDate: configuration.startDate,
      endDate: configuration.endDate,
      total: { minor: priceMembership(configuration).total, currency: configuration.currency },
    }))
    .toSorted((a, b) => a.total.minor - b.total.minor || b.endDate.localeCompare(a.endDate))
}
