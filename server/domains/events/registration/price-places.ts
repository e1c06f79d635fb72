import type { EligibilityRule } from '#contract/events/answers.ts'
import { type Reader, together, type Tx } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import {
  ageOn,
  fullName,
  lockRelationships,
  mayWithMember,
  type MemberRow,
  type MemberWithRelationship,
} from '#server/domains/members/index.ts'
import {
  type PricedEvent,
  type PricedLine,
  type RefusedLine,
  type SelectedEvent,
  type SelectedLine,
  requestedItem,
} from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { eventDays } from '../event-days.ts'
import { seesUnpublished } from '../listing/event-viewer.ts'
import { type PersonFacts, unmetRules, isOpenToMembers } from './eligibility-rules.ts'
import { type CategoryForSale, type EventForSale, selectEventsForSale } from './queries.ts'
import { callerKey, type SoldOutCache } from './sold-out-cache.ts'
import { isMemberBy, readEventOffers, readPaidDays } from './membership-facts.ts'
import { type CurrentPrices, pricesAt } from './phases.ts'
import { allocatePlaces } from './places.ts'
import { keepAllForWaiting } from '../waiting/wishes.ts'

type MemberBy = 'paid' | 'basket' | null

/** An office sells no more places than there are, and to nobody twice. */
const neverOverruled: ReadonlySet<EligibilityRule['code']> = new Set([
  'event_sold_out',
  'already_registered',
  'category_closed',
])

/**
 * Prices places, or says what prevents a registration, by the same rules that the event page shows. Reserves nothing.
 */
export async function pricePlaces(
  soldOut: SoldOutCache,
  tx: Tx,
  buyer: MemberActor,
  lines: readonly SelectedEvent[],
  basket: readonly PricedLine[],
  wanted: readonly SelectedLine[],
  byHand = false,
): Promise<(PricedEvent | RefusedLine)[]> {
  const asOf = soldOut.stopwatch()
  const memberIds = [...new Set(lines.map((line) => line.memberId))]
  const eventIds = [...new Set(lines.map((line) => line.eventId))]
  const which = { eventIds, memberIds, buyerId: buyer.memberId, wanted: wanted.map(requestedItem) }
  const [locked, open] = await together(
    tx,
    () => lockRelationships(tx, buyer, memberIds),
    () => selectEventsForSale(tx, which),
  )
  const events = await keepAllForWaiting(tx, open)
  const people = new Map(locked.map((seen) => [seen.member.id, seen]))
  const isPaidMember = isMemberBy(await readPaidDays(tx, [...events.values()], memberIds))
  const isBasketMember = isMemberBy(daysOf(basket))
  const memberBy = (event: EventForSale, memberId: string): MemberBy =>
    isPaidMember(event, memberId) ? 'paid' : isBasketMember(event, memberId) ? 'basket' : null

  const allocation = allocatePlaces()
  const answers = lines.map((line): Answer => {
    const seen = people.get(line.memberId)
    if (!seen || !mayWithMember(seen.relationship, 'buy')) return { line, problem: 'not_found' }
    const event = events.get(line.eventId)
    if (!event) return { line, seen, problem: 'event_not_found' }
    const category = event.categories.find((one) => one.category === line.category)
    if (!category) return { line, seen, event, problem: 'category_not_found' }
    const by = memberBy(event, line.memberId)
    const person = personOf(event, seen, by !== null, allocation.hasTaken(event, line.memberId))
    const rules = unmetRules({
      now: event.now,
      event,
      bypassesPublicDate: byHand || seesUnpublished(buyer, event.orgKey),
      ...allocation.leftFor(event, category),
      choice: { category, person },
    })
    const rule = byHand ? rules.find(({ code }) => neverOverruled.has(code)) : rules[0]
    if (rule) return { line, seen, event, rule, opensToMembers: isOpenToMembers(rules) }
    const prices = pricesAt(category, event.now, allocation.takenOf(category))
    allocation.take(event, category, line.memberId)
    const overrules = byHand && { overrules: rules.map(({ code }) => code) }
    const asked = event.asks && { asked: { age: ageAt(event, seen.member), answers: line.answers ?? {} } }
    return { line, priced: { ...priced(event, { ...category, ...prices }, seen, by), ...overrules, ...asked } }
  })
  if (!byHand) await rememberSoldOut(soldOut, tx, answers, asOf)
  const shut = answers.flatMap((one) => ('rule' in one && one.opensToMembers ? [one] : []))
  const offerFor = await readEventOffers(
    tx,
    buyer,
    shut.map(({ event }) => event),
    shut.map(({ seen }) => seen),
  )
  return answers.map((answer) => ('priced' in answer ? answer.priced : refused(answer, offerFor)))
}

