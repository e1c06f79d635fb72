import type { Cause } from '#server/database/change-status.ts'
import type { HandMembership } from '#contract/orders/by-hand.ts'
import { MOST_OFFERS } from '#contract/orders/by-hand.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Reader, together, type Tx } from '#server/database/db.ts'
import { executePrepared, isOneOf } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, lockRelationships, mayWithMember } from '#server/domains/members/index.ts'
import type {
  BoughtLine,
  LineItemHandler,
  PricedMembership,
  RefusedLine,
  SelectedMembership,
} from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { type ConfigurationRow, selectOfferings, selectOnSale, selectSeasonsToCome } from '../configuration-queries.ts'
import { enableMemberships, lockMembershipsById, selectTermsOfOrders, updateAgreed } from '../queries.ts'
import { recordStatuses } from '../terms/record-status.ts'
import { transitionTerms } from '../terms/term-state.ts'
import { isSupersededBy, selectCardRenewals, supersedeRenewals } from '../renewals/superseded-renewals.ts'
import { ageRefusal } from './fits-age.ts'
import { reserveTerms, renewTerms } from './reserve-terms.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { saleStateOf } from './sale-state.ts'

/** Sells seasons: at most one at a time for a person in a club, from its first offer day to its last day. */
export const membershipLineHandler: LineItemHandler<'membership'> = {
  price,
  supersede: (lineHandlers, tx, lines) => supersedeRenewals(lineHandlers, tx, lines[0]!.orgId, lines),
  reserve: reserveTerms,
  isPayable: () => Promise.resolve(true),
  renew: renewTerms,
  revoke: revokeTerms,
  offers: offeredMemberships,

  async fulfil(tx, order, cause) {
    const terms = await selectTermsOfOrders(tx, [order.id])
    const ids = terms.map((term) => term.id)
    const membershipIds = terms.map((term) => term.membershipId)
    const [active] = await together(
      tx,
      () => transitionTerms(tx, ids, 'active', cause),
      async () => order.agreedAt && updateAgreed(tx, order.id),
      () => enableMemberships(tx, membershipIds),
      () => endTrials(tx, ids, copenhagenDate(tx.now)),
      () => recordStatuses(tx, { ids: membershipIds }, tx.now),
    )
    if (active.length !== ids.length) throw new Error(`Order ${order.id} is paid, but its purchase is not reserved`)
  },

  async release(tx, orderIds, cause) {
    if (orderIds.length === 0) return
    const terms = await selectTermsOfOrders(tx, orderIds)
    await transitionTerms(
      tx,
      terms.map((term) => term.id),
      'released',
      cause,
    )
  },
}

async function price(
  tx: Tx,
  buyer: MemberActor,
  lines: readonly SelectedMembership[],
  _basket?: unknown,
  _wanted?: unknown,
  byHand = false,
): Promise<(PricedMembership | RefusedLine)[]> {
  const memberIds = lines.map((line) => line.memberId)
  const confIds = lines.map((line) => line.membershipConfId)
  const [people, offerings] = await together(
    tx,
    () => lockRelationships(tx, buyer, memberIds),
    () => selectOfferings(tx, confIds),
  )
  const today = copenhagenDate(tx.now)
  const renewals = byHand ? await selectCardRenewals(tx, lines[0]!.orgId, memberIds) : []

  const answers = lines.map((line) => {
    const person = people.find(
      ({ member, relationship }) => member.id === line.memberId && mayWithMember(relationship, 'buy'),
    )
    const refused = (refusal: Problem, offering?: ConfigurationRow): RefusedLine => ({
      kind: 'membership',
      memberId: line.memberId,
      memberName: person ? fullName(person.member) : '',
      titleTexts: offering?.nameTexts ?? { da: '' },
      currency: offering?.currency ?? null,
      refusal,
    })
    if (!person) return refused(new Problem('not_found'))
    const offering = offerings.find((one) => one.id === line.membershipConfId && one.orgId === line.orgId)
    if (!offering) return refused(new Problem('configuration_not_found'))
    const { id, name, startDate, endDate, offerStartDate } = offering
    const sale = saleStateOf(offering, today)
    const closed = ageRefusal(offering, person.member.dateOfBirth)
    if (sale !== 'on_sale' && !byHand)
      return refused(
        new Problem('configuration_not_on_sale', { data: { name, sale, offerStartDate, endDate } }),
        offering,
      )
    if (closed && !byHand) {
      const { minAge, maxAge } = offering
      const data = { name: fullName(person.member), memberId: person.member.id, membership: name, minAge, maxAge }
      return { ...refused(new Problem(closed, { data }), offering), dateOfBirth: person.member.dateOfBirth, offering }
    }
    const added = { ...offering, memberId: line.memberId, configurationId: id, renewsByCard: renewsByCard(offering) }
    const superseded = renewals.find((one) => isSupersededBy(one, added))
    return {
      kind: 'membership' as const,
      orgId: line.orgId,
      memberId: person.member.id,
      memberName: fullName(person.member),
      title: name,
      titleTexts: offering.nameTexts,
      configurationId: id,
      series: offering.series,
      renewsByCard: added.renewsByCard,
      startDate,
      endDate,
      currency: offering.currency,
      ...priceMembership(offering),
      discount: 0,
      ...(byHand && {
        overrules: [...(sale === 'on_sale' ? [] : ['configuration_not_on_sale' as const]), ...(closed ? [closed] : [])],
      }),
      ...(superseded && { supersedes: { chargeDate: superseded.charge?.nextTry ?? null } }),
    }
  })
  return Promise.all(answers.map(async (answer) => ('offering' in answer ? withWhatFits(tx, answer, today) : answer)))
}

