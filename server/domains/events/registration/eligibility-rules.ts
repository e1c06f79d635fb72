import type { EligibilityRule, MembershipOffer } from '#contract/events/answers.ts'
import { wallClock } from '#server/database/local-time.ts'
import { ageOn } from '#server/domains/members/index.ts'

/** The facts that decide when and by whom an event can be booked. */
export interface EventConditions {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly publicFrom: Date
  /** Null: from `publicFrom`. */
  readonly saleFrom: Date | null
  /** Null: until it ends. */
  readonly saleUntil: Date | null
  readonly forMembers: boolean
  readonly guestsInvited: boolean
  readonly onePerPerson: boolean
}

export interface CategoryConditions {
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly membersOnly: boolean
  /** Sold no longer. */
  readonly closed: boolean
}

export interface PersonFacts {
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null
  /** Paid, in its grace period, or in the basket: a membership of the club covers the first day. */
  readonly isMember: boolean
  /** Their entry at the event, if they have one. */
  readonly entry: { readonly id: string; readonly reserved: boolean } | null
}

export interface EligibilityFacts {
  readonly now: Date
  readonly event: EventConditions
  /** The caller sees the event before its public date. */
  readonly bypassesPublicDate: boolean
  /** Places left, and how many are wanted; null: no limit. */
  readonly left: number | null
  readonly wanted?: number
  /** Omitted for what applies to everybody. */
  readonly choice?: { readonly category: CategoryConditions; readonly person: PersonFacts }
}

const at = (moment: Date) => moment.toISOString()

/** Why somebody cannot register, the insurmountable reasons first. Empty if they can. */
export function unmetRules({
  now,
  event,
  bypassesPublicDate,
  left,
  wanted = 1,
  choice,
}: EligibilityFacts): EligibilityRule[] {
  const rules: EligibilityRule[] = []
  if (event.publicFrom > now && !bypassesPublicDate)
    rules.push({ code: 'event_not_public', from: at(event.publicFrom) })
  if (event.endsAt <= now) rules.push({ code: 'event_over', until: at(event.endsAt) })
  if (choice && isForMembersOnly(event) && !choice.person.isMember) rules.push({ code: 'event_members_only' })
  if (event.saleFrom && event.saleFrom > now) rules.push({ code: 'event_sale_not_started', from: at(event.saleFrom) })
  if (event.saleUntil && event.saleUntil <= now && event.endsAt > now)
    rules.push({ code: 'event_sale_ended', until: at(event.saleUntil) })
  if (left !== null && left < wanted) rules.push({ code: 'event_sold_out', left: Math.max(left, 0) })
  if (choice) rules.push(...unmetRulesOfChoice(event, choice))
  return rules
}

function unmetRulesOfChoice(
  event: EventConditions,
  { category, person }: NonNullable<EligibilityFacts['choice']>,
): EligibilityRule[] {
  const rules: EligibilityRule[] = []
  const { entry } = person
  if (event.onePerPerson && entry)
    rules.push({ code: 'already_registered', entryId: entry.id, ...(entry.reserved ? { reserved: true } : {}) })
  if (category.closed) rules.push({ code: 'category_closed' })
  if (category.membersOnly && !person.isMember) rules.push({ code: 'category_members_only' })
  const { minAge, maxAge } = category
  if (minAge === null && maxAge === null) return rules
  if (person.dateOfBirth === null) return [...rules, { code: 'birth_date_missing' }]
  const age = ageOn(wallClock(event.startsAt, event.timeZone).day, person.dateOfBirth)
  if (!fitsAges(category, age))
    rules.push({
      code: 'category_age',
      ...(minAge === null ? {} : { minAge }),
      ...(maxAge === null ? {} : { maxAge }),
    })
  return rules
}

export const fitsAges = ({ minAge, maxAge }: Pick<CategoryConditions, 'minAge' | 'maxAge'>, age: number): boolean =>
  age >= (minAge ?? 0) && age <= (maxAge ?? Infinity)

const isForMembers = ({ code }: EligibilityRule) => code === 'event_members_only' || code === 'category_members_only'

/** An entry held by the buyer's own unpaid order is replaced by a new one. */
const isOnlyReserved = (rule: EligibilityRule) => rule.code === 'already_registered' && rule.reserved === true

/** Whether registration is possible. */
export const isOpen = (rules: readonly EligibilityRule[]): boolean => rules.every(isOnlyReserved)

/** Whether membership is all that is missing: only then is one offered. */
export const isOpenToMembers = (rules: readonly EligibilityRule[]): boolean =>
  rules.some(isForMembers) && rules.every((rule) => isForMembers(rule) || isOnlyReserved(rule))

/** Adds the offered membership to the rules that it satisfies. */
export const withOffer = (rules: readonly EligibilityRule[], offer: MembershipOffer | null): EligibilityRule[] =>
  rules.map((rule) => (offer && isForMembers(rule) ? { ...rule, offer } : rule))

export const isForMembersOnly = ({ forMembers, guestsInvited }: EventConditions): boolean =>
  forMembers && !guestsInvited
