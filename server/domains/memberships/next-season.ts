import { batched } from '#server/database/batch.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import {
  type ConfigurationRow,
  type Holders,
  selectAllConfigurations,
  selectHolders,
  selectSeasonsToCome,
} from './configuration-queries.ts'
import { type MembershipWithTerms, selectMemberships } from './queries.ts'
import { ageRefusal } from './sale/fits-age.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { isNearlyOver, proposedFor } from './sale/propose-membership.ts'
import { type SaleState, saleStateOf } from './sale/sale-state.ts'
import { earlierYear } from './terms/membership-status.ts'

/** Days after a payment without a request to renew. */
export const JUST_PAID_DAYS = 7

export type PaidSeason = MembershipWithTerms['terms'][number]

/**
 * The last paid season of a membership. Combinable ones (a boat place beside a membership) count only if there is
 * nothing else, and trials only if no membership shares their days or follows.
 */
export function lastSeasonOf(terms: readonly PaidSeason[]): PaidSeason | null {
  const paid = terms.filter((term) => term.status === 'active')
  const whole = paid.filter(renewsByCard)
  const main = paid.filter(
    (term) => !term.combinable && !(term.isTrial && whole.some(({ endDate }) => endDate >= term.startDate)),
  )
  return (main.length > 0 ? main : paid).toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0] ?? null
}

/** `lastSeasonOf` in SQL: the id of that term of a membership. Terms held by an order count as paid. */
export const lastTermOf = (membershipId: SQL): SQL => sql`(
  select term.id from (
    select terms.id, terms.start_date, terms.end_date, combinable, is_trial,
      max(terms.end_date) filter (where ${renewsByCardSql(sql`seasons`)}) over () as whole_until
    from membership_terms terms join membership_configurations seasons on seasons.id = terms.configuration_id
    where terms.membership_id = ${membershipId}
      and (terms.status = 'active' or (terms.status = 'held' and (reserved_until is null or reserved_until > portal_now())))
  ) term
  order by combinable or (is_trial and coalesce(whole_until >= start_date, false)), end_date desc, term.id limit 1)`

/** Whether a card renews what is held. */
export function isRenewedByCard(terms: readonly PaidSeason[]): boolean {
  const last = lastSeasonOf(terms)
  return last !== null && renewsByCard(last)
}

type Held = Pick<MembershipWithTerms, 'terms' | 'dateOfBirth'>

type NextSeason = ConfigurationRow & {
  sale: SaleState
  /** The season of the same series, which is for another age. */
  insteadOf: Pick<ConfigurationRow, 'name' | 'nameTexts' | 'minAge' | 'maxAge'> | null
}

/**
 * The season that renews a membership: the first of its series after its last one, on sale or not; or the one after that, if it is on
 * sale and the first is nearly over. Somebody too old for the series is proposed one that fits, and somebody with a trial a membership
 * that goes on after it. Null if the club offers none.
 */
export function nextSeasonOf(
  held: Held,
  configurations: readonly ConfigurationRow[],
  { today, holders }: { today: string; holders: readonly Holders[] },
): NextSeason | null {
  const { last, following, same, fitting } = seasonsAfter(held, configurations, today)
  const person = { dateOfBirth: held.dateOfBirth, held: [] }
  const onSale = (offers: readonly ConfigurationRow[]) => offers.filter((one) => saleStateOf(one, today) === 'on_sale')
  if (last?.isTrial) {
    const longer = onSale(configurations.filter((one) => one.enabled && one.endDate > last.endDate))
    const membership = proposedFor(longer, person, { holders, today, unknownAge: true })
    return membership && { ...membership, sale: 'on_sale', insteadOf: null }
  }
  const [first, second] = fitting
  if (first) {
    const skips = isNearlyOver(first, today) && second && saleStateOf(second, today) === 'on_sale'
    const next = skips ? second : first
    return { ...next, sale: saleStateOf(next, today), insteadOf: null }
  }
  const [outgrown] = same
  if (!outgrown) return null
  const instead = proposedFor(onSale(following), person, { holders, today, unknownAge: false })
  return instead && { ...instead, sale: 'on_sale', insteadOf: outgrown }
}