/** Every season that has not ended, on sale or not, the first first. */
async function offeredMemberships(db: Reader, orgId: string): Promise<HandMembership[]> {
  const today = copenhagenDate(await portalNow(db))
  const seasons = (await selectSeasonsToCome(db, today, [orgId])).get(orgId) ?? []
  return seasons
    .toSorted((a, b) =>
      a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : a.name.localeCompare(b.name, 'da'),
    )
    .slice(0, MOST_OFFERS)
    .map((one) => ({
      id: one.id,
      name: one.name,
      startDate: one.startDate,
      endDate: one.endDate,
      price: { minor: priceMembership(one).total, currency: one.currency },
      onSale: saleStateOf(one, today) === 'on_sale',
    }))
}

/** Adds what the club sells for that age on the same days, most expensive first. */
async function withWhatFits(
  tx: Tx,
  { offering, dateOfBirth, ...line }: RefusedLine & { offering: ConfigurationRow; dateOfBirth: string | null },
  today: string,
): Promise<RefusedLine> {
  if (dateOfBirth === null) return line
  const fits = (await selectOnSale(tx, today, [offering.orgId]))
    .map(({ configuration }) => configuration)
    .filter(
      (one) =>
        !one.combinable &&
        one.startDate <= offering.endDate &&
        offering.startDate <= one.endDate &&
        ageRefusal(one, dateOfBirth) === null,
    )
    .toSorted((a, b) => priceMembership(b).total - priceMembership(a).total)
    .map(({ name }) => name)
  const { code, options } = line.refusal
  return { ...line, refusal: new Problem(code, { data: { ...options.data, fits } }) }
}

/**
 * Ends refunded seasons. Their days are free for another purchase, statuses are recalculated, and memberships without
 * a season left are no longer renewed.
 */
async function revokeTerms(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void> {
  const membershipIds = [...new Set(lines.flatMap(({ membershipId }) => membershipId ?? []))]
  const termIds = lines.flatMap(({ termId }) => termId ?? [])
  await lockMembershipsById(tx, membershipIds)
  const cancelled = await transitionTerms(tx, termIds, 'cancelled', cause)
  if (cancelled.length !== lines.length) throw new Error('Term to refund not found')
  await restoreTrials(tx, cancelled)
  await endRenewals(tx, membershipIds, copenhagenDate(tx.now))
  await recordStatuses(tx, { ids: membershipIds }, tx.now)
}

/** Switches renewal off where no paid season is left on `today` or later. The memberships are locked. */
const endRenewals = (tx: Tx, ids: readonly string[], today: string) =>
  tx.execute(sql`
    update memberships set auto_renewal = false, auto_renew_cycle = null, saved_card_identifier = null, update_date = portal_now()
    where id = any(${sql.param([...ids])}::uuid[]) and auto_renewal and not exists (
      select from membership_terms where membership_id = memberships.id and status = 'active' and end_date >= ${today}
    )`)

/**
 * Shortens paid trials that share days with these terms to the day before each begins, or to today, in one statement.
 * The rule is `isReplacedBy` and `lastDayOfTrial`. The memberships are locked.
 */
const endTrials = (tx: Tx, termIds: readonly string[], today: string) =>
  executePrepared(
    tx,
    'memberships.end-trials',
    sql`
    update membership_terms trial
    set planned_end_date = coalesce(trial.planned_end_date, trial.end_date), gave_way_to = bought.id,
      end_date = greatest(trial.start_date, least(trial.end_date, greatest(bought.start_date, ${today}::date) - 1))
    from membership_terms bought
    join membership_configurations sold on sold.id = bought.configuration_id and not sold.combinable and not sold.is_trial,
    membership_configurations tried
    where ${isOneOf(sql`bought.id`, termIds)}
      and trial.membership_id = bought.membership_id and trial.status = 'active'
      and tried.id = trial.configuration_id and tried.is_trial and not tried.combinable
      and trial.start_date <= bought.end_date and bought.start_date <= trial.end_date`,
  )

/** Restores trials whose replacement is gone, unless another membership has their days. */
const restoreTrials = (tx: Tx, termIds: readonly string[]) =>
  tx.execute(sql`
    update membership_terms trial set end_date = planned_end_date, planned_end_date = null, gave_way_to = null
    where gave_way_to = any(${sql.param([...termIds])}::uuid[]) and status = 'active' and not exists (
      select from membership_terms other join membership_configurations held on held.id = other.configuration_id and not held.combinable
      where other.membership_id = trial.membership_id and other.id <> trial.id and other.status in ('held', 'active')
        and other.start_date <= trial.planned_end_date and trial.start_date <= other.end_date
    )`)