/** Only if everybody would get the same answer, so that nothing is revealed about an event that is not public. */
async function rememberSoldOut(soldOut: SoldOutCache, tx: Tx, answers: readonly Answer[], asOf: number): Promise<void> {
  for (const answer of answers) {
    if (!('rule' in answer) || answer.rule.code !== 'event_sold_out' || answer.rule.left !== 0) continue
    const { line, event } = answer
    if (event.publicFrom > event.now || !soldOut.countRefusal(event.id, line.category)) continue
    const others = new Set((await selectBuyersAt(tx, event.id)).map(callerKey))
    soldOut.remember({ eventId: event.id, category: line.category, asOf, others })
  }
}

type Answer =
  | { readonly line: SelectedEvent; readonly priced: PricedEvent }
  | ({ readonly line: SelectedEvent; readonly seen?: MemberWithRelationship; readonly event?: EventForSale } & {
      readonly problem: 'not_found' | 'event_not_found' | 'category_not_found'
    })
  | {
      readonly line: SelectedEvent
      readonly seen: MemberWithRelationship
      readonly event: EventForSale
      readonly rule: EligibilityRule
      /** Membership is all that is missing. */
      readonly opensToMembers: boolean
    }

/** The days of memberships bought in the same order. */
const daysOf = (basket: readonly PricedLine[]) =>
  basket
    .filter((line) => line.kind === 'membership')
    .map(({ orgId, memberId, series, startDate, endDate }) => ({
      orgId,
      memberId,
      series,
      from: startDate,
      until: endDate,
    }))

/** Entries held by the buyer's own unpaid orders do not count: this order replaces them. */
function personOf(
  event: EventForSale,
  { member }: MemberWithRelationship,
  isMember: boolean,
  hasTaken: boolean,
): PersonFacts {
  const entry = event.entries.find((one) => one.memberId === member.id && !one.reserved) ?? null
  const twice = hasTaken ? { id: '', reserved: false } : null
  return { dateOfBirth: member.dateOfBirth, isMember, entry: entry ?? twice }
}

const ageAt = (event: EventForSale, { dateOfBirth }: MemberWithRelationship['member']) =>
  dateOfBirth === null ? null : ageOn(eventDays(event).first, dateOfBirth)

/** A place for somebody at the price of now. */
export function priced(
  event: EventForSale,
  category: CategoryForSale & CurrentPrices,
  { member }: { readonly member: Pick<MemberRow, 'id' | 'firstName' | 'lastName'> },
  by: MemberBy,
): PricedEvent {
  const { memberPrice } = category
  const isCheaper = by !== null && memberPrice !== null
  const price = isCheaper ? memberPrice : category.price
  const { first, last } = eventDays(event)
  return {
    kind: 'event',
    orgId: event.orgId,
    memberId: member.id,
    memberName: fullName(member),
    title: event.title.da,
    titleTexts: event.title,
    startDate: first,
    endDate: last,
    eventId: event.id,
    categoryId: category.id,
    category: category.category,
    categoryName: category.name.da,
    categoryTexts: category.name,
    startsAt: event.startsAt,
    timeZone: event.timeZone,
    priceKind: isCheaper ? (by === 'paid' ? 'member' : 'member_in_basket') : 'standard',
    phaseId: category.phase?.id ?? null,
    currency: event.currency,
    price,
    vatRate: 0,
    vat: 0,
    surcharge: 0,
    discount: 0,
    total: price,
  }
}

function refused(
  answer: Exclude<Answer, { priced: PricedEvent }>,
  offerFor: Awaited<ReturnType<typeof readEventOffers>>,
): RefusedLine {
  const { line, seen, event } = answer
  const memberName = seen ? fullName(seen.member) : ''
  const titleTexts = event?.title ?? { da: '' }
  const common = { kind: 'event' as const, memberId: line.memberId, memberName, currency: event?.currency ?? null }
  if ('problem' in answer) return { ...common, titleTexts, refusal: new Problem(answer.problem) }
  const { code, ...facts } = answer.rule
  const offer = answer.opensToMembers ? offerFor(answer.event, line.memberId).offer : null
  const data = { name: memberName, ...withoutEmpty(facts), ...(offer ? { offer } : {}) }
  // Reveals nothing else about an event that is not public.
  return {
    ...common,
    titleTexts: code === 'event_not_public' ? { da: '' } : titleTexts,
    refusal: new Problem(code, { data }),
  }
}

const withoutEmpty = (facts: Omit<EligibilityRule, 'code'>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''))

/** Sign-ins with unpaid orders for an event, or a purchase within the last two minutes. */
async function selectBuyersAt(db: Reader, eventId: string): Promise<{ issuer: string; subject: string }[]> {
  const { rows } = await executePrepared<{ issuer: string; subject: string }>(
    db,
    'events.buyers',
    sql`
    select distinct identities.issuer, identities.subject
    from (
      select order_id from event_entries
      where event_id = ${eventId} and status = 'held' and (reserved_until is null or reserved_until > (select portal_now()))
      union
      select order_id from event_entries
      where event_id = ${eventId} and created_at > (select portal_now()) - interval '2 minutes'
    ) recent
    join orders on orders.id = recent.order_id
    join member_identities identities on identities.member_id = orders.buyer_id`,
  )
  return rows
}