/** Whether what follows is proposed by what others hold: after a trial, and where all following seasons are for another age. */
export function isProposedNext(held: Held, configurations: readonly ConfigurationRow[], today: string): boolean {
  const { last, same, fitting } = seasonsAfter(held, configurations, today)
  return last?.isTrial === true || (same.length > 0 && fitting.length === 0)
}

/** Whether none of them can be bought for the known age, so that no card renews it. */
export function isClosedByAge(held: Held, configurations: readonly ConfigurationRow[], today: string): boolean {
  const { same } = seasonsAfter(held, configurations, today)
  return same.length > 0 && same.every((one) => ageRefusal(one, held.dateOfBirth) !== null)
}

function seasonsAfter({ terms, dateOfBirth }: Held, configurations: readonly ConfigurationRow[], today: string) {
  const last = lastSeasonOf(terms)
  const following = configurations.filter(
    (one) => last !== null && one.enabled && one.startDate > last.endDate && one.endDate >= today,
  )
  const same = following
    .filter(({ series }) => series === last?.series)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))
  const fitting = same.filter((one) => {
    const refusal = ageRefusal(one, dateOfBirth)
    return refusal === null || refusal === 'birth_date_missing'
  })
  return { last, following, same, fitting }
}

/** A club's seasons to come, and what its members hold. Counting these costs more than all else in a reminder. */
const readClub = batched(async (db, orgIds) => {
  const today = copenhagenDate(await portalNow(db))
  const seasons = await selectSeasonsToCome(db, today, orgIds)
  const holders = await selectHolders(db, orgIds, today)
  return (orgId) => ({
    today,
    seasons: seasons.get(orgId) ?? [],
    holders: holders.filter((one) => one.orgId === orgId),
  })
})

/** The next season of each membership by its id, with its price in øre. */
export async function readNextSeasons(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, NextSeason & { total: number }>> {
  const rows = await selectMemberships(db, { ids })
  const orgIds = [...new Set(rows.map(({ membership }) => membership.orgId))]
  const clubs = new Map(await Promise.all(orgIds.map(async (id) => [id, await readClub(db, id)] as const)))
  return new Map(
    rows.flatMap((row) => {
      const { seasons, ...rest } = clubs.get(row.membership.orgId)!
      const next = nextSeasonOf(row, seasons, rest)
      return next ? [[row.membership.id, { ...next, total: priceMembership(next).total }] as const] : []
    }),
  )
}

/** Which season of a club follows which, and its price. */
export interface Successor {
  readonly from: string
  readonly to: string
  /** Øre, with VAT and surcharge. */
  readonly amount: number
  /** `membershipFor` of the season that follows. */
  readonly year: number
  /** The day from which it is sold. */
  readonly offerStartDate: string
  /** First day and age limits of the following season. */
  readonly startDate: string
  readonly minAge: number | null
  readonly maxAge: number | null
}

/**
 * The successors of a club's seasons that end on a day and that cards renew: the first of the same series, if it is on sale by another
 * day. It may begin after a gap, which the payer is notified of.
 */
export async function selectSuccessors(
  db: Reader,
  { orgId, endDate, onSaleBy }: { orgId: string; endDate: string; onSaleBy: string },
): Promise<Successor[]> {
  return successorsOf(await selectAllConfigurations(db, orgId), endDate, onSaleBy)
}

/** The next season of the same kind that a card renews a season with, on sale or not. */
export const followingOf = (
  configurations: readonly ConfigurationRow[],
  one: ConfigurationRow,
): ConfigurationRow | undefined =>
  configurations
    .filter(
      (other) =>
        other.enabled &&
        renewsByCard(other) &&
        other.orgId === one.orgId &&
        other.series === one.series &&
        other.startDate > one.endDate,
    )
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))[0]

export const successorsOf = (
  configurations: readonly ConfigurationRow[],
  endDate: string,
  onSaleBy: string,
): Successor[] =>
  configurations
    .filter((one) => one.endDate === endDate && renewsByCard(one))
    .flatMap((one) => {
      const next = followingOf(configurations, one)
      if (!next || next.offerStartDate > onSaleBy || next.endDate < onSaleBy) return []
      return [
        {
          from: one.id,
          to: next.id,
          amount: priceMembership(next).total,
          year: earlierYear(next),
          offerStartDate: next.offerStartDate,
          startDate: next.startDate,
          minAge: next.minAge,
          maxAge: next.maxAge,
        },
      ]
    })
