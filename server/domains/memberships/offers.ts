import type { MembershipOffer } from '#contract/events/answers.ts'
import { textsIn } from '#contract/local-text.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { executePrepared, isOneOf } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import type { Actor } from '#server/http/actor.ts'
import type { PersonWithRelationship } from '#server/domains/members/index.ts'
import { selectHolders, selectOnSale } from './configuration-queries.ts'
import { graceEndOf } from './grace.ts'
import { candidatesOf, endsTrial } from './sale/closed-for.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { isNearlyOver, proposedFor } from './sale/propose-membership.ts'

/** Days on which somebody is a member of a club, both included, with the grace period. */
export interface PaidDays {
  readonly orgId: string
  readonly memberId: string
  readonly series: string
  readonly from: string
  readonly until: string
}

/** For many people and clubs in one query. */
export async function selectPaidDays(
  db: Reader,
  orgIds: readonly string[],
  memberIds: readonly string[],
): Promise<PaidDays[]> {
  const { rows } = await executePrepared<PaidDays>(
    db,
    'memberships.paid-days',
    sql`
    select terms.org_id as "orgId", terms.member_id as "memberId", configurations.series, terms.start_date::text as "from",
      ${graceEndOf(sql`terms.end_date`)}::text as "until"
    from memberships
    join membership_terms terms on terms.membership_id = memberships.id and terms.status = 'active'
    join membership_configurations configurations on configurations.id = terms.configuration_id
    join organisations on organisations.id = terms.org_id
    where ${isOneOf(sql`memberships.member_id`, memberIds)}
      and ${isOneOf(sql`memberships.org_id`, orgIds)}`,
  )
  return rows
}

/** Seasons on sale today, and how many people have each, in two queries. */
async function readShelves(db: Reader, orgIds: readonly string[]) {
  const today = copenhagenDate(await portalNow(db))
  const onSale = await selectOnSale(db, today, orgIds)
  return { today, onSale, holders: onSale.length > 0 ? await selectHolders(db, orgIds, today) : [] }
}

/** The offer to a person for a day, or that only their birth date is missing. */
export interface OfferFor {
  readonly offer: MembershipOffer | null
  /** Worth it only where nothing else lets somebody in. */
  readonly endsSoon: boolean
  readonly needsBirthDate: boolean
}

/**
 * Finds the membership to offer each person at a club so that they are a member on a day: one that they can buy today
 * and that covers the day. The number of queries is fixed.
 * @param actor who would pay
 * @returns `series`: which ones count; null for all
 */
export async function readOffers(
  db: Reader,
  { memberId: buyerId, via: { language } }: Actor,
  orgIds: readonly string[],
  people: readonly PersonWithRelationship[],
): Promise<(orgId: string, day: string, memberId: string, series: readonly string[] | null) => OfferFor> {
  const none = { offer: null, endsSoon: false, needsBirthDate: false }
  if (orgIds.length === 0 || people.length === 0) return () => none
  const candidates = await candidatesOf(db, buyerId ?? '', orgIds, people)
  const { today, onSale, holders } = await readShelves(db, orgIds)
  return (orgId, day, memberId, series) => {
    const person = candidates.find((one) => one.memberId === memberId)
    if (!person) return none
    const covering = onSale.filter(
      ({ configuration: one }) =>
        one.orgId === orgId &&
        one.startDate <= day &&
        day <= one.endDate &&
        (series === null || series.includes(one.series)),
    )
    const offers = covering.map(({ configuration }) => configuration)
    const proposed = (unknownAge: boolean) => proposedFor(offers, person, { holders, today, unknownAge })
    const best = proposed(false)
    if (!best) return { ...none, needsBirthDate: person.dateOfBirth === null && proposed(true) !== null }
    const { orgKey, orgName } = covering.find(({ configuration }) => configuration === best)!
    const [trial] = endsTrial({ ...best, configurationId: best.id }, [person], today)
    return {
      offer: {
        membershipConfId: best.id,
        orgId,
        orgKey,
        orgName,
        ...textsIn({ name: best.nameTexts }, language),
        startDate: best.startDate,
        endDate: best.endDate,
        total: { minor: priceMembership(best).total, currency: best.currency },
        endsTrial: trial ? { ...textsIn({ name: trial.nameTexts }, language), lastDay: trial.lastDay } : null,
      },
      endsSoon: isNearlyOver(best, today),
      needsBirthDate: false,
    }
  }
}
